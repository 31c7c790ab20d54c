import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { unpackRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { unpackDates } from '#lib/domain/seating/plan/packed-dates.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { findBest } from '#lib/server/seats/best/best-available.ts'
import { bestOnDates } from '#lib/server/seats/best/best-on-dates.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { datesBoardOf } from '#lib/server/seats/board/dates-board.ts'
import { boardFor, forgetBoards } from '#lib/server/seats/board/seat-board.ts'
import { watchBoard } from '#lib/server/seats/board/seat-watch.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { claimSeries } from '#lib/server/seats/claims/series-claims.ts'
import { rowStatus } from '#lib/server/seats/board/seat-status.ts'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { countFree } from '#lib/server/wait-list/free-seats.ts'
import { buildHouse, emptyHouse, fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { keepForSubscribers, proveMember } from '#tests/support/seats/kept.ts'
import { addDates, heldSeats, seatOnDates } from '#tests/support/seats/series.ts'
import { until } from '#tests/support/until.ts'

/** Row 1 is the best one. */
const ROW = Array.from({ length: 10 }, (_, x) => 1_001 + x)
const SUBSCRIBED = 7

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 2, places: 0 })
  await addDates(3)
})
beforeEach(async () => {
  await database().query('DELETE FROM seat_keep')
  await emptyHouse()
})
afterEach(checkInvariants)

/** The status of seats of row 1 for a visitor, by the map. */
async function statusOf(uuid: string | undefined): Promise<ReadonlySet<number>> {
  const board = await boardFor(1, uuid)
  if (!board) throw new Error('There is no board.')
  const rows = JSON.parse(rowStatus(board, uuid).plain.toString()) as { seats: number[][] }
  return new Set(rows.seats.filter(([, , , y]) => y === 1).map((row) => row[6] ?? 0))
}

async function bestRow(uuid: string): Promise<number | null | undefined> {
  const found = await findBest({ presentationId: 1, quantity: 2, isLock: false }, fromHere(uuid))
  return found.ok ? found.value.matches[0]?.seats[0]?.YCoordinate : undefined
}

async function freeNow(): Promise<readonly (number | undefined)[]> {
  const taken = (await takenByPresentation()).get(1) ?? 0
  return [20 - taken, await countFree(database(), 1)]
}

test('until its release a subscribers’ row is taken for everybody else, and every way of finding seats agrees', async () => {
  await keepForSubscribers(1, ROW)
  const omer = randomUUID()
  expect(await statusOf(omer)).toEqual(new Set([3]))
  expect(await lock(seatAt(3, 1), fromHere(omer))).toMatchObject({ refusal: { code: 'SEAT_NOT_AVAILABLE' } })
  expect(await bestRow(omer)).toBe(2)
  expect(await freeNow()).toEqual([10, 10])
  forgetBoards()
  await sleep(1_050) // counts are a second old at most
  expect(await freeNow()).toEqual([10, 10])
  expect((await lock(seatAt(3, 2), fromHere(omer))).ok).toBe(true)
})

test('a member sees the row as free and takes it, and frees it for members only', async () => {
  await keepForSubscribers(1, ROW, undefined, [SUBSCRIBED])
  const [dana, noa] = [randomUUID(), randomUUID()]
  await proveMember(dana, SUBSCRIBED)
  await proveMember(noa, SUBSCRIBED + 1)
  expect(await statusOf(dana)).toEqual(new Set([1]))
  expect(await statusOf(noa)).toEqual(new Set([3]))
  expect(await bestRow(dana)).toBe(1)
  expect((await lock(seatAt(3, 1), fromHere(dana))).ok).toBe(true)
  expect(await statusOf(dana)).toEqual(new Set([1, 2]))
  expect((await unlock(seatAt(3, 1), dana)).ok).toBe(true)
  expect(await lock(seatAt(3, 1), fromHere(noa))).toMatchObject({ refusal: { code: 'SEAT_NOT_AVAILABLE' } })
  expect(await statusOf(noa)).toEqual(new Set([3]))
})

