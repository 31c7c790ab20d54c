import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { packedStatus, seatsChange, type PackedStatus, type SeatsChange } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { EventStream, type ServerEvent } from '#tests/support/event-stream.ts'
import { buildHouse, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { until } from '#tests/support/until.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

/** Two processes of the app on one database. */
let app: RunningApp
let other: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 20, places: 200 })
  app = await startApp({ env: { LOG_LEVEL: 'warn' } })
  other = await startApp({ env: { LOG_LEVEL: 'warn' } })
})
afterAll(async () => {
  await Promise.all([app.stop(), other.stop()])
})

const streams: EventStream[] = []
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await checkInvariants()
})

interface Watched {
  readonly uuid?: string
  readonly since?: string
  readonly lastEventId?: string
  readonly from?: RunningApp
}

async function watch({ uuid, since, lastEventId, from = app }: Watched = {}): Promise<EventStream> {
  const query = new URLSearchParams({ presentationId: '1', ...(since !== undefined && { since }) })
  const headers = { ...(uuid && { uuid }), ...(lastEventId && { 'last-event-id': lastEventId }) }
  const stream = await EventStream.open(`${from.origin}/api/seats/changes?${query.toString()}`, headers)
  streams.push(stream)
  return stream
}

/** Index of a seat of the house in plan order. */
function indexOf(x: number, y: number): number {
  return (y - 1) * 10 + x - 1
}

function statusOf(event: ServerEvent | undefined): PackedStatus {
  expect(event?.name).toBe('status')
  return packedStatus.parse(event?.value)
}

function changeOf(event: ServerEvent | undefined): SeatsChange {
  expect(event?.name).toBe('change')
  return seatsChange.parse(event?.value)
}

/** The next state of a seat on a stream: [status, allocation]. Seats of other tests may come before it. */
async function nextOf(stream: EventStream, x: number, y: number): Promise<readonly number[]> {
  for (;;) {
    const { seats } = changeOf(await stream.next())
    const at = seats.findIndex((value, place) => place % 3 === 0 && value === indexOf(x, y))
    if (at >= 0) return seats.slice(at + 1, at + 3)
  }
}

/** The version of a client that has loaded everything. */
async function versionNow(from = app): Promise<string> {
  const stream = await watch({ from })
  const { version } = statusOf(await stream.next())
  stream.close()
  return version
}

async function lockSeat(visitor: TestVisitor, x: number, y: number): Promise<void> {
  expect((await visitor.put('/api/seats/lock-seat', { seat: seatAt(x, y) })).status).toBe(200)
}

test('sends the whole status to a client without a version, then each change', async () => {
  const stream = await watch()
  expect(stream.status).toBe(200)
  const status = statusOf(await stream.next())
  expect(status).toMatchObject({ planVersion: 'v1', status: [1, 200], ticketGroup: [1, 200] })
  await lockSeat(new TestVisitor(app.origin), 1, 1)
  const event = await stream.next()
  expect(changeOf(event).seats).toEqual([indexOf(1, 1), 3, 1])
  expect(event?.id).toBe(changeOf(event).version)
  expect(event?.id).not.toBe(status.version)
})

test('tells the watchers of one process what another sells', async () => {
  const stream = await watch({ from: other })
  await stream.next()
  const visitor = new TestVisitor(app.origin)
  await lockSeat(visitor, 2, 1)
  expect(await nextOf(stream, 2, 1)).toEqual([3, 1])
  await visitor.put('/api/seats/unlock-seat', { seat: seatAt(2, 1) })
  expect(await nextOf(stream, 2, 1)).toEqual([1, 1])
})

test('sends a client with a version only the differences since, or nothing', async () => {
  const version = await versionNow()
  const quiet = await watch({ since: version })
  const visitor = new TestVisitor(app.origin)
  await lockSeat(visitor, 3, 1)
  expect(await nextOf(quiet, 3, 1)).toEqual([3, 1]) // and no status before it
  await visitor.put('/api/seats/lock-seat', { seat: PLACE })
  await lockSeat(visitor, 4, 1)
  await versionNow()
  await visitor.put('/api/seats/unlock-seat', { seat: seatAt(4, 1) })
  const { seats, places } = changeOf(await (await watch({ since: version })).next())
  expect([seats.slice(0, 3), seats.slice(3)]).toEqual([
    [indexOf(3, 1), 3, 1],
    [indexOf(4, 1), 1, 1],
  ])
  expect(places).toEqual({ 2: { capacity: 200, free: 199, yours: 0, allocation: 1, ticketGroup: 2 } })
})

