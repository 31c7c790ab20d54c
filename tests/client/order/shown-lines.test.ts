import { describe, expect, it } from 'vitest'
import { linesOf, totalsOf } from '#lib/client/order/order-lines.ts'
import { shownOrder } from '#lib/client/order/shown-lines.ts'
import { selected } from './code-office.ts'
import { plainGroupAnswer, plainTicketAnswer, presentation } from '#tests/client/showing.ts'

const tickets = [
  { ...plainTicketAnswer(11), price: 99.9, serviceCharge: 3.5 },
  { ...plainTicketAnswer(12), price: 80, oldPrice: 99.9, serviceCharge: 3.5 },
]
const product = { id: 1, name: '', description: '', price: 12.35, maxQuantity: 4, selectedQuantity: 0, isDeliveryRequired: false, img: '' }
const fixed = { name: 'דמי טיפול', amountPerOrder: 7, percentRatePerOrder: null }
const percent = { name: 'דמי טיפול', amountPerOrder: null, percentRatePerOrder: 3.3 }

describe.each([
  ['no fee', null],
  ['a fixed fee', fixed],
  ['a percentage', percent],
])('an order with %s', (_what, serviceCharge) => {
  it.each([true, false])('is shown in lines that add up to the amount due (all charges included: %s)', (isPriceTotal) => {
    const showing = presentation(1, {
      ticketGroups: [{ ...plainGroupAnswer(1), tickets }],
      products: [product],
      serviceCharge,
      isPriceTotal,
    })
    const lines = linesOf(showing, [selected('1'), selected('2', { ticketId: 12 }), selected('3')], { 1: 3 })
    const shown = shownOrder(lines, showing)
    const rows = [...shown.seats.map(({ price }) => price), ...shown.products, shown.ticketCharges, shown.orderCharge, shown.rounding]
    expect(rows.reduce((sum, amount) => sum + amount)).toBe(totalsOf(lines, showing).balanceDue)
    expect(shown.total).toBe(totalsOf(lines, showing).balanceDue)
    expect(shown.saved).toBe((shown.seats[1]?.oldPrice ?? 0) - (shown.seats[1]?.price ?? 0))
    if (isPriceTotal) expect([shown.ticketCharges, shown.orderCharge]).toEqual([0, serviceCharge === fixed ? 700 : 0])
  })
})

it('shows equal seats at the same price and the remaining agora separately', () => {
  const showing = presentation(1, { ticketGroups: [{ ...plainGroupAnswer(1), tickets }], serviceCharge: percent, isPriceTotal: true })
  const three = linesOf(showing, [selected('1'), selected('2'), selected('3')], {})
  const shown = shownOrder(three, showing)
  // 3.3 % of ₪103.40 is ₪3.4122; of three seats it is ₪10.2366.
  expect(shown).toMatchObject({ seats: [{ price: 10_681 }, { price: 10_681 }, { price: 10_681 }], rounding: 1, total: 32_044 })
})

it('shows an empty order at nothing', () => {
  expect(shownOrder({ seats: [], products: [] }, presentation(1, { serviceCharge: fixed })).total).toBe(0)
})
