import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { UNPAID_SEATS } from '#lib/server/operations/sweep.ts'
import { foldTaken } from '#lib/server/seats/board/availability.ts'
import { TAKEN } from '#lib/server/seats/board/taken-counts.ts'
import { SWEEP_HOLDS } from '#lib/server/seats/claims/claims-sweep.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'

const CLAIM = `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at, order_id)`

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 100, seatsPerRow: 100 })
})

/** How many seats of the house are taken by the counts, changes that are not folded included. */
function taken(): Promise<unknown> {
  return cellOf(
    `SELECT coalesce(sum(seats), 0)::int FROM (SELECT taken AS seats FROM seats_taken UNION ALL SELECT change FROM seats_taken_change) AS c`,
  )
}

describe('seats that are being paid or sold are counted as their claims change', () => {
  afterEach(emptyHouse)
  const holder = randomUUID()

  test('whatever becomes of them, folded or not', async () => {
    const steps: readonly (readonly [statement: string, taken: number])[] = [
      [`${CLAIM} VALUES (1, 1001, 'H', $1, now(), now() + interval '1 hour', NULL), (1, 1002, 'H', $1, now(), now(), NULL)`, 0],
      [`UPDATE seat_claim SET state = 'P', order_id = $1 WHERE holder = $1`, 2],
      [`UPDATE seat_claim SET state = 'S', expires_at = NULL WHERE holder = $1 AND seat_id = 1001`, 2],
      [`UPDATE seat_claim SET state = 'H', order_id = NULL WHERE holder = $1 AND seat_id = 1002`, 1],
      [`${CLAIM} VALUES (1, 1003, 'S', $1, now(), NULL, $1)`, 2],
      [`UPDATE seat_claim SET presentation_id = 2 WHERE holder = $1 AND seat_id = 1003`, 2],
      [`DELETE FROM seat_claim WHERE holder = $1 AND state = 'S'`, 0],
    ]
    for (const folds of [true, false])
      for (const [statement, count] of steps) {
        await database().query(statement, [holder])
        if (folds) await foldTaken()
        expect([await taken(), await cellOf('SELECT count(*)::int FROM taken_amiss()')], statement).toEqual([count, 0])
        if (statement.startsWith('DELETE')) await database().query('DELETE FROM seat_claim')
      }
  })

  test('by many at once, while they are folded', async () => {
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        await database().query(`${CLAIM} VALUES (1, $2, 'S', $1, now(), NULL, $1)`, [holder, 1001 + (n % 60)])
        await foldTaken()
        if (n % 3 === 0) await database().query('DELETE FROM seat_claim WHERE seat_id = $1', [1001 + n])
      }),
    )
    await foldTaken()
    expect([await cellOf('SELECT sum(taken)::int FROM seats_taken'), await cellOf('SELECT count(*)::int FROM seats_taken_change')]).toEqual(
      [40, 0],
    )
  })
})

test('what is asked every second or minute looks at no claim that is sold', async () => {
  await database().query(`${CLAIM} SELECT 1, seat_id, 'S', gen_random_uuid(), now(), NULL, gen_random_uuid() FROM seat`)
  await database().query('ANALYZE seat_claim')
  for (const [statement, values] of [
    [TAKEN, [null, [], []]],
    [TAKEN, ['100:100:', [], [1]]],
    [UNPAID_SEATS, []],
    [SWEEP_HOLDS, [900, 5000]],
  ] as const) {
    const { rows } = await database().query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`, [...values])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('seat_claim_held')
    expect(plan).not.toContain('Seq Scan on seat_claim')
  }
  await emptyHouse()
  await checkInvariants()
})
