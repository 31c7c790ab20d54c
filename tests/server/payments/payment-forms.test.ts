import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { openPaymentForm, type FormQuery } from '#lib/server/orders/commit/payment-form.ts'
import { signatureOf } from '#lib/server/providers/payment/sandbox-callback.ts'
import { formOf } from '#lib/server/providers/payment/sandbox-form.ts'
import { payByWallet } from '#lib/server/providers/payment/sandbox-wallet.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, CUSTOMER, emptyHouse, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { currentProvider } from '#lib/server/providers/payment/current-provider.ts'
import { aBrowser } from '#tests/support/checks/people.ts'
import { addFilms, FILM } from '#tests/support/sold/films.ts'
import { tellShop } from '#tests/support/providers/tell-shop.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200
const SEAT = seatAt(4, 4)

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

async function visitorHolding(seat: SeatAddress): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(seat)] }], customerInfo: CUSTOMER })
  return uuid
}

function openForm(uuid: string, query: Partial<FormQuery> = {}) {
  return openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'card', ...query })
}

/** The provider's identifier of a new form. */
async function formFor(uuid: string, query: Partial<FormQuery> = {}): Promise<string> {
  const form = await openForm(uuid, query)
  if (!form.ok) throw new Error(form.refusal.code)
  return form.value.paymentFormURL.split('/').at(-1) ?? ''
}

/** Pays in the form without a callback, as a wallet whose buyer closes the browser. */
async function payInForm(formName: string): Promise<string> {
  const form = await formOf(formName)
  const identifier = form && (await payByWallet(form, 'silent'))
  if (identifier === undefined) throw new Error('The wallet took nothing.')
  return identifier
}

function commitWith(uuid: string, identifier: string, change = {}) {
  return commit(uuid, { cart: { ...cartOf([SEAT], identifier), ...change } }, 'he')
}

async function rows(text: string): Promise<unknown[]> {
  return (await database().query({ text, rowMode: 'array' })).rows.map((row: unknown) => (Array.isArray(row) ? row.join(' ') : row))
}

/** While it works, the second number that is drawn is taken: the first is that of the order that finds its seats gone. */
async function drawTakenSecond(work: () => Promise<void>): Promise<void> {
  const [drawing] = await rows(`SELECT pg_get_functiondef('new_order_number'::regproc)`)
  await database().query(`CREATE SEQUENCE draws`)
  await database().query(
    `CREATE OR REPLACE FUNCTION new_order_number() RETURNS text LANGUAGE sql VOLATILE AS $$
       SELECT CASE nextval('draws') WHEN 2 THEN (SELECT order_number FROM orders LIMIT 1) WHEN 1 THEN 'AAAABBBB' ELSE 'CCCCDDDD' END $$`,
  )
  try {
    await work()
  } finally {
    await database().query(String(drawing))
    await database().query('DROP SEQUENCE draws')
  }
}

const LEDGER = 'SELECT kind, amount FROM ledger ORDER BY entry_id'
const ORDERS = `SELECT state, coalesce(failure_code, '') FROM orders ORDER BY created_at`

describe('R7.4 the payment form', () => {
  test('is stored before the provider is asked, with all that an order needs, sealed', async () => {
    const uuid = await visitorHolding(SEAT)
    const name = await formFor(uuid)
    const { rows: forms } = await database().query<{ body: Buffer }>(
      'SELECT provider, provider_form, amount, state, body FROM payment_form',
    )
    expect(forms).toMatchObject([{ provider: 'sandbox', provider_form: name, amount: DUE, state: 'open' }])
    expect(forms[0]?.body.toString('latin1')).not.toContain('noa@example.com')
  })

  test('takes the ID number that was typed, which nothing else knows, for the order of a buyer who does not return', async () => {
    const uuid = await visitorHolding(SEAT)
    const { ssn, ...customerInfo } = CUSTOMER
    await database().query('UPDATE session SET ssn_encrypted = NULL WHERE uuid = $1', [uuid])
    await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], customerInfo })
    await payInForm(await formFor(uuid, { ssn }))
    await letPaymentsAge()
    await reconcile()
    const { rows: orders } = await database().query<{ ssn: Buffer }>(`SELECT ssn_encrypted AS ssn FROM orders WHERE state = 'paid'`)
    expect(orders.map((order) => decryptText(order.ssn))).toEqual([ssn])
  })

  test('verifies the place, the profile and the business that the page sends', async () => {
    const uuid = await visitorHolding(SEAT)
    for (const wrong of [{ locationId: 2 }, { authProfileId: 2 }, { businessId: 2 }])
      expect(await openForm(uuid, wrong)).toMatchObject({ refusal: { code: 'CART_INCOMPATIBLE' } })
    expect(await openForm(uuid, { total: 1 })).toMatchObject({ refusal: { code: 'PRICE_CHANGED', facts: { total: 112 } } })
    expect(await openForm(uuid, { locationId: 1, authProfileId: 1, businessId: 1, total: 112 })).toMatchObject({ ok: true })
  })

  test('is opened for no item that does not exist: a cart keeps none', async () => {
    const uuid = await visitorHolding(SEAT)
    const cart = { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], customerInfo: CUSTOMER }
    expect(await storeCartOf(uuid, { ...cart, vouchers: [{ SystemVoucherId: 1 }] })).toMatchObject({
      refusal: { code: 'SYSTEM_VOUCHER_NOT_FOUND' },
    })
    expect(await openForm(uuid, { total: DUE / 100 })).toMatchObject({ ok: true })
  })

  test('R9.5 offers one payment, and as many instalments as the presentation allows', async () => {
    const uuid = await visitorHolding(SEAT)
    const name = await formFor(uuid)
    expect((await formOf(name))?.maxPayments).toBe(3)
    expect(await commitWith(uuid, await prepareCard(uuid, DUE, 'accepted', name))).toMatchObject({ ok: true })
    expect(await rows('SELECT number_of_payments FROM orders')).toEqual(['1'])
    const { rows: orders } = await database().query(`SELECT column_default FROM information_schema.columns
      WHERE table_name = 'orders' AND column_name = 'number_of_payments'`)
    expect(orders).toEqual([{ column_default: '1' }])
  })
})

