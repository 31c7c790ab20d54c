import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Producer } from '#lib/server/orders/cart/producer.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { cardcomPayments } from '#lib/server/providers/payment/payment-cardcom.ts'
import { stripePayments } from '#lib/server/providers/payment/payment-stripe.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { CARDCOM, startCardcomStandIn, type CardcomStandIn } from '#tests/support/providers/cardcom-stand-in.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, CUSTOMER, fromHere, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, startStripeStandIn, type StripeStandIn } from '#tests/support/providers/stripe-stand-in.ts'
import { tellShop } from '#tests/support/providers/tell-shop.ts'

/** Whole purchases through the shop's own code, with the real provider clients against stand-ins of the providers. */

let stripe: StripeStandIn
let cardcom: CardcomStandIn
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 20 })
  stripe = await startStripeStandIn()
  cardcom = await startCardcomStandIn()
})
afterEach(checkInvariants)
afterEach(async () => {
  expect(await ledger('stripe')).toBe(stripe.taken())
  expect(await ledger('cardcom')).toBe(cardcom.taken())
})
afterAll(async () => {
  replaceProvider(undefined)
  await Promise.all([stripe.stop(), cardcom.stop()])
})

/** Charges less refunds of a provider, by our ledger. */
async function ledger(provider: string): Promise<number> {
  const { rows } = await database().query<{ sum: number }>(
    `SELECT coalesce(sum(l.amount), 0)::int AS sum FROM ledger l JOIN payment p USING (payment_id) WHERE p.provider = $1 AND l.kind IN ('charge', 'refund')`,
    [provider],
  )
  return rows[0]?.sum ?? -1
}

function useStripe(): void {
  replaceProvider(
    stripePayments(
      { secretKey: STRIPE_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiBase: stripe.origin },
      { timeout: 60_000, retries: 0 },
    ),
  )
}

function useCardcom(): void {
  replaceProvider(cardcomPayments({ ...CARDCOM, apiBase: cardcom.origin }, 60_000))
}

let row = 0
/** Two seats not used by another test, for ₪217. */
function nextSeats(): SeatAddress[] {
  row += 1
  return [seatAt(4, row), seatAt(5, row)]
}
const DUE = 21_700

async function visitorHolding(seats: readonly SeatAddress[]): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  for (const seat of seats) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  expect(
    (await storeCartOf(uuid, { presentations: [{ id: 1, seats: seats.map((seat) => lineOf(seat)) }], customerInfo: CUSTOMER })).ok,
  ).toBe(true)
  return uuid
}

interface Opened {
  readonly formName: string
  readonly isFramed: boolean
}

async function openForm(uuid: string, producer?: Producer): Promise<Opened> {
  const opened = await openPaymentForm(
    { uuid, locale: 'he', origin: 'https://tickets.example', producer },
    { total: DUE / 100, method: 'card' },
  )
  if (!opened.ok) throw new Error(opened.refusal.code)
  const { paymentFormURL, isFramed } = opened.value
  return { formName: paymentFormURL.split('/').at(-1) ?? '', isFramed }
}

/** The identifier in the redirect back to the checkout. */
function identifierIn(address: string | null): string {
  const url = new URL(address ?? '')
  expect(url.origin + url.pathname).toBe('https://tickets.example/booking/checkout/payment')
  expect([...url.searchParams.keys()]).toEqual(['paymentIdentifier'])
  return url.searchParams.get('paymentIdentifier') ?? ''
}

async function stateOfForm(formName: string): Promise<{ state: string; order: string | null } | undefined> {
  const { rows } = await database().query<{ state: string; order: string | null }>(
    `SELECT f.state, (SELECT o.state FROM payment p JOIN orders o USING (order_id) WHERE p.form_id = f.form_id LIMIT 1) AS order
     FROM payment_form f WHERE provider_form = $1`,
    [formName],
  )
  return rows[0]
}

