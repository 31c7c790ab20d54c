import { expect, test } from 'vitest'
import { priceOfGroup } from '#islands/seat-map/seat-words.ts'
import type { ServiceChargeAnswer } from '#lib/contract/wire.ts'
import { plainGroupAnswer, plainTicketAnswer, presentation } from '#tests/client/showing.ts'

const FIXED = { name: 'דמי טיפול', amountPerOrder: 7, percentRatePerOrder: null }
const PERCENT = { name: 'עמלה', amountPerOrder: null, percentRatePerOrder: 5 }

/** Group 1 has a ticket at 100 ₪ with a service charge of 5 ₪, group 2 one without a price, group 3 only tickets by code. */
function shown(isPriceTotal: boolean, serviceCharge: ServiceChargeAnswer | null, group = 1): number | null {
  const ticketGroups = [
    { ...plainGroupAnswer(1), tickets: [{ ...plainTicketAnswer(11), price: 100, serviceCharge: 5 }] },
    { ...plainGroupAnswer(2), tickets: [{ ...plainTicketAnswer(21), price: null }] },
    { ...plainGroupAnswer(3), tickets: [{ ...plainTicketAnswer(31), price: 50, access: 'code' as const }] },
  ]
  return priceOfGroup(presentation(7, { ticketGroups, serviceCharge, isPriceTotal }), group)
}

test.each([
  ['the ticket’s service charge', null, 10_500],
  ['a percentage', PERCENT, 11_025],
  ['but not a fixed amount per order, which is a line of the order', FIXED, 10_500],
])('shows a seat on the map with all charges included: %s', (_name, charge, expected) => {
  expect(shown(true, charge)).toBe(expected)
})

test.each([[null], [PERCENT], [FIXED]])('shows a seat at its bare price if charges are listed separately', (charge) => {
  expect(shown(false, charge)).toBe(10_000)
})

test('shows no price for a seat without an ordinary priced ticket', () => {
  for (const group of [2, 3, 4]) expect(shown(true, null, group)).toBeNull()
})
