import { randomUUID } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { unpackDates } from '#lib/domain/seating/plan/packed-dates.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { DatesBoard, datesBoardOf } from '#lib/server/seats/board/dates-board.ts'
import { SeatBoard } from '#lib/server/seats/board/seat-board-memory.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { claimSeries } from '#lib/server/seats/claims/series-claims.ts'
import { buildHouse, emptyHouse, fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { addDates, seatOnDates } from '#tests/support/seats/series.ts'

const DATES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 40, seatsPerRow: 50 })
  await addDates(10)
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

const onDate = (presentationId: number, x: number, y: number) => ({ ...seatAt(x, y), PresentationId: presentationId })

async function boardOfDates(dates: readonly number[] = DATES): Promise<DatesBoard> {
  const board = await datesBoardOf(dates)
  if (!board) throw new Error('There is no board.')
  return board
}

/** The dates (by index) on which a visitor cannot have a seat. */
function goneOn(board: DatesBoard, seatId: number, uuid?: string): readonly number[] | undefined {
  const { hall, indexById } = board.plan
  return unpackDates(board.packedFor(uuid), hall.count, board.presentationIds.length)[indexById.get(seatId) ?? -1]
}

test('says of each seat on which dates it cannot be had, in the order of the dates asked for', async () => {
  const omer = randomUUID()
  await lock(onDate(3, 1, 1), fromHere(omer))
  await claimSeries(await seatOnDates(1_002, DATES), fromHere(omer))
  const board = await boardOfDates()
  expect([1_001, 1_002, 1_003].map((seat) => goneOn(board, seat))).toEqual([[2], DATES.map((_, date) => date), []])
  expect(goneOn(await boardOfDates([3, 1]), 1_001)).toEqual([0])
})

test('follows what others do on each of the dates, with a new version, and has the old one while nothing happens', async () => {
  const omer = randomUUID()
  const before = await boardOfDates()
  const first = before.version
  expect((await boardOfDates()).version).toBe(first)
  await lock(onDate(7, 5, 2), fromHere(omer))
  const after = await boardOfDates()
  expect(after).toBe(before)
  expect(after.version).not.toBe(first)
  expect(goneOn(after, 2_005)).toEqual([6])
  await unlock(onDate(7, 5, 2), omer)
  expect(goneOn(await boardOfDates(), 2_005)).toEqual([])
})

test('shows a visitor the seats that they have on some dates as theirs to have, and names those that they have on all', async () => {
  const [dana, omer] = [randomUUID(), randomUUID()]
  await claimSeries(await seatOnDates(1_002, DATES), fromHere(dana))
  await lock(onDate(4, 3, 1), fromHere(dana))
  const board = await boardOfDates()
  const at = board.plan.indexById.get(1_002)
  expect([goneOn(board, 1_002, dana), goneOn(board, 1_003, dana), board.ownOnAll(dana)]).toEqual([[], [], [at]])
  expect([goneOn(board, 1_003, omer), board.ownOnAll(omer), board.ownOnAll(undefined)]).toEqual([[3], [], []])
  expect([board.hasOwn(dana), board.hasOwn(omer)]).toEqual([true, false])
})

test('reads only what was touched: a lock costs no look at the other seats', async () => {
  const board = await boardOfDates()
  await lock(onDate(7, 5, 2), fromHere(randomUUID()))
  const touched = vi.spyOn(SeatBoard.prototype, 'touchedSince')
  await boardOfDates()
  expect(touched.mock.results.map(({ value }) => (value as { seats: Set<number> } | undefined)?.seats)).toEqual([
    new Set([board.plan.indexById.get(2_005)]),
  ])
  touched.mockRestore()
})

test('after any changes it is what a new board reads', async () => {
  const visitors = [randomUUID(), randomUUID()]
  for (let n = 0; n < 60; n++) {
    const [date, x, visitor] = [1 + ((n * 7) % 10), 1 + ((n * 3) % 4), visitors[n % 2] ?? '']
    await (n % 3 === 2 ? unlock(onDate(date, x, 1), visitor) : lock(onDate(date, x, 1), fromHere(visitor)))
    if (n % 4 === 0) await boardOfDates()
  }
  const board = await boardOfDates()
  const fresh = new DatesBoard(board.plan, DATES)
  fresh.follow(board.boards)
  for (const uuid of [undefined, ...visitors]) expect(board.packedFor(uuid)).toEqual(fresh.packedFor(uuid))
  expect(board.packedFor(undefined).sets.length).toBeGreaterThan(2)
})

test('has no board of dates in two plans, or of a date that is missing', async () => {
  expect(await datesBoardOf([1, 99])).toBeUndefined()
  expect(await datesBoardOf([])).toBeUndefined()
  await database().query(`
    INSERT INTO seatplan VALUES (2, 1, 'תכנית אחרת', 'v1', 1000, 1000, NULL);
    UPDATE presentation SET seatplan_id = 2 WHERE presentation_id = 10; UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
  expect(await datesBoardOf([1, 10])).toBeUndefined()
  await database().query(
    `UPDATE presentation SET seatplan_id = 1 WHERE presentation_id = 10; UPDATE catalogue_version SET version = version + 1`,
  )
  forgetCatalogue()
})

test('ten dates of 2,000 seats, a third of which is gone at random on each, are at most 15 kB of brotli', async () => {
  await database().query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
     SELECT p, seat_id, 'H', gen_random_uuid(), now(), now() + interval '10 minutes' FROM generate_series(1, 10) AS p, seat WHERE hashint4(p * 100000 + seat_id) % 3 = 0`,
  )
  await database().query(
    `INSERT INTO audit (action, subject, uuid) SELECT 'lock', presentation_id || ':' || seat_id, holder FROM seat_claim`,
  )
  const body = JSON.stringify((await boardOfDates()).packedFor(undefined))
  const bytes = brotliCompressSync(body).length
  process.stdout.write(`2,000 seats on ten dates: ${String(body.length)} bytes of JSON, ${String(bytes)} of brotli\n`)
  expect(bytes).toBeLessThanOrEqual(15_000)
  expect((await boardOfDates()).packedFor(undefined).sets.length).toBeGreaterThan(100)
})
