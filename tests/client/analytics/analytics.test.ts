import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { pushOnce } from '#lib/client/analytics/analytics.ts'
import { pushCheckout, pushPaymentInfo } from '#lib/client/analytics/analytics-checkout.ts'
import { itemsOf } from '#lib/client/analytics/analytics-items.ts'
import { pushAdded, pushViewed } from '#lib/client/analytics/analytics-order.ts'
import { checkoutLines, type Checkout } from '#lib/client/checkout/checkout.ts'
import { NOTHING_DUE } from '#lib/domain/pricing/price-order.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import { plainGroupAnswer, plainTicketAnswer, presentation } from '#tests/client/showing.ts'

const SHOW = presentation(7, {
  featureName: 'הגשר',
  featureCategoryName: 'תיאטרון',
  locationId: 4,
  priceFrom: 105,
  priceTo: 105,
  ticketGroups: [
    {
      ...plainGroupAnswer(1),
      tickets: [
        { ...plainTicketAnswer(11), serviceCharge: 5 },
        { ...plainTicketAnswer(12), name: 'סטודנט', price: 80, oldPrice: 100 },
        { ...plainTicketAnswer(13), price: null },
      ],
    },
  ],
  products: [
    { id: 7, name: 'תוכנייה', description: '', price: 12.5, maxQuantity: 4, selectedQuantity: 0, isDeliveryRequired: false, img: '' },
  ],
})
const seat = (x: number, ticketId = 11): OrderSeat => ({
  key: String(x),
  presentationId: 7,
  venueId: 3,
  seatplanId: 9,
  sectionId: 1,
  ticketGroupId: 1,
  allocationId: 1,
  x,
  y: 1,
  sectionName: 'אולם',
  rowName: '1',
  seatName: String(x),
  ticketId,
  ref1: '',
  ref2: '',
})
const CHECKOUT: Checkout = {
  presentations: [SHOW],
  seats: [seat(1), seat(2, 12)],
  quantities: { 7: 2 },
  offered: [],
  items: [],
  asked: {},
  itemsPath: null,
  seller: { businessId: 1, authProfileId: 1 },
  totals: { ...NOTHING_DUE, balanceDue: 18_000 },
  customerInfo: { firstName: 'נועה', email: 'noa@example.com' },
  vouchers: [{ id: 3, code: '•••• 7741', amount: 3_000, balance: 5_000 }],
  lostVoucher: null,
  modify: null,
  members: [],
  payUntil: null,
  keptSsn: null,
  isSignedIn: false,
  isProduced: false,
  integrationData: null,
}

interface Entry {
  readonly event: string
  readonly ecommerce: { readonly currency: string; readonly value: number; readonly items: readonly Record<string, unknown>[] }
}
const layer: Entry[] = []
const stored = new Map<string, string>()