test('R1.18 the provider is told in the buyer’s language what is paid, of a show and of a film alone', async () => {
  await addFilms()
  await database().query(`UPDATE feature SET words = '{"en": {"name": "The Trial Play"}}'`)
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
  const opened = vi.spyOn(currentProvider(), 'openForm')
  const [atShow, atHome] = [await visitorHolding(SEAT), (await aBrowser()).uuid]
  await storeCartOf(atHome, { presentations: [], films: [{ vodId: FILM }], customerInfo: CUSTOMER })
  for (const locale of ['en', 'he'] as const)
    for (const uuid of [atShow, atHome])
      expect(await openPaymentForm({ uuid, locale, origin: 'http://127.0.0.1:9' }, { method: 'card' })).toMatchObject({ ok: true })
  expect(opened.mock.calls.map(([{ description }]) => description)).toEqual([
    ...['The Trial Play', 'The Trial Play', 'הצגת בדיקה', 'הצגת בדיקה'],
  ])
  opened.mockRestore()
})

describe('a payment that was charged in the form', () => {
  test('becomes the order when the buyer returns', async () => {
    const uuid = await visitorHolding(SEAT)
    const identifier = await payInForm(await formFor(uuid))
    expect(await commitWith(uuid, identifier)).toMatchObject({ ok: true })
    expect(await rows(LEDGER)).toEqual([`charge ${String(DUE)}`])
    expect(await rows('SELECT state, method FROM payment')).toEqual(['captured wallet'])
    expect(await rows('SELECT state FROM payment_form')).toEqual(['ordered'])
  })

  test('becomes the order that it was opened for if its buyer asks for something that does not exist beside it', async () => {
    const uuid = await visitorHolding(SEAT)
    const identifier = await payInForm(await formFor(uuid))
    expect(await commitWith(uuid, identifier, { vouchers: [{ SystemVoucherId: 1 }] })).toMatchObject({ ok: true })
    expect(await rows('SELECT kind FROM order_item')).toEqual([])
    expect(await rows(LEDGER)).toEqual([`charge ${String(DUE)}`])
  })

  test('becomes the order if the buyer does not return, and every later commit gets that order’s answer', async () => {
    const uuid = await visitorHolding(SEAT)
    const identifier = await payInForm(await formFor(uuid))
    await letPaymentsAge()
    await Promise.all([reconcile(), reconcile(), reconcile()])
    expect(await rows(ORDERS)).toEqual(['paid '])
    expect(await rows('SELECT first_name, email FROM orders')).toEqual(['נועה noa@example.com'])
    const [one, other] = [await commitWith(uuid, identifier), await commitWith(uuid, identifier, { systemInquiry: 'changed' })]
    expect(one).toMatchObject({ ok: true })
    expect(other).toEqual(one)
    expect(await rows(LEDGER)).toEqual([`charge ${String(DUE)}`])
  })

  test('with an expired hold still gets its seats if they are free', async () => {
    const uuid = await visitorHolding(SEAT)
    const identifier = await payInForm(await formFor(uuid))
    await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 hour'`)
    expect(await commitWith(uuid, identifier)).toMatchObject({ ok: true })
  })

  test('is refunded by the reconciler if its seats were sold to another buyer', async () => {
    const uuid = await visitorHolding(SEAT)
    const identifier = await payInForm(await formFor(uuid))
    await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 hour'`)
    const rival = await visitorHolding(SEAT)
    expect((await commitWith(rival, await prepareCard(rival, DUE))).ok).toBe(true)
    expect(await commitWith(uuid, identifier)).toMatchObject({ refusal: { code: 'PAYMENT_RETURNED' } })
    expect(await rows(LEDGER)).toEqual([`charge ${String(DUE)}`, `charge ${String(DUE)}`, `refund -${String(DUE)}`])
    expect(await rows('SELECT reason, state FROM refund')).toEqual(['late done'])
    expect((await rows(ORDERS)).sort()).toEqual(['failed PAYMENT_RETURNED', 'paid '])
  })

  test('is refunded by the next try if the number that its order draws is another order’s', async () => {
    const uuid = await visitorHolding(SEAT)
    const identifier = await payInForm(await formFor(uuid))
    await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 hour'`)
    const rival = await visitorHolding(SEAT)
    expect((await commitWith(rival, await prepareCard(rival, DUE))).ok).toBe(true)
    await drawTakenSecond(async () => {
      expect(await commitWith(uuid, identifier)).toMatchObject({ ok: false })
      expect(await rows(ORDERS)).toEqual(['paid '])
      await letPaymentsAge()
      await reconcile()
    })
    expect((await rows(ORDERS)).sort()).toEqual(['failed PAYMENT_RETURNED', 'paid '])
    expect(await rows(LEDGER)).toEqual([`charge ${String(DUE)}`, `charge ${String(DUE)}`, `refund -${String(DUE)}`])
  })

  test('in a second tab is refunded, and the first tab’s ticket stays valid', async () => {
    const uuid = await visitorHolding(SEAT)
    const [tab, otherTab] = [await formFor(uuid), await formFor(uuid)]
    const [first, second] = [await payInForm(tab), await payInForm(otherTab)]
    const paid = await commitWith(uuid, first)
    if (!paid.ok) throw new Error(paid.refusal.code)
    const twice = { code: 'PAID_TWICE', facts: { reservationIdentifier: paid.value.reservationIdentifier } }
    expect(await commitWith(uuid, second)).toMatchObject({ refusal: twice })
    expect(await commitWith(uuid, second)).toMatchObject({ refusal: twice })
    expect(await rows('SELECT reason, state FROM refund')).toEqual(['double done'])
    expect(await commitWith(uuid, first)).toEqual(paid)
  })

  test('of another visitor pays for nothing', async () => {
    const uuid = await visitorHolding(SEAT)
    const identifier = await payInForm(await formFor(uuid))
    const thief = await visitorHolding(seatAt(5, 4))
    expect(await commit(thief, { cart: cartOf([seatAt(5, 4)], identifier) }, 'he')).toMatchObject({
      refusal: { code: 'PAYMENT_FORM_INVALID' },
    })
    expect(await commitWith(uuid, identifier)).toMatchObject({ ok: true })
  })
})