/** Backdates the form's opening. */
async function age(formName: string): Promise<void> {
  await database().query(`UPDATE payment_form SET created_at = now() - interval '2 hours' WHERE provider_form = $1`, [formName])
}

function codeOf(result: { readonly ok: boolean; readonly refusal?: { readonly code: string } }): string | undefined {
  return result.refusal?.code
}

describe('with Stripe', () => {
  const callback = (event: { body: string; signature: string }) =>
    tellShop(
      'stripe',
      { body: Buffer.from(event.body), headers: new Headers({ 'Stripe-Signature': event.signature }), query: new URLSearchParams() },
      null,
    )

  test('two seats are authorised in the form, sold, and charged once', async () => {
    useStripe()
    const seats = nextSeats()
    const before = stripe.taken()
    const uuid = await visitorHolding(seats)
    const { formName, isFramed } = await openForm(uuid)
    expect(isFramed).toBe(false)
    const identifier = identifierIn(stripe.press(formName, 'pay'))
    expect(stripe.taken()).toBe(before)
    const cart = cartOf(seats, identifier)
    const sold = await commit(uuid, { cart }, 'he')
    expect(sold.ok && sold.value.ticketIdentifiers).toHaveLength(2)
    expect(await commit(uuid, { cart }, 'he')).toEqual(sold)
    expect(stripe.taken() - before).toBe(DUE)
    const event = stripe.event(formName)
    expect(await Promise.all(Array.from({ length: 5 }, () => callback(event)))).toEqual(Array.from({ length: 5 }, () => 204))
    await reconcile()
    expect(stripe.taken() - before).toBe(DUE)
    expect(await stateOfForm(formName)).toEqual({ state: 'ordered', order: 'paid' })
  })

  test('a charge whose answer was lost is found, and the seats are sold', async () => {
    useStripe()
    const seats = nextSeats()
    const uuid = await visitorHolding(seats)
    const { formName } = await openForm(uuid)
    stripe.fail('capture', 'error-after')
    expect((await commit(uuid, { cart: cartOf(seats, identifierIn(stripe.press(formName, 'pay'))) }, 'he')).ok).toBe(true)
  })

  test('a declined card buys nothing, and another card then buys', async () => {
    useStripe()
    const seats = nextSeats()
    const uuid = await visitorHolding(seats)
    const first = await openForm(uuid)
    expect(stripe.press(first.formName, 'decline')).toBeNull()
    const identifier = identifierIn(stripe.press(first.formName, 'pay'))
    stripe.declineCaptures(1)
    expect(codeOf(await commit(uuid, { cart: cartOf(seats, identifier) }, 'he'))).toBe('CARD_DECLINED')
    const second = await openForm(uuid)
    expect((await commit(uuid, { cart: cartOf(seats, identifierIn(stripe.press(second.formName, 'pay'))) }, 'he')).ok).toBe(true)
    expect(stripe.statusOf(first.formName)).toBe('canceled')
    expect(stripe.statusOf(second.formName)).toBe('succeeded')
  })

  test('another visitor’s form and an unpaid one buy nothing', async () => {
    useStripe()
    const seats = nextSeats()
    const uuid = await visitorHolding(seats)
    const other = await visitorHolding(nextSeats())
    const identifier = identifierIn(stripe.press((await openForm(other)).formName, 'pay'))
    expect(codeOf(await commit(uuid, { cart: cartOf(seats, identifier) }, 'he'))).toBe('PAYMENT_FORM_INVALID')
    const { rows } = await database().query<{ form_id: string }>('SELECT form_id FROM payment_form WHERE provider_form = $1', [
      (await openForm(uuid)).formName,
    ])
    expect(codeOf(await commit(uuid, { cart: cartOf(seats, rows[0]?.form_id) }, 'he'))).toBe('PAYMENT_FORM_INVALID')
  })

  test('an authorisation of a buyer who closed the browser is released when the form expires', async () => {
    useStripe()
    const uuid = await visitorHolding(nextSeats())
    const { formName } = await openForm(uuid)
    stripe.press(formName, 'pay')
    await age(formName)
    await reconcile()
    expect(await stateOfForm(formName)).toEqual({ state: 'lapsed', order: null })
    expect(stripe.statusOf(formName)).toBe('canceled')
  })

  test('callbacks that are forged, stale, unknown or of another amount are refused', async () => {
    useStripe()
    const { formName } = await openForm(await visitorHolding(nextSeats()))
    const at = Math.floor(Date.now() / 1000)
    expect(await callback(stripe.event(formName, undefined, at, 'whsec_somebodyElseSomebodyElse'))).toBe(401)
    expect(await callback(stripe.event(formName, undefined, at - 400))).toBe(401)
    expect(await callback(stripe.event('cs_test_unknown'))).toBe(404)
    await database().query('UPDATE payment_form SET amount = amount + 1 WHERE provider_form = $1', [formName])
    expect(await callback(stripe.event(formName))).toBe(409)
  })
})

