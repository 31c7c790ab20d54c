import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/db/connect.ts'
import { commit } from '#lib/server/orders/orders.ts'
import { lock } from '#lib/server/seats/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { tellFigure } from '#tests/support/figures.ts'
import { buildHouse, cartOf, emptyHouse, fromHere, PLACE, prepareCard } from '#tests/support/house.ts'
import { LONGEST, roundsOf } from '#tests/support/race.ts'
import { forgetOrderKeys } from '#tests/support/unsafe-keys.ts'

const [SAME, CHANGED, HELD] = [20, 20, 8]
const ROUNDS = roundsOf(5)
/** A place and the fee. */
const DUE = 5_700

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ places: 1_000 })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

interface Outcome {
  /** How often each answer came, by its text or the code of its refusal. */
  readonly answers: ReadonlyMap<string, number>
  readonly orders: number
  readonly charges: number
}

/** One visitor, who holds eight places, sends one order of one place twenty times at once, and between them twenty times one that is a byte longer. */
async function raceOfOneCall(): Promise<Outcome> {
  const uuid: string = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  for (let n = 0; n < HELD; n++) expect((await lock(PLACE, fromHere(uuid))).ok).toBe(true)
  const cart = cartOf([PLACE], await prepareCard(uuid, DUE))
  const carts = Array.from({ length: SAME + CHANGED }, (_, n) => (n % 2 === 0 ? cart : { ...cart, systemInquiry: '!' }))
  const results = await Promise.all(carts.map((one) => commit(uuid, { cart: one }, 'he')))
  const answers = new Map<string, number>()
  for (const result of results) {
    const text = result.ok ? JSON.stringify(result.value) : result.refusal.code
    answers.set(text, (answers.get(text) ?? 0) + 1)
  }
  const { rows } = await database().query<{ orders: number; charges: number }>(
    `SELECT (SELECT count(*)::int FROM orders WHERE holder = $1) AS orders,
       (SELECT count(*)::int FROM ledger JOIN orders USING (order_id) WHERE holder = $1 AND ledger.kind = 'charge') AS charges`,
    [uuid],
  )
  return { answers, orders: rows[0]?.orders ?? -1, charges: rows[0]?.charges ?? -1 }
}

test(
  'A8: twenty identical commits at once, and twenty with one byte more, make one order and one charge; the same get one answer, the others a conflict',
  async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const { answers, ...made } = await raceOfOneCall()
      expect(made, `round ${String(round)}`).toEqual({ orders: 1, charges: 1 })
      expect([...answers.values()]).toEqual([SAME, CHANGED])
      expect([...answers.keys()].filter((text) => text !== 'ORDER_CONFLICT')).toHaveLength(1)
    }
    tellFigure(
      `A8: 20 identical and 20 changed commits at once, ${String(ROUNDS)} rounds: 1 order, 1 charge, 20 equal answers and 20 conflicts in each`,
    )
  },
  LONGEST,
)

test('where the database keeps no keys, the race of A8 does make several orders of one call; with them it does not', async () => {
  const undo = await forgetOrderKeys()
  const unsafe = await raceOfOneCall()
  await emptyHouse()
  await undo()
  expect(unsafe.orders).toBeGreaterThan(1)
  expect((await raceOfOneCall()).orders).toBe(1)
  tellFigure(`A8, control: without keys in the database ${String(unsafe.orders)} orders of one call`)
})