describe('R8.3 R8.5 payment errors of a commit', () => {
  test.each([
    ['R8.74 form validation', 'fails:form', 'PAYMENT_FORM_INVALID'],
    ['R8.75 unable to process the transaction', 'fails:unprocessable', 'PAYMENT_UNPROCESSABLE'],
    ['R8.76 no response', 'fails:noResponse', 'PAYMENT_NO_RESPONSE'],
    ['R8.77 payment error', 'fails:error', 'PAYMENT_ERROR'],
    ['R8.79 unexpected error', 'fails:unexpected', 'PAYMENT_UNEXPECTED'],
    ['R8.80 card provider error', 'failed', 'CARD_PROVIDER_ERROR'],
    ['declined', 'declined', 'CARD_DECLINED'],
  ])('%s: the error is reported by its code, nothing is charged, and the seats are kept', async (_name, behaviour, code) => {
    const uuid = await visitorHolding(SEAT)
    expect(await commitWith(uuid, await prepareCard(uuid, DUE, behaviour))).toMatchObject({ refusal: { code } })
    expect(await rows(LEDGER)).toEqual([])
    expect(await rows('SELECT state FROM seat_claim')).toEqual(['H'])
    expect(await commitWith(uuid, await prepareCard(uuid, DUE))).toMatchObject({ ok: true })
  })

  test('R8.78 a payment without an answer is pending, and times out once it was certainly not charged', async () => {
    const uuid = await visitorHolding(SEAT)
    const card = await prepareCard(uuid, DUE, 'timeout_before')
    expect(await commitWith(uuid, card)).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
    await letPaymentsAge()
    await reconcile()
    expect(await commitWith(uuid, card)).toMatchObject({ refusal: { code: 'PAYMENT_TIMEOUT' } })
  })
})

