import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { checkWanted } from '#lib/server/orders/cart/carts.ts'
import { wantedSeat } from '#lib/server/sold/seat/seat.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { extendHolds } from '#lib/server/seats/claims/holds.ts'
import { claimTogether } from '#lib/server/seats/claims/claim-batches.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { fromHere, buildHouse, lineOf, PLACE, seatAt } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4, maxSeats: 8 })
})
beforeEach(async () => {
  await database().query('TRUNCATE seat_claim, section_gate, audit')
  forgetCatalogue()
})
afterEach(checkInvariants)

const SEATS = Array.from({ length: 40 }, (_, n) => seatAt((n % 10) + 1, Math.floor(n / 10) + 1))

async function changeCatalogue(statement: string): Promise<void> {
  await database().query(`${statement}; UPDATE catalogue_version SET version = version + 1`)
}

test('keeps 40 concurrent locks of one visitor within the seat limit and the end of the first hold', async () => {
  const uuid = randomUUID()
  const results = await Promise.all([...SEATS, PLACE, PLACE, PLACE].map((seat) => lock(seat, fromHere(uuid))))
  expect(results.filter((result) => result.ok)).toHaveLength(8)
  const { rows } = await database().query('SELECT count(DISTINCT expires_at)::int AS ends FROM seat_claim')
  expect(rows).toEqual([{ ends: 1 }])
})

test('claims no seat that an import has dropped, even in a process with the old plan in memory', async () => {
  expect((await lock(seatAt(1, 1), fromHere(randomUUID()))).ok).toBe(true)
  await changeCatalogue(`DELETE FROM seat WHERE seat_id = 4010; UPDATE seatplan SET version = 'v2'`)
  expect(await lock(seatAt(10, 4), fromHere(randomUUID()))).toMatchObject({ refusal: { code: 'SEAT_NOT_AVAILABLE' } })
  expect(await lock(PLACE, fromHere(randomUUID()))).toMatchObject({ refusal: { code: 'SEAT_NOT_AVAILABLE' } })
  forgetCatalogue()
  expect((await lock(seatAt(2, 1), fromHere(randomUUID()))).ok).toBe(true)
  await changeCatalogue(`INSERT INTO seat (seatplan_id, seat_id, section_id, x, y, seatplan_x, seatplan_y, row_name, seat_name, category, guid)
    VALUES (1, 4010, 1, 10, 4, 300, 120, '4', '10', 'A', '4-10'); UPDATE seatplan SET version = 'v1'`)
})

test('releases all places that are given back at the same moment', async () => {
  const uuid = randomUUID()
  for (let place = 0; place < 6; place++) expect((await lock(PLACE, fromHere(uuid))).ok).toBe(true)
  const results = await Promise.all(Array.from({ length: 6 }, () => unlock(PLACE, uuid)))
  expect(results.filter((result) => result.ok)).toHaveLength(6)
})

test('lets a holder free a seat of a presentation flagged as sold out, and locks none there', async () => {
  const uuid = randomUUID()
  expect((await lock(seatAt(3, 3), fromHere(uuid))).ok).toBe(true)
  await changeCatalogue('UPDATE presentation SET soldout = true')
  forgetCatalogue()
  expect(await lock(seatAt(4, 3), fromHere(uuid))).toMatchObject({ refusal: { code: 'SEAT_NOT_AVAILABLE' } })
  expect((await unlock(seatAt(3, 3), uuid)).ok).toBe(true)
  await changeCatalogue('UPDATE presentation SET soldout = false')
})

test('does not sell a seat that was locked before its presentation was cancelled', async () => {
  const wanted = { seats: [wantedSeat(lineOf(seatAt(3, 3)))], products: [] }
  expect((await checkWanted(randomUUID(), wanted)).ok).toBe(true)
  await changeCatalogue('UPDATE presentation SET is_cancelled = true')
  forgetCatalogue()
  expect(await checkWanted(randomUUID(), wanted)).toMatchObject({ refusal: { code: 'SALE_CLOSED' } })
  await changeCatalogue('UPDATE presentation SET is_cancelled = false')
})

test('counts two concurrent extensions once, whatever else locks the same seats', async () => {
  const uuid = randomUUID()
  for (const seat of SEATS.slice(0, 8)) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  const results = await Promise.all(Array.from({ length: 10 }, () => extendHolds(uuid)))
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  const { rows } = await database().query(
    `SELECT count(*)::int AS extended FROM seat_claim WHERE expires_at > now() + interval '600 seconds'`,
  )
  expect(rows).toEqual([{ extended: 8 }])
})

test('fails and succeeds each of several batched locks separately', async () => {
  const terms = { most: 8, seconds: 600, waitSeconds: 60, networkMost: 20 }
  const wanted = { presentationId: 1, terms, planVersion: 'v1' }
  const results = await Promise.allSettled([
    claimTogether({ ...wanted, seatId: 1001, holder: fromHere(randomUUID()) }),
    claimTogether({ ...wanted, seatId: 1002, holder: fromHere('no uuid: this one breaks the statement') }),
    claimTogether({ ...wanted, seatId: 1003, holder: fromHere(randomUUID()) }),
    claimTogether({ ...wanted, seatId: 1003, holder: fromHere(randomUUID()) }),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  const claimed = results.map((result) => (result.status === 'fulfilled' ? result.value.claimed : undefined))
  expect(claimed).toEqual([1001, undefined, 1003, null])
})