/** The status of seats of row 1 that a new stream tells a visitor first, and then after what `change` does. */
async function streamedTo(uuid: string, change?: () => Promise<unknown>): Promise<readonly ReadonlySet<number>[]> {
  const leaving = new AbortController()
  const visitor = { uuid, proof: 'cookie' } as const
  const watched = await watchBoard(1, { visitor, caller: null, since: undefined, gone: leaving.signal })
  const reader = watched.ok ? watched.value.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
  const next = async (): Promise<ReadonlySet<number>> => {
    for (let told = ''; ;) {
      const { value, done } = (await reader?.read()) ?? { value: '', done: true }
      if (done) throw new Error(`The stream ended: ${JSON.stringify(watched)}`)
      told += value
      const data = /event: status\ndata: (.*)\n\n/.exec(told)?.[1]
      if (data === undefined) continue
      const seats = new Uint8Array(20)
      unpackRuns((JSON.parse(data) as { status: number[] }).status, seats)
      return new Set(seats.slice(0, 10))
    }
  }
  const seen = [await next()]
  if (change) {
    await change()
    seen.push(await next())
  }
  leaving.abort()
  return seen
}

test('a member sees the row as free by a stream too, also of a process that told the status of it to nobody, and after prices changed', async () => {
  await keepForSubscribers(1, ROW, undefined, [SUBSCRIBED])
  const [dana, noa] = [randomUUID(), randomUUID()]
  await proveMember(dana, SUBSCRIBED)
  forgetBoards()
  expect(await streamedTo(noa)).toEqual([new Set([3])])
  const reprice = async () => {
    await database().query(
      'UPDATE presentation_price SET allocation_id = allocation_id + 100 WHERE presentation_id = 1; UPDATE catalogue_version SET version = version + 1',
    )
    forgetCatalogue()
  }
  expect(await streamedTo(dana, reprice)).toEqual([new Set([1]), new Set([1])])
})

test.each([
  ['it is a subscription of any membership', []],
  ['it is that membership', [SUBSCRIBED]],
])('who buys a membership takes its seats on all dates, if %s', async (_what, memberships) => {
  await keepForSubscribers(2, ROW, undefined, memberships)
  const dana = fromHere(randomUUID())
  const wanted = await seatOnDates(1_004, [1, 2, 3])
  expect(await claimSeries(wanted, dana)).toMatchObject({ refusal: { code: 'SEAT_TAKEN_ON_DATES', facts: { presentationIds: '2' } } })
  expect(await heldSeats()).toEqual([])
  const best = await bestOnDates(
    { presentations: wanted.map(({ presentation }) => presentation), quantity: 2, membershipId: SUBSCRIBED },
    dana.uuid,
  )
  expect(best?.groups[0]?.seats.every((seat) => seat < 10)).toBe(true)
  expect((await claimSeries(wanted, dana, SUBSCRIBED)).ok).toBe(true)
  expect(await heldSeats()).toHaveLength(3)
})

test('the map of all dates shows the seats as free for those who buy that membership', async () => {
  await keepForSubscribers(2, ROW, undefined, [SUBSCRIBED])
  const goneFor = async (membershipId: number) => {
    const board = await datesBoardOf([1, 2, 3], membershipId)
    return board && unpackDates(board.packedFor(undefined), board.plan.hall.count, 3)[0]
  }
  expect([await goneFor(SUBSCRIBED), await goneFor(8), await goneFor(0)]).toEqual([[], [1], [1]])
})

test('the database’s clock releases the seats without a restart: locks, map, best available, counts and prices agree', async () => {
  const omer = randomUUID()
  const isReleased = async () => (await cellOf('SELECT max(until) < now() FROM seat_keep')) === true
  // On a machine that stalls their time may be over before they are looked at: then they are kept for longer.
  for (let ms = 700; ; ms *= 3) {
    await database().query('DELETE FROM seat_keep')
    await keepForSubscribers(1, ROW, `now() + interval '${String(ms)} milliseconds'`)
    forgetBoards()
    const before = [await statusOf(omer), await bestRow(omer)]
    if (await isReleased()) continue
    expect(before).toEqual([new Set([3]), 2])
    break
  }
  await until(isReleased, 'the release', 120_000)
  await until(async () => (await statusOf(omer)).has(1), 'the map')
  expect(await statusOf(omer)).toEqual(new Set([1]))
  expect(await bestRow(omer)).toBe(1)
  await until(async () => (await freeNow())[0] === 20, 'the count')
  expect(await freeNow()).toEqual([20, 20])
  expect((await lock(seatAt(3, 1), fromHere(omer))).ok).toBe(true)
  expect((await catalogue()).presentations.get(1)?.subscriberSeats).toEqual([])
})
