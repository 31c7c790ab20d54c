import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { cartOf, emptyHouse, fromHere, PLACE, prepareCard } from '#tests/support/buyers/house.ts'
import { ONCE, arenaRounds } from '#tests/support/seats/race.ts'
import { forgetOrderKeys } from '#tests/support/unsafe/unsafe-keys.ts'
import { tally, type Arena } from './desks.ts'

const [SAME, CHANGED, HELD] = [20, 20, 8]
/** A place and the fee. */
const DUE = 5_700

interface Outcome {
  /** How often each answer came, by its text or the code of its refusal. */
  readonly answers: Readonly<Record<string, number>>
  readonly orders: number
  readonly charges: number
}

/** Sends one order of one place twenty times at once as a visitor who holds eight, and twenty times a variant that is a byte longer. */
async function raceOfOneCall({ deskFor }: Arena): Promise<Outcome> {
  const uuid: string = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  for (let n = 0; n < HELD; n++) expect((await lock(PLACE, fromHere(uuid))).ok).toBe(true)
  const cart = cartOf([PLACE], await prepareCard(uuid, DUE))
  const carts = Array.from({ length: SAME + CHANGED }, (_, n) => (n % 2 === 0 ? cart : { ...cart, systemInquiry: '!' }))
  // Each desk gets both kinds.
  const told = await Promise.all(carts.map((one, n) => deskFor(n >> 1).commit(uuid, one)))
  const { rows } = await database().query<{ orders: number; charges: number }>(
    `SELECT (SELECT count(*)::int FROM orders WHERE holder = $1) AS orders,
       (SELECT count(*)::int FROM ledger JOIN orders USING (order_id) WHERE holder = $1 AND ledger.kind = 'charge') AS charges`,
    [uuid],
  )
  const answers = tally(told.map((one) => (one.ok ? JSON.stringify(one.answer) : one.code)))
  return { answers, orders: rows[0]?.orders ?? -1, charges: rows[0]?.charges ?? -1 }
}

/** A8 and its control, in an empty house with places. */
export function testRaceOfOneCall(arena: Arena): void {
  test(
    `A8 ${arena.where}: makes one order and one charge of twenty identical commits at once and twenty with one byte more; identical ones get one answer, the others a conflict`,
    ONCE,
    async () => {
      const rounds = arenaRounds(arena, 5)
      for (let round = 1; round <= rounds; round++) {
        const { answers, ...made } = await raceOfOneCall(arena)
        expect(made, `round ${String(round)}`).toEqual({ orders: 1, charges: 1 })
        expect(Object.values(answers)).toEqual([SAME, CHANGED])
        expect(Object.keys(answers).filter((text) => text !== 'ORDER_CONFLICT')).toHaveLength(1)
      }
      reportFigure(
        `A8 ${arena.where}: 20 identical and 20 changed commits at once, ${String(rounds)} rounds: 1 order, 1 charge, 20 equal answers and 20 conflicts in each`,
      )
    },
  )

  test(
    `A8 ${arena.where}, control: makes several orders of one call if the database keeps no idempotency keys, and one with them`,
    ONCE,
    async () => {
      const undo = await forgetOrderKeys()
      let orders = 0
      for (let round = 1; round <= 10 && orders < 2; round++) {
        orders = (await raceOfOneCall(arena)).orders
        await emptyHouse()
      }
      await undo()
      expect(orders).toBeGreaterThan(1)
      expect((await raceOfOneCall(arena)).orders).toBe(1)
      reportFigure(`A8 ${arena.where}, control: without keys in the database ${String(orders)} orders of one call`)
    },
  )
}
