import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { chargeOrder, resolveCharge, SURELY_OVER, type Charge } from '#lib/server/orders/settlement/charging.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { PaymentUnknown, type PaymentProvider, type RefundRequest } from '#lib/server/providers/payment/payment.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { chargesInDoubt, letPaymentsAge } from '#tests/support/providers/charges.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { fromHere, buildHouse, cartOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200
const SEAT = seatAt(1, 1)

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(() =>
  database().query(
    `TRUNCATE seat_claim, audit, ledger, payment, sent_ticket, order_seat, order_product, outbox, orders, sales_delta, sales_day, sales_presentation, sales_feature_day, sandbox_charge, sandbox_card, sandbox_form, session CASCADE`,
  ),
)
afterEach(checkInvariants)

/** An order in doubt: as far as the shop knows, its charge never reached the provider. */
async function orderInDoubt(seat = SEAT): Promise<Charge> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  const card = await prepareCard(uuid, DUE, 'timeout_before')
  expect(await commit(uuid, { cart: cartOf([seat], card) }, 'he')).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
  await database().query(`UPDATE sandbox_card SET behaviour = 'accepted' WHERE payment_identifier = $1`, [card])
  const charge = (await chargesInDoubt()).find((one) => one.paymentIdentifier === card)
  if (!charge) throw new Error('Expected a payment in doubt.')
  return charge
}

function chargeLate({ paymentId, amount, paymentIdentifier }: Charge) {
  return paymentProvider().charge({ paymentIdentifier, amount, idempotencyKey: paymentId })
}

async function stateOf({ orderId }: Charge): Promise<unknown> {
  const { rows } = await database().query(
    `SELECT o.state AS order, p.state AS payment, (SELECT array_agg(amount ORDER BY amount) FROM ledger l WHERE l.order_id = o.order_id) AS ledger,
            (SELECT count(*)::int FROM sandbox_charge WHERE idempotency_key = p.payment_id::text) AS charges,
            (SELECT sum(amount)::int FROM sandbox_refund WHERE charge_key = p.payment_id::text) AS returned
     FROM orders o JOIN payment p USING (order_id) WHERE o.order_id = $1`,
    [orderId],
  )
  return rows[0]
}

const GIVEN_BACK = { order: 'failed', payment: 'refunded', ledger: [-DUE, DUE], charges: 1, returned: DUE }

test('a charge that reaches the provider after its order was given up is found and refunded once', async () => {
  const order = await orderInDoubt()
  await letPaymentsAge()
  await reconcile()
  expect(await stateOf(order)).toMatchObject({ order: 'failed', payment: 'declined' })
  await chargeLate(order)
  await letPaymentsAge()
  await Promise.all([reconcile(), reconcile()])
  await letPaymentsAge()
  await reconcile()
  expect(await stateOf(order)).toEqual(GIVEN_BACK)
})

test('a commit that stalled until its order was given up never answers with tickets, and its charge is refunded', async () => {
  const order = await orderInDoubt()
  const sandbox = paymentProvider()
  const stalled: PaymentProvider = {
    ...sandbox,
    async charge(request) {
      await resolveCharge(order, SURELY_OVER)
      return sandbox.charge(request)
    },
  }
  expect(await chargeOrder(stalled, order)).toBe('PAYMENT_TIMEOUT')
  expect(await stateOf(order)).toEqual(GIVEN_BACK)
})

test('a refund that gets no answer is retried', async () => {
  const order = await orderInDoubt()
  const sandbox = paymentProvider()
  await resolveCharge(order, SURELY_OVER)
  await chargeLate(order)
  replaceProvider({ ...sandbox, refund: () => Promise.reject(new PaymentUnknown('silence')) })
  expect(await chargeOrder(sandbox, order)).toBe('PAYMENT_TIMEOUT')
  replaceProvider(undefined)
  expect(await stateOf(order)).toMatchObject({ order: 'failed', payment: 'captured', ledger: [DUE], returned: null })
  await letPaymentsAge(61)
  await reconcile()
  expect(await stateOf(order)).toEqual(GIVEN_BACK)
})

test('a refund is not sent again while the first may still be on its way, since not every provider knows a repeated call', async () => {
  const order = await orderInDoubt()
  const sandbox = paymentProvider()
  await resolveCharge(order, SURELY_OVER)
  await chargeLate(order)
  const sent: RefundRequest[] = []
  const slow: Partial<PaymentProvider> = {
    patience: 10,
    refund: (request) => {
      sent.push(request)
      return new Promise(() => undefined)
    },
    findRefund: () => Promise.resolve({ outcome: 'none' }),
  }
  replaceProvider({ ...sandbox, ...slow })
  expect(await chargeOrder(sandbox, order)).toBe('PAYMENT_TIMEOUT')
  await letPaymentsAge(31)
  await reconcile()
  expect(sent).toHaveLength(1)
  replaceProvider(undefined)
  await letPaymentsAge(31)
  await reconcile()
  expect(await stateOf(order)).toEqual(GIVEN_BACK)
})

/** Deletes the ledger's one false row by a way that no program of ours has, as the ledger is append-only. */
async function removePoison({ orderId }: Charge): Promise<void> {
  await inTransaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query('DELETE FROM ledger WHERE order_id = $1', [orderId])
    await client.query('DELETE FROM receipt_due d WHERE NOT EXISTS (SELECT FROM ledger l WHERE l.entry_id = d.entry_id)')
  })
}

test('an order that cannot be settled does not block the ones behind it', async () => {
  const poisoned = await orderInDoubt()
  const healthy = await orderInDoubt(seatAt(2, 1))
  for (const order of [poisoned, healthy]) await chargeLate(order)
  await database().query(
    `INSERT INTO ledger (order_id, payment_id, kind, amount) SELECT order_id, payment_id, 'charge', 1 FROM payment WHERE order_id = $1`,
    [poisoned.orderId],
  )
  await letPaymentsAge()
  await reconcile()
  expect(await stateOf(healthy)).toMatchObject({ order: 'paid' })
  await removePoison(poisoned)
  await reconcile()
  expect(await stateOf(poisoned)).toMatchObject({ order: 'paid' })
})