describe('a callback', () => {
  const call = (event: object, { at = Date.now() / 1000, signature }: { at?: number; signature?: string } = {}) => {
    const body = Buffer.from(JSON.stringify({ id: 'evt_00000001', amount: DUE, currency: 'ILS', ...event }))
    const headers = new Headers({ 'sandbox-signature': signature ?? signatureOf(body, Math.floor(at)) })
    return tellShop('sandbox', { body, headers, query: new URLSearchParams() }, null)
  }

  test('triggers one look at the provider per event, and is never trusted', async () => {
    const uuid = await visitorHolding(SEAT)
    const form = await formFor(uuid)
    expect(await Promise.all(Array.from({ length: 5 }, () => call({ form })))).toEqual([204, 204, 204, 204, 204])
    expect(await rows('SELECT count(*) FROM payment_event')).toEqual(['1'])
    await reconcile()
    expect(await rows(ORDERS)).toEqual([])
    await payInForm(form)
    expect(await call({ form, id: 'evt_00000002' })).toBe(204)
    await Promise.all([reconcile(), reconcile()])
    expect(await rows(ORDERS)).toEqual(['paid '])
  })

  test('that is a duplicate, of an ordered form or of another provider’s form has no effect', async () => {
    const form = await formFor(await visitorHolding(SEAT))
    const change = (what: string) => database().query(`UPDATE payment_form SET ${what}`)
    expect(await call({ form })).toBe(204)
    await change('told_at = NULL')
    expect(await call({ form })).toBe(204)
    await change(`provider = 'another'`)
    expect(await call({ form, id: 'evt_00000003' })).toBe(404)
    await change(`provider = 'sandbox', state = 'ordered'`)
    expect(await call({ form, id: 'evt_00000004' })).toBe(204)
    expect(await rows('SELECT count(told_at) FROM payment_form')).toEqual(['0'])
  })

  test('that is forged, stale, of another amount or of an unknown form has no effect', async () => {
    const uuid = await visitorHolding(SEAT)
    const form = await formFor(uuid)
    expect(await call({ form }, { signature: `t=${String(Math.floor(Date.now() / 1000))},v1=${'0'.repeat(64)}` })).toBe(401)
    expect(await call({ form }, { at: Date.now() / 1000 - 400 })).toBe(401)
    expect(await call({ form, amount: 1 })).toBe(409)
    expect(await call({ form, currency: 'USD' })).toBe(409)
    expect(await call({ form: 'form_of_nobody' })).toBe(404)
    expect(await tellShop('nobody', { body: Buffer.alloc(0), headers: new Headers(), query: new URLSearchParams() }, null)).toBe(404)
    expect(await rows('SELECT count(told_at) FROM payment_form')).toEqual(['0'])
    expect(await rows('SELECT count(*) FROM payment_event')).toEqual(['0'])
  })
})

describe('a charged form is refunded and orders nothing', () => {
  async function paidAndChanged(change: string, undo: string): Promise<void> {
    await payInForm(await formFor(await visitorHolding(SEAT)))
    const set = async (what: string) => {
      await database().query(`UPDATE ${what}; UPDATE catalogue_version SET version = version + 1`)
      forgetCatalogue()
    }
    await set(change)
    await letPaymentsAge()
    await reconcile()
    await set(undo)
  }

  test.each([
    ['if the form was opened for another amount', 'payment_form SET amount = amount + 100', 'payment_form SET amount = amount - 100'],
    ['if the price has changed since', 'ticket SET price = 10100 WHERE ticket_id = 11', 'ticket SET price = 10000 WHERE ticket_id = 11'],
  ])('%s', async (_case, change, undo) => {
    await paidAndChanged(change, undo)
    expect(await rows(ORDERS)).toEqual(['failed PAYMENT_RETURNED'])
    expect(await rows(LEDGER)).toEqual([`charge ${String(DUE)}`, `refund -${String(DUE)}`])
  })
})

test('A8 20 identical commits of one form make one order and one charge; one changed byte is a conflict', async () => {
  const uuid = await visitorHolding(SEAT)
  const card = await prepareCard(uuid, DUE, 'accepted', await formFor(uuid))
  const results = await Promise.all([
    ...Array.from({ length: 20 }, () => commitWith(uuid, card)),
    ...Array.from({ length: 20 }, () => commitWith(uuid, card, { systemInquiry: '!' })),
  ])
  const said = Map.groupBy(results, (result) => (result.ok ? JSON.stringify(result.value) : result.refusal.code))
  expect(said.size).toBe(2)
  expect(said.get('ORDER_CONFLICT')).toHaveLength(20)
  expect(await rows(LEDGER)).toEqual([`charge ${String(DUE)}`])
})
