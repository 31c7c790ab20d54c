import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { releaseAll } from '#lib/server/seats/claims/release-all.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, fromHere, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { heldBy } from '#tests/support/seats/held.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4, maxSeats: 8 })
})
beforeEach(() => database().query('TRUNCATE seat_claim, section_gate, audit'))
afterEach(checkInvariants)

test('frees all seats and places of a visitor at once, and nobody else’s', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  for (const seat of [seatAt(1, 1), seatAt(2, 1), PLACE]) expect((await lock(seat, fromHere(one))).ok).toBe(true)
  expect((await lock(seatAt(3, 1), fromHere(other))).ok).toBe(true)
  await releaseAll(database(), one)
  expect([await heldBy(one), await heldBy(other)]).toEqual([0, 1])
  expect((await lock(seatAt(1, 1), fromHere(other))).ok).toBe(true)
  const { rows } = await database().query(`SELECT count(*)::int AS freed FROM audit WHERE action = 'unlock' AND uuid = $1`, [one])
  expect(rows).toEqual([{ freed: 3 }])
})

test('asked twice, it frees once', async () => {
  const uuid = randomUUID()
  expect((await lock(seatAt(1, 1), fromHere(uuid))).ok).toBe(true)
  expect((await lock(seatAt(2, 1), fromHere(uuid))).ok).toBe(true)
  await releaseAll(database(), uuid)
  await releaseAll(database(), uuid)
  const { rows } = await database().query(`SELECT count(*)::int AS freed FROM audit WHERE action = 'unlock'`)
  expect(rows).toEqual([{ freed: 2 }])
})
