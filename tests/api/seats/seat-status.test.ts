import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getTicketGroups } from '#lib/contract/show/presentations.ts'
import { getSeatplan, getSeatsStatus, packedStatus, PACKED_PLAN, PACKED_STATUS } from '#lib/contract/show/seats.ts'
import type { PackedPlan } from '#lib/domain/seating/plan/packed-plan.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import { unpackRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 20, seatsPerRow: 20, places: 2, maxSeats: 8 })
  app = await startApp({ env: { LOG_LEVEL: 'warn' } })
})
afterAll(() => app.stop())
afterEach(checkInvariants)

const STATUS = '/api/seats/seats-status?presentationId=1&venueTypeId=1&isReserved=0'
const PLAN = '/api/seats/seatplan?seatplanId=1&venueId=1'

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(app.origin + path, { headers })
}

async function jsonOf(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await get(path, headers)).json()
}

async function lockSeat(visitor: TestVisitor, seat = seatAt(1, 1)): Promise<void> {
  expect((await visitor.put('/api/seats/lock-seat', { seat })).status).toBe(200)
}

describe('GET /seats/seats-status', () => {
  test('R7.49 R7.50 answers each seat as [section, group, x, y, allocation, ticketGroup, status], or one section on request', async () => {
    const all = getSeatsStatus.answer.parse(await jsonOf(STATUS, {}))
    expect(all.seats).toHaveLength(401)
    expect(all.seats[21]).toEqual([1, 0, 2, 2, 1, 1, 1])
    const area = getSeatsStatus.answer.parse(await jsonOf(`${STATUS}&sectionId=2&domain=presLive&miniSiteUrl=&modifySeats=1&isHold=0`, {}))
    expect(area).toEqual({ seats: [[2, 0, null, null, 1, 2, 1]], places: { 2: { capacity: 2, free: 2, yours: 0 } } })
  })

  test('R7.49 finds no presentation in a venue of another type', async () => {
    expect((await get(STATUS.replace('venueTypeId=1', 'venueTypeId=101'))).status).toBe(404)
    expect((await get(STATUS.replace('&venueTypeId=1', ''))).status).toBe(200)
  })

  test('R7.49 isReserved chooses numbered seats alone, for which an answer of all is none', async () => {
    const numbered = STATUS.replace('isReserved=0', 'isReserved=1')
    const { seats, places } = getSeatsStatus.answer.parse(await jsonOf(numbered, {}))
    expect([seats.length, seats.every((row) => row[2] !== null), places]).toEqual([400, true, {}])
    expect(await jsonOf(`${numbered}&sectionId=2`, {})).toEqual({ seats: [], places: {} })
    const all = await get(STATUS)
    expect((await get(numbered, { 'if-none-match': all.headers.get('etag') ?? '' })).status).toBe(200)
    expect(await jsonOf(STATUS.replace('&isReserved=0', ''), {})).toEqual(await jsonOf(STATUS, {}))
  })

  test('R7.44 isGA chooses the ticket groups of general admission, or of numbered seats', async () => {
    const groupsWith = async (query: string) =>
      getTicketGroups.answer.parse(await jsonOf(`/api/presentations/1/ticketGroups${query}`)).ticketGroups.map(({ id }) => id)
    expect(await groupsWith('')).toEqual([1, 2])
    expect(await groupsWith('?isGA=1')).toEqual([2])
    expect(await groupsWith('?isGA=0')).toEqual([1])
  })

  test('R4.12 R4.13 R4.14 answers the same in both forms, to the visitor and to others', async () => {
    const visitor = new TestVisitor(app.origin)
    for (const seat of [seatAt(3, 3), seatAt(4, 3), PLACE]) await lockSeat(visitor, seat)
    const viewers: Record<string, string>[] = [{ uuid: visitor.uuid }, {}]
    for (const headers of viewers) {
      const rows = getSeatsStatus.answer.parse(await jsonOf(STATUS, headers))
      const packed = packedStatus.parse(await jsonOf(STATUS, { ...headers, accept: PACKED_STATUS }))
      const reserved = rows.seats.filter((row) => row[2] !== null)
      expect([...unpackRuns(packed.status, new Uint8Array(400))]).toEqual(reserved.map((row) => row[6]))
      expect([...unpackRuns(packed.allocation, new Int32Array(400))]).toEqual(reserved.map((row) => row[4]))
      expect([...unpackRuns(packed.ticketGroup, new Int32Array(400))]).toEqual(reserved.map((row) => row[5]))
      expect(packed.places[2]).toMatchObject({ ...rows.places[2], allocation: 1, ticketGroup: 2 })
      expect(reserved.filter((row) => row[6] === ('uuid' in headers ? 2 : 3))).toHaveLength(2)
    }
  })

  test('answers 304 to a client that is up to date, and never another visitor’s answer', async () => {
    const visitor = new TestVisitor(app.origin)
    await lockSeat(visitor, seatAt(5, 5))
    for (const accept of [PACKED_STATUS, 'application/json']) {
      const first = await get(STATUS, { accept })
      expect(first.headers.get('vary')).toContain('Accept')
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      const known = { accept, 'if-none-match': first.headers.get('etag') ?? '' }
      expect((await get(STATUS, known)).status).toBe(304)
      expect((await get(STATUS, { ...known, uuid: visitor.uuid })).status).toBe(200)
      expect((await get(STATUS, { ...known, accept: accept === PACKED_STATUS ? 'application/json' : PACKED_STATUS })).status).toBe(200)
    }
    const before = await get(STATUS, { accept: PACKED_STATUS })
    await lockSeat(visitor, seatAt(6, 5))
    const since = { accept: PACKED_STATUS, 'if-none-match': before.headers.get('etag') ?? '' }
    expect((await get(STATUS, since)).status).toBe(200)
  })

  test('R4.16 has no row for a section without free places', async () => {
    await lockSeat(new TestVisitor(app.origin), PLACE)
    expect(getSeatsStatus.answer.parse(await jsonOf(`${STATUS}&sectionId=2`, {})).seats).toEqual([])
    expect(getSeatsStatus.answer.parse(await jsonOf(`${STATUS}&sectionId=77`, {})).seats).toEqual([])
  })

  test.each([
    ['presentationId=99', 404, 'NOT_FOUND'],
    ['presentationId=0', 400, 'BAD_REQUEST'],
    ['presentationId=1&isReserved=2', 400, 'BAD_REQUEST'],
    ['presentationId=1&sectionId=-1', 400, 'BAD_REQUEST'],
  ])('refuses %s', async (query, status, code) => {
    expect(await new TestVisitor(app.origin).get(`/api/seats/seats-status?${query}`)).toMatchObject({ status, body: { error: code } })
  })
})

