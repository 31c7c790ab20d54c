import { describe, expect, test } from 'vitest'
import { keptCartOf, orderCartOf, orderFormOf, checkoutLines, payableOf, type Checkout } from '#lib/client/checkout.ts'
import { withAmounts } from '#lib/client/checkout-vouchers.ts'
import { NOTHING_DUE } from '#lib/domain/price-order.ts'
import { presentation } from './showing.ts'

const CHECKOUT: Checkout = {
  presentations: [presentation(7, { dateTime: '2026-11-24T18:30:00.000Z' })],
  seats: [
    {
      ...{ key: 'a', presentationId: 7, venueId: 3, seatplanId: 9, sectionId: 1, ticketGroupId: 7, allocationId: 1, x: 1, y: 1 },
      ...{ sectionName: '', rowName: '1', seatName: '1', ticketId: 71, ref1: '', ref2: '' },
    },
  ],
  quantities: {},
  totals: { ...NOTHING_DUE, balanceDue: 7_000 },
  customerInfo: {},
  vouchers: [
    { id: 3, code: '•••• 7741', amount: 3_000, balance: 5_000 },
    { id: 4, code: '•••• 2093', amount: 1_000, balance: 1_000 },
  ],
  lostVoucher: null,
  modify: null,
}
const DETAILS = { firstName: ' נועה ', city: 'חיפה', mailingConsent: true }

describe('the cart of an order', () => {
  test('R5.32 a voucher without an amount aborts building it', () => {
    const [first, second] = CHECKOUT.vouchers
    expect(orderCartOf(CHECKOUT, DETAILS, 'p1')).not.toBeNull()
    expect(
      orderCartOf({ ...CHECKOUT, vouchers: [...(first ? [first] : []), ...(second ? [{ ...second, amount: null }] : [])] }, DETAILS, 'p1'),
    ).toBeNull()
  })

  test('names what each voucher pays, and nothing that the form leaves out', () => {
    expect(orderCartOf(CHECKOUT, DETAILS, 'p1')).toMatchObject({
      customerInfo: { firstName: 'נועה', mailingConsent: true },
      voucherPayments: [
        { id: 3, amount: 30, systemVoucher: '•••• 7741' },
        { id: 4, amount: 10, systemVoucher: '•••• 2093' },
      ],
      paymentIdentifier: 'p1',
    })
    expect(orderCartOf(CHECKOUT, DETAILS, 'p1')?.customerInfo).not.toHaveProperty('city')
  })

  test('is the same text for the same order, so that a repeated commit is recognised', () => {
    expect(JSON.stringify(orderCartOf(CHECKOUT, DETAILS, 'p1'))).toBe(JSON.stringify(orderCartOf({ ...CHECKOUT }, { ...DETAILS }, 'p1')))
  })
})

test('the kept cart has the vouchers without amounts, which the server reckons anew, and a change under way', () => {
  const modify = { resId: 'r2345678', lastTransactionId: null, tickets: ['t1'] }
  expect(keptCartOf({ ...CHECKOUT, modify })).toMatchObject({
    voucherPayments: [
      { id: 3, systemVoucher: '•••• 7741' },
      { id: 4, systemVoucher: '•••• 2093' },
    ],
    modify,
  })
  expect(keptCartOf(CHECKOUT).voucherPayments?.every((one) => !('amount' in one))).toBe(true)
  expect(keptCartOf({ ...CHECKOUT, vouchers: [] })).not.toHaveProperty('voucherPayments')
})

test('amounts follow the server in the order of the vouchers', () => {
  const { vouchers, totals } = withAmounts(CHECKOUT, { ...NOTHING_DUE, voucherPayments: [500], balanceDue: 1 })
  expect([vouchers.map(({ amount }) => amount), totals.balanceDue]).toEqual([[500, null], 1])
})

test('the form follows the presentation of each seat', () => {
  expect(orderFormOf(CHECKOUT, checkoutLines(CHECKOUT)).fields.dateOfBirth).toBe('left out')
  const asking = { ...CHECKOUT, presentations: CHECKOUT.presentations.map((one) => ({ ...one, asksWaiver: true })) }
  expect(orderFormOf(asking, checkoutLines(asking)).fields.dateOfBirth).toBe('required')
})

test('what is to be paid is in shekels, with the ID number where the form asks for one', () => {
  expect(payableOf(CHECKOUT, 'he', { ssn: ' 18 ' })).toMatchObject({ total: 70, presentationId: 7, of: { ssn: '000000018' } })
  const without = CHECKOUT.presentations.map((one) => ({ ...one, orderForm: { ssn: 'left out' as const } }))
  expect(payableOf({ ...CHECKOUT, presentations: without }, 'he', { ssn: '18' }).of).toEqual({
    locationId: 1,
    authProfileId: 1,
    businessId: 1,
  })
})