beforeEach(() => {
  layer.length = 0
  stored.clear()
  vi.useFakeTimers()
  vi.stubGlobal('window', { dataLayer: layer })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const linesOf = (...seats: OrderSeat[]) => checkoutLines({ ...CHECKOUT, seats }).seats

test('R7.88 sends view_item once, with the presentation and its price in ILS', () => {
  pushViewed(SHOW)
  pushViewed(SHOW)
  expect(layer).toEqual([
    {
      event: 'view_item',
      ecommerce: {
        currency: 'ILS',
        value: 105,
        items: [{ index: 0, item_id: '7', item_name: 'הגשר', item_category: 'תיאטרון', location_id: '4', price: 105, quantity: 1 }],
      },
    },
  ])
})

test('R7.89 sends add_to_cart once per seat: another seat does not report the earlier ones again', () => {
  pushAdded(linesOf(seat(1)), SHOW)
  pushAdded(linesOf(seat(1), seat(2, 12)), SHOW)
  pushAdded(linesOf(seat(2, 12), seat(1)), SHOW)
  expect(layer.map(({ event, ecommerce }) => [event, ecommerce.value, ecommerce.items.length])).toEqual([
    ['add_to_cart', 105, 1],
    ['add_to_cart', 80, 1],
  ])
  expect(layer[1]?.ecommerce.items).toEqual([
    expect.objectContaining({ item_variant: 'סטודנט', price: 80, discount: 20, quantity: 1, index: 0 }),
  ])
})

test('R7.90 R7.91 sends begin_checkout and add_payment_info once per order, with the amount due, tickets and products', () => {
  for (let presses = 0; presses < 3; presses += 1) {
    pushCheckout(CHECKOUT)
    pushPaymentInfo(CHECKOUT, 'card')
  }
  expect(layer.map(({ event, ecommerce }) => [event, ecommerce.value, ecommerce.items.length])).toEqual([
    ['begin_checkout', 180, 3],
    ['add_payment_info', 180, 3],
  ])
  expect(layer[1]?.ecommerce).toMatchObject({ payment_type: 'card' })
  expect(layer[0]?.ecommerce.items[2]).toEqual({ item_id: 'product-7', item_name: 'תוכנייה', price: 12.5, quantity: 2, index: 2 })
  pushCheckout({ ...CHECKOUT, seats: [seat(1)] })
  expect(layer).toHaveLength(3)
})

test.each([
  ['none', CHECKOUT, 'voucher'],
  ['none', { ...CHECKOUT, vouchers: [] }, 'free'],
  ['card', CHECKOUT, 'card'],
] as const)('payment by %s', (by, checkout, type) => {
  pushPaymentInfo(checkout, by)
  expect(layer[0]?.ecommerce).toMatchObject({ payment_type: type })
})

describe('R7.92 purchase', () => {
  const bought = { transaction_id: 'r1', value: 180, items: [] }
  test('is sent once per order, also from another tab and a year later', () => {
    pushOnce('purchase', 'r1', bought)
    vi.advanceTimersByTime(365 * 24 * 3_600_000)
    pushOnce('purchase', 'r1', bought)
    pushOnce('purchase', 'r2', bought)
    expect(layer).toHaveLength(2)
  })
  test('ends the cart, so that the same seats can be reported in another', () => {
    pushAdded(linesOf(seat(1)), SHOW)
    pushCheckout(CHECKOUT)
    pushOnce('purchase', 'r1', bought)
    pushAdded(linesOf(seat(1)), SHOW)
    pushCheckout(CHECKOUT)
    expect(layer.map(({ event }) => event)).toEqual(['add_to_cart', 'begin_checkout', 'purchase', 'add_to_cart', 'begin_checkout'])
  })
})

test('reports a view again on another day', () => {
  pushViewed(SHOW)
  vi.advanceTimersByTime(13 * 3_600_000)
  pushViewed(SHOW)
  expect(layer).toHaveLength(2)
})

test('reports once per page if the browser has no storage', () => {
  vi.stubGlobal('localStorage', undefined)
  pushOnce('view_item', 'kept nowhere', { value: 1, items: [] })
  pushOnce('view_item', 'kept nowhere', { value: 1, items: [] })
  expect(layer).toHaveLength(1)
})

test('R5.19 leaves seats without a price, the buyer and vouchers out of every event', () => {
  expect(itemsOf(checkoutLines({ ...CHECKOUT, seats: [seat(1), seat(3, 13)] }), [SHOW])).toHaveLength(2)
  const withoutPrice = presentation(7, { ticketGroups: [{ ...plainGroupAnswer(1), tickets: [{ ...plainTicketAnswer(13), price: null }] }] })
  expect(
    itemsOf(checkoutLines({ presentations: [withoutPrice], seats: [seat(3, 13)], quantities: {}, offered: [] }), [withoutPrice]),
  ).toEqual([])
  pushAdded(linesOf(seat(1)), SHOW)
  pushCheckout(CHECKOUT)
  pushPaymentInfo(CHECKOUT, 'card')
  const said = JSON.stringify(layer)
  for (const secret of ['נועה', 'noa@', '7741']) expect(said).not.toContain(secret)
})
