import { randomUUID } from 'node:crypto'
import { hashOf, keyOfFree } from '#lib/server/orders/place/order-key.ts'
import { answerOfEarlier } from '#lib/server/orders/place/order-answers.ts'
import { keptSsnOf, maskedSsnOf } from '#lib/server/orders/cart/kept-ssn.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkPayment, inspectPayment } from '#lib/server/orders/commit/payment-check.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { aBrowser, aCustomer, aSeat, countOf, expireSignIn } from '#tests/support/checks/people.ts'
import { isOrderedByItself, payInForm } from '#tests/support/checks/paid-forms.ts'
import { statusOf } from '#tests/support/checks/routes.ts'
import type { Attempt } from '#tests/support/checks/test-checks.ts'
import { cartOf, fromHere, prepareCard } from '#tests/support/buyers/house.ts'
import { buyerHolding } from '#tests/support/buyers/vouchers.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200

async function buy(): Promise<{ readonly uuid: string; readonly paymentIdentifier: string; readonly resId: string }> {
  const seat = aSeat()
  const uuid = await buyerHolding([seat])
  const paymentIdentifier = await prepareCard(uuid, DUE)
  const made = await commit(uuid, { cart: cartOf([seat], paymentIdentifier) }, 'he')
  if (!made.ok) throw new Error(made.refusal.code)
  return { uuid, paymentIdentifier, resId: made.value.reservationIdentifier }
}

/** Attempts on orders and payments by the server's calls. */
export const PAYMENT_ATTEMPTS = {
  'a call that names another uuid sees no reservation': async () => {
    const { uuid, resId } = await buy()
    const request = new Request(`http://127.0.0.1/api/reservations/${resId}?uuid=${randomUUID()}`, { headers: { uuid } })
    return (await statusOf('reservations/[resId].ts', request, { resId })) === 200
  },
  'a card is its visitor’s': async () => {
    const paymentIdentifier = await prepareCard((await aBrowser()).uuid, DUE)
    return (await checkPayment(paymentIdentifier, { uuid: (await aBrowser()).uuid, amount: DUE, orderId: null })).ok
  },
  'a paid form is its visitor’s': async () => {
    const { paymentIdentifier } = await payInForm(aSeat())
    return (await inspectPayment((await aBrowser()).uuid, paymentIdentifier)) !== undefined
  },
  'money pays the order of who paid it': async () => {
    const { uuid, providerForm } = await payInForm(aSeat())
    await database().query('UPDATE sandbox_form SET uuid = $2 WHERE form_id = $1', [providerForm, (await aBrowser()).uuid])
    return isOrderedByItself(uuid)
  },
  'an ID number is kept for who gave it': async () => {
    const { formId } = await payInForm(aSeat())
    return (await keptSsnOf((await aBrowser()).uuid, formId)) !== undefined
  },
  'the ID number of a customer is used while they are signed in': async () => {
    const customer = await aCustomer({ ssn: anIdNumber() })
    await expireSignIn(customer)
    return (await keptSsnOf(customer.uuid)) !== undefined
  },
  'the ID number of a customer is shown while they are signed in': async () => {
    const customer = await aCustomer({ ssn: anIdNumber() })
    await expireSignIn(customer)
    return (await maskedSsnOf(customer.uuid)) !== null
  },
  'an ID number is shown with the cart that it was given for': async () => {
    const { uuid } = await aBrowser()
    await storeCartOf(uuid, { customerInfo: { ssn: '123456782' } })
    await database().query('UPDATE session SET cart_id = gen_random_uuid() WHERE uuid = $1', [uuid])
    return (await maskedSsnOf(uuid)) !== null
  },
  'an order is the customer’s who is signed in': async () => {
    const customer = await aCustomer()
    await expireSignIn(customer)
    const seat = aSeat()
    await lock(seat, fromHere(customer.uuid))
    await commit(customer.uuid, { cart: cartOf([seat], await prepareCard(customer.uuid, DUE)) }, 'he')
    return (await countOf('orders WHERE customer_id = $1', [customer.customerId])) > 0
  },
  'a repeated call gets the answer of its own order': async () => {
    const { paymentIdentifier } = await buy()
    const { rows } = await database().query<{ key: string; hash: Buffer }>(
      'SELECT o.idempotency_key AS key, o.body_hash AS hash FROM orders o JOIN payment p USING (order_id) WHERE p.payment_identifier = $1',
      [paymentIdentifier],
    )
    const key = { idempotencyKey: rows[0]?.key ?? '', bodyHash: rows[0]?.hash ?? Buffer.alloc(0) }
    return (await answerOfEarlier({ uuid: (await aBrowser()).uuid, ...key })) !== undefined
  },
  'the order of a form answers its own visitor': async () => {
    const { uuid, formId } = await payInForm(aSeat())
    if (!(await isOrderedByItself(uuid))) throw new Error('The form was not ordered.')
    return (await answerOfEarlier({ uuid: (await aBrowser()).uuid, idempotencyKey: formId, bodyHash: Buffer.alloc(32) })) !== undefined
  },
  'a free order is a second one where its own visitor holds more': async () => {
    const { uuid } = await buy()
    const cart = cartOf([aSeat()])
    await database().query(`UPDATE orders SET idempotency_key = 'its own', body_hash = $2 WHERE holder = $1`, [uuid, hashOf(cart)])
    await buyerHolding([aSeat()])
    return (await keyOfFree(uuid, cart, hashOf(cart))) !== 'its own'
  },
  'a free order is repeated by its own visitor': async () => {
    const { uuid } = await buy()
    const cart = cartOf([aSeat()])
    await database().query(`UPDATE orders SET idempotency_key = 'of somebody', body_hash = $2 WHERE holder = $1`, [uuid, hashOf(cart)])
    return (await keyOfFree((await aBrowser()).uuid, cart, hashOf(cart))) === 'of somebody'
  },
} as const satisfies Readonly<Record<string, Attempt>>

let idNumbers = 0

function anIdNumber(): string {
  idNumbers += 1
  return String(idNumbers).padStart(9, '0')
}
