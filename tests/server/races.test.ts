import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/db/connect.ts'
import { lock } from '#lib/server/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { fromHere, buildHouse, PLACE, seatAt } from '#tests/support/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 10, seatsPerRow: 10, places: 60 })
})
beforeEach(() => database().query('TRUNCATE seat_claim, section_gate, audit'))
afterEach(checkInvariants)

function rivals(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID())
}

test('200 visitors on one seat, 10 rounds: exactly one gets it each time', async () => {
  for (let round = 1; round <= 10; round++) {
    const results = await Promise.all(rivals(200).map((uuid) => lock(seatAt(round, 1), fromHere(uuid))))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(new Set(results.filter((result) => !result.ok).map((result) => result.refusal.code))).toEqual(new Set(['SEAT_NOT_AVAILABLE']))
  }
})

test('1,000 visitors on 100 seats: every seat has one holder and none is left', async () => {
  const results = await Promise.all(
    rivals(1000).map((uuid, n) => lock(seatAt((n % 10) + 1, (Math.floor(n / 10) % 10) + 1), fromHere(uuid))),
  )
  expect(results.filter((result) => result.ok)).toHaveLength(100)
  const { rows } = await database().query('SELECT count(*)::int AS seats, count(DISTINCT holder)::int AS holders FROM seat_claim')
  expect(rows).toEqual([{ seats: 100, holders: 100 }])
})

test('300 visitors on 60 places: capacity is reached and never passed', async () => {
  const results = await Promise.all(rivals(300).map((uuid) => lock(PLACE, fromHere(uuid))))
  expect(results.filter((result) => result.ok)).toHaveLength(60)
  expect(new Set(results.filter((result) => !result.ok).map((result) => result.refusal.code))).toEqual(new Set(['NOT_ENOUGH_PLACES']))
})

test('a claim by reading first and writing then does sell twice: the races above can fail', async () => {
  const won: string[] = []
  await Promise.all(
    rivals(50).map(async (uuid) => {
      const { rowCount } = await database().query('SELECT 1 FROM audit WHERE subject = $1', ['naive'])
      if (rowCount !== 0) return
      await database().query('INSERT INTO audit (action, subject, uuid) VALUES ($1, $2, $3)', ['lock', 'naive', uuid])
      won.push(uuid)
    }),
  )
  expect(won.length).toBeGreaterThan(1)
})
