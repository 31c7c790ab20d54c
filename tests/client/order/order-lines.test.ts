import { expect, test } from 'vitest'
import { storedCartOf } from '#lib/client/order/cart.ts'
import { itemsOf } from '#lib/client/analytics/analytics-items.ts'
import { cartSeatOf, linesOf, linesOfAll, totalsOf } from '#lib/client/order/order-lines.ts'
import { plainGroupAnswer, plainTicketAnswer, presentation } from '#tests/client/showing.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { TicketAnswer } from '#lib/contract/wire.ts'

const ticket = (id: number, price: number | null, oldPrice: number | null = null, serviceCharge = 0): TicketAnswer => ({
  ...plainTicketAnswer(id),
  price,
  oldPrice,
  serviceCharge,
  name: `כרטיס ${String(id)}`,
})

const product = (id: number, price: number) => ({
  id,
  price,
  name: `תוספת ${String(id)}`,
  description: '',
  maxQuantity: 4,
  selectedQuantity: 0,
  isDeliveryRequired: false,
  img: '',
})

const PRESENTATION: PresentationAnswer = presentation(7, {
  featureId: 3,
  featureName: 'הגשר',
  featureCategoryId: 2,
  featureCategoryName: 'תיאטרון',
  locationId: 4,
  locationName: 'החוף',
  venueId: 5,
  seatplanId: 6,
  products: [product(1, 25), product(2, 12.5)],
  ticketGroups: [
    { ...plainGroupAnswer(1), name: 'אולם', tickets: [ticket(11, 229, null, 5), ticket(12, 185, 229)] },
    { ...plainGroupAnswer(2), name: 'ללא מחיר', tickets: [ticket(21, null)] },
  ],
  serviceCharge: { name: 'דמי טיפול', amountPerOrder: 7, percentRatePerOrder: null },
  priceFrom: 234,
  priceTo: 234,
})

const seat = (name: string, ticketId: number, ticketGroupId = 1): OrderSeat => ({
  key: name,
  presentationId: 7,
  venueId: 5,
  seatplanId: 6,
  sectionId: 9,
  ticketGroupId,
  allocationId: 1,
  x: Number(name),
  y: 3,
  sectionName: 'אולם מרכז',
  rowName: '3',
  seatName: name,
  ticketId,
  ref1: '',
  ref2: '',
})

test('adds tickets, their service charges, products and the handling fee', () => {
  const lines = linesOf(PRESENTATION, [seat('14', 11), seat('15', 12)], { 1: 2, 2: 0 })
  expect(totalsOf(lines, PRESENTATION)).toMatchObject({
    seatsPrice: 41_900,
    productsPrice: 5000,
    globalServiceCharge: 700,
    balanceDue: 47_600,
  })
})

test('replaces a ticket that its group no longer has by the default one', () => {
  expect(linesOf(PRESENTATION, [seat('14', 99)], {}).seats[0]?.ticket.id).toBe(11)
})

test('R5.19 leaves a seat whose price is not a number out of the order and the analytics', () => {
  const lines = linesOf(PRESENTATION, [seat('14', 21, 2), seat('15', 11)], {})
  expect(lines.seats.map((line) => line.seat.key)).toEqual(['15'])
  expect(itemsOf(lines, [PRESENTATION])).toHaveLength(1)
})

test('stores every presentation in the cart, and products only with seats', () => {
  const other = { presentation: { ...PRESENTATION, id: 8 }, seats: [{ ...seat('1', 11), presentationId: 8 }] }
  const lines = linesOfAll([other, { presentation: PRESENTATION, seats: [seat('14', 12)] }], { 1: 1 })
  const stored = storedCartOf(lines)
  expect(stored.presentations?.map((one) => one.id)).toEqual([8, 7])
  expect(stored.products).toEqual([{ id: 1, quantity: 1 }])
  expect(storedCartOf(linesOf(PRESENTATION, [], { 1: 1 }))).toEqual({ presentations: [], products: [] })
})

test('R7.17 R7.18 sends the address of a seat and what it is sold under', () => {
  const [line] = linesOf(PRESENTATION, [seat('14', 12)], {}).seats
  expect(line && cartSeatOf(line)).toEqual({
    XCoordinate: 14,
    YCoordinate: 3,
    RowName: '3',
    SeatName: '14',
    ticket: {
      prsntId: 7,
      ticketGroupId: 1,
      venueId: 5,
      seatplanId: 6,
      sectionId: 9,
      ticketId: 12,
      amount: 185,
      serviceCharge: 0,
      pricePolicyId: 1,
      allocationId: 1,
      oldPrice: 229,
    },
  })
})

test.each([{ ref1: 'a1' }, { ref2: 'b2' }, { ref1: 'a1', ref2: 'b2' }])('R7.18 sends of the references what was typed: %o', (typed) => {
  const [line] = linesOf(PRESENTATION, [{ ...seat('14', 12), ...typed }], {}).seats
  const { ref1, ref2 } = line ? cartSeatOf(line).ticket : {}
  expect({ ref1, ref2 }).toEqual({ ref1: undefined, ref2: undefined, ...typed })
})
