import { beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { FORM_STATES, ORDER_STATES, PAYMENT_STATES, REFUND_STATES, RESALE_STATES, stepsOf } from '#lib/domain/orders/states.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings } from '#tests/support/database/order-rows.ts'

const MACHINES = [
  ['orders', ORDER_STATES],
  ['payment', PAYMENT_STATES],
  ['payment_form', FORM_STATES],
  ['refund', REFUND_STATES],
  ['resale', RESALE_STATES],
] as const

beforeAll(async () => {
  await freshDatabase()
  await insertShowings()
})

test.each(MACHINES)('allows the same states and transitions of %s in the database as in the state table', async (table, machine) => {
  const { rows } = await database().query<{ steps: string; states: string }>(
    `SELECT pg_get_triggerdef(t.oid) AS steps, (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c WHERE c.conname = $2) AS states
     FROM pg_trigger t WHERE t.tgname = $1`,
    [`${table}_steps`, `${table}_state_check`],
  )
  const quoted = (text = '') => [...text.matchAll(/'([a-z_>]+)'/g)].map((match) => match[1]).sort()
  expect(quoted(rows[0]?.steps)).toEqual(stepsOf(machine).sort())
  expect(quoted(rows[0]?.states)).toEqual(Object.keys(machine).sort())
})

/** A shortest path to each state from the first ones. */
function wayTo(state: string): string[] {
  const ways: string[][] = [['paying'], ['unpaid'], ['failed']]
  for (const way of ways) {
    const last = way.at(-1)
    if (last === state) return way
    for (const [from, following] of Object.entries<readonly string[]>(ORDER_STATES))
      if (from === last) for (const to of following) if (!way.includes(to)) ways.push([...way, to])
  }
  throw new Error(`No way leads to ${state}.`)
}

test('reaches every state of an order by its transitions, and allows no other', async () => {
  const states = Object.keys(ORDER_STATES)
  for (const state of states) {
    const [first = '', ...steps] = wayTo(state)
    for (const to of states.filter((other) => other !== state)) {
      const { orderId } = await insertOrder({ state: 'paying' })
      await database().query('DELETE FROM order_seat WHERE order_id = $1', [orderId])
      await database().query('DELETE FROM order_product WHERE order_id = $1', [orderId])
      await database().query(
        `WITH old AS (DELETE FROM orders WHERE order_id = $1 RETURNING *) INSERT INTO orders
         SELECT (jsonb_populate_record(NULL::orders, to_jsonb(old) || jsonb_build_object('state', $2::text, 'pay_until', now()))).* FROM old`,
        [orderId, first],
      )
      const go = (next: string) => database().query('UPDATE orders SET state = $2 WHERE order_id = $1', [orderId, next])
      for (const step of steps) await go(step)
      const isAllowed = stepsOf(ORDER_STATES).includes(`${state}>${to}`)
      const went = await go(to).then(
        () => true,
        () => false,
      )
      expect(`${state}>${to} ${String(went)}`).toBe(`${state}>${to} ${String(isAllowed)}`)
    }
  }
})
