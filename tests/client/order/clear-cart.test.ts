import { afterEach, expect, it, vi } from 'vitest'
import { resetCart, tidyCart } from '#lib/client/order/cart.ts'
import { $allLines, $others, $totals, storeOrder } from '#lib/client/order/order.ts'
import { removeOther } from '#lib/client/order/other-presentations.ts'
import type { CartSeat, StoredCart } from '#lib/contract/order/order-cart.ts'
import { CodeOffice, openWith, selected, twoGroups } from './code-office.ts'
import { presentation } from '#tests/client/showing.ts'

afterEach(() => vi.unstubAllGlobals())

const seat = (ticketId: number): CartSeat => ({
  XCoordinate: 1,
  YCoordinate: 1,
  ticket: { prsntId: 7, ticketGroupId: 1, venueId: 3, seatplanId: 9, sectionId: 1, ticketId },
})
const product = { id: 5, quantity: 2 }

it.each<[string, StoredCart, StoredCart]>([
  [
    'R4.27 a presentation without seats goes',
    {
      presentations: [
        { id: 7, seats: [seat(11)] },
        { id: 8, seats: [] },
      ],
    },
    { presentations: [{ id: 7, seats: [seat(11)] }], products: [] },
  ],
  [
    'R4.28 a seat without a ticket goes',
    { presentations: [{ id: 7, seats: [seat(11), seat(0)] }] },
    { presentations: [{ id: 7, seats: [seat(11)] }], products: [] },
  ],
  [
    'and with its last seat the presentation',
    { presentations: [{ id: 7, seats: [seat(0)] }], products: [product] },
    { presentations: [], products: [] },
  ],
  [
    'products stay with seats',
    { presentations: [{ id: 7, seats: [seat(11)] }], products: [product] },
    { presentations: [{ id: 7, seats: [seat(11)] }], products: [product] },
  ],
  ['an empty cart stays empty', {}, { presentations: [], products: [] }],
])('tidies a cart: %s', (_what, before, after) => {
  expect(tidyCart(before)).toEqual(after)
})

it.each<[string, StoredCart, StoredCart]>([
  ['the reservation and its tickets', { presentations: [], reservationIdentifier: 'abc', ticketIdentifiers: ['t'] }, { presentations: [] }],
  ['a change under way', { products: [product], modify: { resId: 'abcdefgh', tickets: ['t'] } }, { products: [product] }],
  ['nothing else', { presentations: [{ id: 7, seats: [seat(11)] }] }, { presentations: [{ id: 7, seats: [seat(11)] }] }],
])('R4.29 resets a cart: removes %s', (_what, before, after) => {
  expect(resetCart(before)).toEqual(after)
})

it('R4.26 frees the seats of a removed presentation and takes them out of the order', async () => {
  const office = new CodeOffice()
  const other = { presentation: presentation(2, { ticketGroups: twoGroups }), seats: [selected('5', { presentationId: 2, key: '2:1:0' })] }
  openWith([selected('1')], {}, { others: [other] })
  expect($allLines.get().seats.map((line) => line.seat.presentationId)).toEqual([2, 1])
  expect($totals.get().balanceDue).toBe(20_000)
  await storeOrder()
  expect(office.lastCart?.presentations?.map(({ id }) => id)).toEqual([2, 1])
  expect(await removeOther(2)).toBe(true)
  expect(office.unlocked).toEqual([expect.objectContaining({ PresentationId: 2, XCoordinate: 5, YCoordinate: 1 })])
  expect($others.get()).toEqual([])
  expect(office.lastCart?.presentations?.map(({ id }) => id)).toEqual([1])
})
