import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { chargeOrder, resolveCharge, SURELY_OVER } from '#lib/server/charging.ts'
import { database } from '#lib/server/db/connect.ts'
import { commit } from '#lib/server/orders.ts'
import { PaymentUnknown, type PaymentProvider } from '#lib/server/providers/payment.ts'
import { paymentProvider } from '#lib/server/providers/payments-by-name.ts'
import { reconcile } from '#lib/server/reconcile.ts'
import { lock } from '#lib/server/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { fromHere, buildHouse, cartOf, prepareCard, seatAt } from '#tests/support/house.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200
const SEAT = seatAt(1, 1)

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(() =>
  database().query(
    `TRUNCATE seat_claim, audit, ledger, payment, order_seat, order_product, outbox, orders, sandbox_charge, sandbox_card, sandbox_form, session CASCADE`,
  ),
)
afterEach(checkInvariants)

interface Doubt {
  readonly orderId: string
  readonly amount: number
  readonly card: string
}

/** An order in doubt: its charge never reached the provider, as far as anybody can tell. */
async function orderInDoubt(seat = SEAT): Promise<Doubt> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  const card = await prepareCard(uuid, DUE, 'timeout_before')
  expect(await commit(uuid, { cart: cartOf([seat], card) }, 'he')).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
  await database().query(`UPDATE sandbox_card SET behaviour = 'accepted' WHERE payment_identifier = $1`, [card])
  const { rows } = await database().query<{ order_id: string }>('SELECT order_id FROM orders WHERE holder = $1', [uuid])
  return { orderId: rows[0]?.order_id ?? '', amount: DUE, card }
}

function chargeLate({ orderId, amount, card }: Doubt) {
  return paymentProvider().charge({ paymentIdentifier: card, amount, idempotencyKey: orderId })
}

async function letTimePass(): Promise<void> {
  await database().query(`UPDATE orders SET created_at = created_at - interval '31 seconds'`)
  await database().query(`UPDATE payment SET updated_at = updated_at - interval '31 seconds'`)
}

async function stateOf({ orderId }: Doubt): Promise<unknown> {
  const { rows } = await database().query(
    `SELECT o.state AS order, p.state AS payment, (SELECT array_agg(amount ORDER BY amount) FROM ledger l WHERE l.order_id = o.order_id) AS ledger,
            (SELECT outcome FROM sandbox_charge WHERE idempotency_key = o.order_id::text) AS provider
     FROM orders o JOIN payment p USING (order_id) WHERE o.order_id = $1`,
    [orderId],
  )
  return rows[0]
}

const GIVEN_BACK = { order: 'failed', payment: 'refunded', ledger: [-DUE, DUE], provider: 'refunded' }

test('a charge that reaches the provider after its order was given up is found and given back, once', async () => {
  const order = await orderInDoubt()
  await letTimePass()
  await reconcile()
  expect(await stateOf(order)).toMatchObject({ order: 'failed', payment: 'declined' })
  await chargeLate(order)
  await letTimePass()
  await Promise.all([reconcile(), reconcile()])
  await letTimePass()
  await reconcile()
  expect(await stateOf(order)).toEqual(GIVEN_BACK)
}, 20_000)

test('a commit that stalled until its order was given up never answers with tickets, and what it took is given back', async () => {
  const order = await orderInDoubt()
  const sandbox = paymentProvider()
  const stalled: PaymentProvider = {
    ...sandbox,
    async charge(request) {
      await resolveCharge(sandbox, order, SURELY_OVER)
      return sandbox.charge(request)
    },
  }
  expect(await chargeOrder(stalled, { orderId: order.orderId, paymentIdentifier: order.card, amount: DUE })).toBe('PAYMENT_TIMEOUT')
  expect(await stateOf(order)).toEqual(GIVEN_BACK)
}, 20_000)

test('a refund that gets no answer is asked for again', async () => {
  const order = await orderInDoubt()
  const sandbox = paymentProvider()
  await resolveCharge(sandbox, order, SURELY_OVER)
  await chargeLate(order)
  const deaf: PaymentProvider = { ...sandbox, refund: () => Promise.reject(new PaymentUnknown('silence')) }
  expect(await chargeOrder(deaf, { orderId: order.orderId, paymentIdentifier: order.card, amount: DUE })).toBe('PAYMENT_TIMEOUT')
  expect(await stateOf(order)).toMatchObject({ payment: 'declined', provider: 'charged' })
  await letTimePass()
  await reconcile()
  expect(await stateOf(order)).toEqual(GIVEN_BACK)
}, 20_000)

test('an order that cannot be settled does not keep the ones behind it from being settled', async () => {
  const poisoned = await orderInDoubt()
  const healthy = await orderInDoubt(seatAt(2, 1))
  for (const order of [poisoned, healthy]) await chargeLate(order)
  await database().query(
    `INSERT INTO ledger (order_id, payment_id, kind, amount) SELECT order_id, payment_id, 'charge', 1 FROM payment WHERE order_id = $1`,
    [poisoned.orderId],
  )
  await letTimePass()
  await reconcile()
  expect(await stateOf(healthy)).toMatchObject({ order: 'paid' })
  await database().query('TRUNCATE ledger CASCADE')
  await reconcile()
  expect(await stateOf(poisoned)).toMatchObject({ order: 'paid' })
}, 20_000)
