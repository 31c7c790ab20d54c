import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { settleForm } from '#lib/server/orders/commit/payment-form-fate.ts'
import { cartOf as storedCart, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { FORM_COLUMNS, type FormRow } from '#lib/server/payments/payment-form-row.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { sellMore } from '#lib/server/sold/kinds.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { cartOf, CUSTOMER, prepareCard } from '#tests/support/buyers/house.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { startProcess } from '#tests/support/processes/processes.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { brokenParking, openCarPark, parking } from '#tests/support/sold/parking.ts'
import type { TabPayment } from '#tests/support/sold/pay-carts.ts'

/** Two tabs that pay the same cart of items without locks make one order. */

const PLACE = 4_000
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 12)
const vouchers = [{ SystemVoucherId: 7, Quantity: 1 }]

openCancelHouse()
let end: () => void = () => undefined
beforeAll(() => {
  end = sellMore(parking)
})
beforeEach(() => openCarPark(1_000))
afterAll(async () => {
  expect(await brokenParking()).toEqual([])
  end()
})

async function store(uuid: string): Promise<void> {
  expect(await storeCartOf(uuid, { vouchers, customerInfo: CUSTOMER })).toMatchObject({ ok: true })
}

/** Opens a tab's own form of the stored cart and prepares a card in it. */
async function tabOf(uuid: string): Promise<string> {
  const form = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1' }, { method: 'card' })
  if (!form.ok) throw new Error(form.refusal.code)
  return prepareCard(uuid, PLACE, 'accepted', form.value.paymentFormURL.split('/').at(-1))
}

function pay(uuid: string, paymentIdentifier: string, more: Partial<OrderCart> = {}) {
  return commit(uuid, { cart: { ...cartOf([], paymentIdentifier), vouchers, ...more } }, 'he')
}

/** A visitor's live orders and charges. */
async function madeBy(uuid: string): Promise<unknown> {
  const { rows } = await database().query(
    `SELECT (SELECT count(*)::int FROM orders WHERE holder = $1 AND state <> 'failed') AS orders,
       (SELECT coalesce(sum(l.amount), 0)::int FROM ledger l JOIN orders USING (order_id) WHERE holder = $1) AS paid`,
    [uuid],
  )
  return rows[0]
}

describe('one after the other', () => {
  test('the second tab is answered that the order is paid, and which one', async () => {
    const uuid = await newVisitor()
    await store(uuid)
    const [first, second] = [await tabOf(uuid), await tabOf(uuid)]
    const made = await pay(uuid, first)
    expect(made).toMatchObject({ ok: true })
    const reservationIdentifier = made.ok ? made.value.reservationIdentifier : ''
    expect(await pay(uuid, second)).toMatchObject({ refusal: { code: 'ALREADY_PAID', facts: { reservationIdentifier } } })
    expect(await madeBy(uuid)).toEqual({ orders: 1, paid: PLACE })
  })

  test('the same item is bought again from a new cart, and the old tab still finds its own cart taken', async () => {
    const uuid = await newVisitor()
    await store(uuid)
    const [first, old] = [await tabOf(uuid), await tabOf(uuid)]
    expect(await pay(uuid, first)).toMatchObject({ ok: true })
    await store(uuid)
    expect(await pay(uuid, old)).toMatchObject({ ok: false })
    expect(await storedCart(uuid)).toMatchObject({ vouchers })
    expect(await pay(uuid, await tabOf(uuid))).toMatchObject({ ok: true })
    expect(await madeBy(uuid)).toEqual({ orders: 2, paid: 2 * PLACE })
  })

  test('a cart whose payment failed is paid with another card', async () => {
    const uuid = await newVisitor()
    await store(uuid)
    expect(await pay(uuid, await prepareCard(uuid, PLACE, 'declined'))).toMatchObject({ refusal: { code: 'CARD_DECLINED' } })
    expect(await pay(uuid, await tabOf(uuid))).toMatchObject({ ok: true })
    expect(await madeBy(uuid)).toEqual({ orders: 1, paid: PLACE })
  })

  test('a retried free cart gets the answer of its order, and a new one its own', async () => {
    await database().query('UPDATE parking_lot SET price = 0')
    const uuid = await newVisitor()
    const cart = { ...cartOf([]), vouchers }
    await store(uuid)
    const first = await commit(uuid, { cart }, 'he')
    expect(first).toMatchObject({ ok: true })
    expect(await commit(uuid, { cart }, 'he')).toEqual(first)
    await store(uuid)
    const second = await commit(uuid, { cart }, 'he')
    expect(second).toMatchObject({ ok: true })
    expect(second).not.toEqual(first)
  })
})

describe('forms that charge by themselves', () => {
  const provider = new FaultyProvider()
  beforeEach(() => {
    replaceProvider(provider)
  })

  test('the second one is refunded as a double payment, even if the buyer does not return from it', async () => {
    const buyer = new FaultBuyer(provider, [])
    await buyer.hold()
    await store(buyer.uuid)
    const [one, other, third] = [await buyer.openForm(), await buyer.openForm(), await buyer.openForm()]
    const payments = [one, other, third].map(({ formName }) => provider.fillIn(formName, 'wallet'))
    const made = await pay(buyer.uuid, payments[0] ?? '')
    expect(made).toMatchObject({ ok: true })
    const reservationIdentifier = made.ok ? made.value.reservationIdentifier : ''
    expect(await pay(buyer.uuid, payments[1] ?? '')).toMatchObject({ refusal: { code: 'PAID_TWICE', facts: { reservationIdentifier } } })
    const { rows } = await database().query<FormRow>(`SELECT ${FORM_COLUMNS} FROM payment_form WHERE provider_form = $1`, [third.formName])
    if (rows[0]) await settleForm(rows[0])
    await reconcile()
    expect(await madeBy(buyer.uuid)).toEqual({ orders: 1, paid: PLACE })
    expect(provider.netOf(buyer.uuid)).toBe(PLACE)
    expect(await cellOf(`SELECT count(*)::int FROM refund WHERE reason = 'double'`)).toBe(2)
  })
})

test('two processes that pay the same cart at the same moment make one order', { timeout: 120_000 }, async () => {
  const begin = Date.now() + 4_000
  const tabs: [TabPayment, TabPayment][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const uuid = await newVisitor()
    await store(uuid)
    const at = begin + round * 300
    tabs.push([
      { uuid, at, paymentIdentifier: await tabOf(uuid) },
      { uuid, at, paymentIdentifier: await tabOf(uuid) },
    ])
  }
  const told = await Promise.all([0, 1].map((side) => answersOf(tabs.map((pair) => pair[side as 0 | 1]))))
  for (const [round, [{ uuid }]] of tabs.entries()) {
    const pair = [told[0]?.[round] ?? '', told[1]?.[round] ?? '']
    expect({ round, won: pair.filter((one) => one === 'ok').length, ...Object(await madeBy(uuid)) }).toEqual({
      round,
      won: 1,
      orders: 1,
      paid: PLACE,
    })
    expect(['ALREADY_PAID', 'ORDER_IN_PROGRESS']).toContain(pair.find((one) => one !== 'ok'))
  }
  reportFigure(`two processes paid the same cart without seats ${String(ROUNDS)} times: one order and one charge each`)
})

async function answersOf(tabs: readonly TabPayment[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await startProcess(['tests/support/sold/pay-carts.ts', JSON.stringify(tabs)]).finished
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as string[]
}