describe('with Cardcom', () => {
  const callback = (formName: string) =>
    tellShop('cardcom', { body: Buffer.from(cardcom.callback(formName)), headers: new Headers(), query: new URLSearchParams() }, null)

  test.each(['pay', 'payments', 'bit'] as const)('two seats are charged in the form by %s and sold, once', async (button) => {
    useCardcom()
    const seats = nextSeats()
    const before = cardcom.taken()
    const uuid = await visitorHolding(seats)
    const { formName, isFramed } = await openForm(uuid)
    expect(isFramed).toBe(false)
    const cart = cartOf(seats, identifierIn(cardcom.press(formName, button)))
    const sold = await commit(uuid, { cart }, 'he')
    expect(sold.ok && sold.value.ticketIdentifiers).toHaveLength(2)
    expect(await commit(uuid, { cart }, 'he')).toEqual(sold)
    for (let times = 0; times < 5; times += 1) expect(await callback(formName)).toBe(204)
    await reconcile()
    expect(cardcom.taken() - before).toBe(DUE)
    expect(await stateOfForm(formName)).toEqual({ state: 'ordered', order: 'paid' })
  })

  test('a buyer who closed the browser after paying gets the tickets on Cardcom’s callback', async () => {
    useCardcom()
    const uuid = await visitorHolding(nextSeats())
    const { formName } = await openForm(uuid)
    cardcom.press(formName, 'pay')
    await Promise.all(Array.from({ length: 5 }, () => callback(formName)))
    await reconcile()
    expect(await stateOfForm(formName)).toEqual({ state: 'ordered', order: 'paid' })
  })

  test('R7.6 a producer’s sale that is charged in the form becomes an order of producers though nobody comes back, of the own shows only', async () => {
    useCardcom()
    const member = {
      staffId: 77,
      firstName: 'דנה',
      lastName: 'לביא',
      permissions: new Set([267] as const),
      businessIds: [1],
      featureIds: 'all',
    } as const
    const uuid = await visitorHolding(nextSeats())
    await database().query(
      `UPDATE session SET customer_info = '{"firstName": "לקוח בדלת", "mobileNumber": "052-111-2233"}' WHERE uuid = $1`,
      [uuid],
    )
    const foreign = { member: { ...member, businessIds: [2] }, address: null, device: '' }
    await expect(openForm(uuid, foreign)).rejects.toThrow('STAFF_NOT_ALLOWED')
    const { formName } = await openForm(uuid, { member, address: null, device: 'Safari' })
    cardcom.press(formName, 'pay')
    await callback(formName)
    await reconcile()
    expect(await stateOfForm(formName)).toEqual({ state: 'ordered', order: 'paid' })
    const { rows } = await database().query(
      `SELECT channel, first_name AS name, mobile_number AS mobile, a.staff_id AS by, a.device FROM orders o JOIN staff_audit a ON a.subject = o.order_id::text WHERE holder = $1`,
      [uuid],
    )
    expect(rows).toEqual([{ channel: 'producer', name: 'לקוח בדלת', mobile: '0521112233', by: 77, device: 'Safari' }])
  })

  test('a payment for seats that are gone is refunded once', async () => {
    useCardcom()
    const seats = nextSeats()
    const before = cardcom.taken()
    const uuid = await visitorHolding(seats)
    const { formName } = await openForm(uuid)
    await database().query('DELETE FROM seat_claim WHERE holder = $1', [uuid])
    await visitorHolding(seats)
    const identifier = identifierIn(cardcom.press(formName, 'pay'))
    expect((await commit(uuid, { cart: cartOf(seats, identifier) }, 'he')).ok).toBe(false)
    await callback(formName)
    await reconcile()
    expect(cardcom.taken()).toBe(before)
  })

  test('the second of two tabs that both paid is refunded, even if the answer to the refund is lost', async () => {
    useCardcom()
    const seats = nextSeats()
    const before = cardcom.taken()
    const uuid = await visitorHolding(seats)
    const [one, two] = [await openForm(uuid), await openForm(uuid)]
    const identifiers = [identifierIn(cardcom.press(one.formName, 'pay')), identifierIn(cardcom.press(two.formName, 'bit'))]
    expect((await commit(uuid, { cart: cartOf(seats, identifiers[0]) }, 'he')).ok).toBe(true)
    cardcom.fail('Transactions/RefundByTransactionId', 'drop-after')
    expect((await commit(uuid, { cart: cartOf(seats, identifiers[1]) }, 'he')).ok).toBe(false)
    await database().query(`UPDATE refund SET updated_at = updated_at - interval '10 minutes'`)
    await callback(two.formName)
    await reconcile()
    expect(cardcom.taken() - before).toBe(DUE)
  })

  test('a form that charged another amount sells nothing and is refunded', async () => {
    useCardcom()
    const seats = nextSeats()
    const before = cardcom.taken()
    const uuid = await visitorHolding(seats)
    const { formName } = await openForm(uuid)
    cardcom.payWrongly(formName, { amount: 1 })
    const { rows } = await database().query<{ form_id: string }>('SELECT form_id FROM payment_form WHERE provider_form = $1', [formName])
    expect((await commit(uuid, { cart: cartOf(seats, rows[0]?.form_id) }, 'he')).ok).toBe(false)
    await callback(formName)
    await reconcile()
    expect(cardcom.taken()).toBe(before)
  })

  test('a payment is pending while Cardcom does not answer, and then sold', async () => {
    useCardcom()
    const seats = nextSeats()
    const uuid = await visitorHolding(seats)
    const { formName } = await openForm(uuid)
    const identifier = identifierIn(cardcom.press(formName, 'pay'))
    cardcom.fail('LowProfile/GetLpResult', 'error-before', 'drop-before', 'drop-before')
    expect(codeOf(await commit(uuid, { cart: cartOf(seats, identifier) }, 'he'))).toBe('PAYMENT_PENDING')
    await callback(formName)
    await reconcile()
    await reconcile()
    await reconcile()
    expect(await stateOfForm(formName)).toEqual({ state: 'ordered', order: 'paid' })
  })

  test('a forged callback for an unpaid page sells nothing', async () => {
    useCardcom()
    const { formName } = await openForm(await visitorHolding(nextSeats()))
    const body = Buffer.from(cardcom.callback(formName).replace('"ResponseCode":5', '"ResponseCode":0'))
    expect(await tellShop('cardcom', { body, headers: new Headers(), query: new URLSearchParams() }, null)).toBe(204)
    await reconcile()
    expect(await stateOfForm(formName)).toEqual({ state: 'open', order: null })
  })
})
