import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { cancel, cancellationOfferOf } from '#lib/server/orders/cancel/cancellation.ts'
import { boughtOrderOf } from '#lib/server/orders/changes/terms/ticket-change-rows.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { resendTickets } from '#lib/server/messages/resend-tickets.ts'
import { ownOrderNumbered } from '#lib/server/orders/read/order-by-number.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { recentOrderOf } from '#lib/server/orders/read/recent-order.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { unpaidToPay } from '#lib/server/orders/commit/unpaid-payment.ts'
import { ORDER_CHECKS } from '#tests/support/checks/order-checks.ts'
import { aBrowser, aCustomer, expireSignIn, signedIn, type CustomerPerson } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { orderOf } from '#tests/support/database/customer-orders.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { PAYMENT_ATTEMPTS } from './payment-attempts.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 40 })
})

/** An order of a customer, and its browser. */
async function bought(state = 'paid'): Promise<{ readonly owner: CustomerPerson; readonly resId: string; readonly orderId: string }> {
  const owner = await aCustomer({ email: `${randomUUID()}@example.com` })
  const { reservationIdentifier: resId, orderId } = await orderOf(owner.customerId, { state })
  await database().query('UPDATE orders SET holder = $2 WHERE order_id = $1', [orderId, owner.uuid])
  return { owner, resId, orderId }
}

async function signOutLater({ uuid }: CustomerPerson): Promise<void> {
  await database().query(
    `UPDATE session SET customer_id = NULL, area_customer_id = NULL, orders_since = now() + interval '1 hour' WHERE uuid = $1`,
    [uuid],
  )
}

/** Gives the order to somebody else while it is being cancelled. */
async function cancelWhileItMoves(): Promise<boolean> {
  const { owner, resId, orderId } = await bought()
  const { customerId } = await aCustomer()
  const cancelled = await inTransaction(async (client) => {
    await client.query('SELECT FROM orders WHERE order_id = $1 FOR UPDATE', [orderId])
    const asked = cancel(owner, resId, { items: undefined, asCredit: false, expectedRefund: undefined, caller: null })
    await untilWaiting()
    await client.query('UPDATE orders SET customer_id = $2 WHERE order_id = $1', [orderId, customerId])
    return { asked }
  })
  const answer = await cancelled.asked
  return answer.ok || answer.refusal.code !== 'NOT_FOUND'
}

testChecks(ORDER_CHECKS, {
  'a reservation is shown to its own': async () => (await reservationOf((await bought()).resId, await aCustomer())) !== undefined,
  'an order is found by its number by its own': async () => {
    const { orderId } = await bought()
    const number = await cellOf('SELECT order_number FROM orders WHERE order_id = $1', [orderId])
    return (await ownOrderNumbered(String(number), (await aCustomer()).uuid)) !== undefined
  },
  'what was paid is shown to its own': async () => (await orderAccountOf((await bought()).resId, (await aCustomer()).uuid)) !== undefined,
  'tickets are exchanged by their own': async () =>
    (await boughtOrderOf(database(), (await aCustomer()).uuid, (await bought()).resId)) !== undefined,
  'an order is cancelled by its own': async () => {
    const offer = await cancellationOfferOf(await aBrowser(), (await bought()).resId, undefined)
    return offer.ok || offer.refusal.code !== 'NOT_FOUND'
  },
  'tickets are sent again for their own': async () => (await resendTickets(await aCustomer(), (await bought()).resId)).ok,
  'a reservation is paid by its own': async () => (await unpaidToPay((await aCustomer()).uuid, (await bought('unpaid')).resId)).ok,
  'the customer who cancels is the one of the order': async () => {
    const { owner, resId } = await bought()
    const other = await aCustomer()
    await database().query('UPDATE session SET area_customer_id = $2 WHERE uuid = $1', [owner.uuid, other.customerId])
    return (await cancellationOfferOf(owner, resId, undefined)).ok
  },
  'the order is still the customer’s when it is cancelled': cancelWhileItMoves,
  'tickets are sent again to a cookie only': async () => {
    const { owner, resId } = await bought()
    return (await resendTickets({ uuid: owner.uuid, proof: 'header' }, resId)).ok
  },
  'personal data is shown to a cookie only': async () => {
    const { owner, resId } = await bought()
    const shown = await reservationOf(resId, { uuid: owner.uuid, proof: 'header' })
    return shown?.email.startsWith('noa') === true || shown?.mobileNumber === '0547314821' || shown?.firstName !== ''
  },
  'the recent order was made here': async () => {
    const { owner } = await bought()
    return (await recentOrderOf((await signedIn(owner.customerId)).uuid)) !== undefined
  },
  'the recent order is its visitor’s still': async () => {
    const { owner } = await bought()
    await signOutLater(owner)
    return (await recentOrderOf(owner.uuid)) !== undefined
  },
  'an order is seen where it was made': async () => {
    const { orderId, resId } = await bought()
    await database().query('UPDATE orders SET customer_id = NULL WHERE order_id = $1', [orderId])
    return (await reservationOf(resId, await aBrowser())) !== undefined
  },
  'an order is not seen after signing out': async () => {
    const { owner, resId } = await bought()
    await signOutLater(owner)
    return (await reservationOf(resId, owner)) !== undefined
  },
  'an order is seen in its customer’s browsers only': async () =>
    (await reservationOf((await bought()).resId, await aBrowser())) !== undefined,
  'an order is seen by its own customer': async () => (await reservationOf((await bought()).resId, await aCustomer())) !== undefined,
  'an order is seen while its customer is signed in': async () => {
    const { owner, resId } = await bought()
    const other = await signedIn(owner.customerId)
    await expireSignIn(other)
    return (await reservationOf(resId, other)) !== undefined
  },
  ...PAYMENT_ATTEMPTS,
})