describe('GET /seats/seatplan', () => {
  test('R3.12 R7.48 answers the plan with sections, groups, rows and compact seats, and the same hall in packed form', async () => {
    const { seatplan } = getSeatplan.answer.parse(await jsonOf(PLAN, {}))
    expect(Object.keys(seatplan.sections)).toEqual(['1', '2'])
    expect(seatplan.sections[1]).toMatchObject({ SectionName: 'אולם', IsReserved: true, isSoldOut: false })
    expect(seatplan.sections[2]).toMatchObject({ SectionName: 'מדשאה', IsReserved: false, groups: [], seats: [] })
    expect(seatplan.sections[1]?.groups[0]?.rows[1]).toEqual({ RowName: '2', first: 20, count: 20 })
    expect(seatplan.sections[1]?.seats[21]).toEqual([2, 2, 60, 60, 0, '2', []])
    const answer = await get(PLAN, { accept: PACKED_PLAN })
    expect(answer.headers.get('content-type')).toBe(PACKED_PLAN)
    const packed: PackedPlan = JSON.parse(await answer.text())
    expect(unpackPlan(packed)).toEqual(buildHall(seatplan))
  })

  test('can be cached for a year under its version, and is revalidated without', async () => {
    const named = await get(`${PLAN}&version=v1`, { accept: PACKED_PLAN })
    expect(named.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(named.headers.get('vary')).toContain('Accept')
    for (const path of [PLAN, `${PLAN}&version=v0`]) expect((await get(path)).headers.get('cache-control')).toBe('no-cache')
    const etag = named.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    expect((await get(PLAN, { accept: PACKED_PLAN, 'if-none-match': etag })).status).toBe(304)
    expect((await get(PLAN, { 'if-none-match': etag })).status).toBe(200)
  })

  test('is compressed, once for each encoding', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await get(PLAN, { 'accept-encoding': encoding })
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(getSeatplan.answer.safeParse(await answer.json()).success).toBe(true)
    }
  })

  test.each(['seatplanId=2', 'seatplanId=1&venueId=2'])('answers 404 for an unknown plan or one of another venue: %s', async (query) => {
    expect(await new TestVisitor(app.origin).get(`/api/seats/seatplan?${query}`)).toMatchObject({
      status: 404,
      body: { error: 'NOT_FOUND' },
    })
  })
})