test('prefers the last event’s id to the version in the address, which a browser never updates', async () => {
  const version = await versionNow()
  await lockSeat(new TestVisitor(app.origin), 5, 1)
  const now = await versionNow()
  expect(changeOf(await (await watch({ since: now, lastEventId: version })).next()).seats).toEqual([indexOf(5, 1), 3, 1])
})

test('sends the whole status to a client with an unknown, foreign or invalid version', async () => {
  const foreign = await versionNow(other)
  for (const since of [foreign, 'x', '0.0', `${await versionNow()}99`, '.'])
    expect(statusOf(await (await watch({ since })).next()).status.length).toBeGreaterThan(0)
})

test('marks the visitor’s own seats and places as such in every tab and in both processes', async () => {
  const visitor = new TestVisitor(app.origin)
  const { uuid } = visitor
  const [mine, tab, theirs] = [await watch({ uuid }), await watch({ uuid, from: other }), await watch()]
  for (const stream of [mine, tab, theirs]) await stream.next()
  await lockSeat(visitor, 6, 1)
  for (const stream of [mine, tab]) expect(await nextOf(stream, 6, 1)).toEqual([2, 1])
  expect(await nextOf(theirs, 6, 1)).toEqual([3, 1])
  await visitor.put('/api/seats/lock-seat', { seat: PLACE })
  expect(changeOf(await mine.next()).places[2]?.yours).toBe(1)
  expect(changeOf(await theirs.next()).places[2]?.yours).toBe(0)
  await new TestVisitor(app.origin).put('/api/seats/lock-seat', { seat: PLACE })
  expect(changeOf(await mine.next()).places[2]?.yours).toBe(1)
  const status = statusOf(await (await watch({ uuid })).next())
  expect(status.status).toContain(2)
  expect(status.places[2]?.yours).toBe(1)
})

test('tells everybody that a lock has expired', async () => {
  const visitor = new TestVisitor(app.origin)
  await lockSeat(visitor, 7, 1)
  const [mine, theirs] = [await watch({ uuid: visitor.uuid, from: other }), await watch({ from: other })]
  for (const stream of [mine, theirs]) await stream.next()
  await database().query(
    `WITH over AS (UPDATE seat_claim SET expires_at = now() + interval '1 second' WHERE holder = $1 RETURNING seat_id)
     SELECT pg_notify('shura_seats', json_build_object('from', 'another', 'presentationId', 1, 'seats', json_agg(seat_id))::text) FROM over`,
    [visitor.uuid],
  )
  for (const stream of [mine, theirs]) {
    let state = await nextOf(stream, 7, 1)
    // The other process may only hear of the lock now.
    while (state[0] !== 1) state = await nextOf(stream, 7, 1)
    expect(state).toEqual([1, 1])
  }
})

test('starts anew after a new price list', async () => {
  const stream = await watch()
  const { version } = statusOf(await stream.next())
  await database().query('UPDATE presentation_price SET allocation_id = 9; UPDATE catalogue_version SET version = version + 1')
  const event = await stream.next()
  expect(statusOf(event).version.split('.')[0]).not.toBe(version.split('.')[0])
  expect(statusOf(event).allocation).toEqual([9, 200])
})

test('forbids caching and compression of a stream', async () => {
  const { headers } = await watch()
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(headers.get('cache-control')).toContain('no-store')
  expect(headers.get('x-accel-buffering')).toBe('no')
  expect(headers.get('content-encoding')).toBeNull()
})

test.each([
  ['presentationId=x', 400, 'BAD_REQUEST'],
  ['', 400, 'BAD_REQUEST'],
  ['presentationId=99', 404, 'NOT_FOUND'],
  [`presentationId=1&since=${'x'.repeat(201)}`, 400, 'BAD_REQUEST'],
])('answers invalid input with a code instead of a stream: %s', async (query, status, code) => {
  expect(await new TestVisitor(app.origin).get(`/api/seats/changes?${query}`)).toMatchObject({ status, body: { error: code } })
})

test('lets a visitor watch in eight tabs, not in nine', async () => {
  const { uuid } = new TestVisitor(app.origin)
  const tabs = await Promise.all(Array.from({ length: 8 }, () => watch({ uuid })))
  expect((await watch({ uuid })).status).toBe(429)
  tabs[0]?.close()
  await until(async () => (await watch({ uuid })).status === 200)
})

test('ends its streams when the app stops, without waiting for clients', async () => {
  const third = await startApp({ env: { LOG_LEVEL: 'warn' } })
  const stream = await watch({ from: third })
  await stream.next()
  expect(await third.stop()).toBe(0)
  expect(await stream.end()).toBe('ended') // ended by the app, not by the client's timeout
})
