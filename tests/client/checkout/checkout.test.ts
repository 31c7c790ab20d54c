import { expect, test } from 'vitest'
import { choicePath, keptCartOf, orderFormOf, checkoutLines, payableOf } from '#lib/client/checkout/checkout.ts'
import { withAmounts } from '#lib/client/checkout/checkout-vouchers.ts'
import { NOTHING_DUE } from '#lib/domain/pricing/price-order.ts'
import { CHECKOUT } from './checkout-fixture.ts'

test('stores a cart with its vouchers but without their amounts, which the server computes, and with a pending change', () => {
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

test('takes amounts from the server in the order of the vouchers', () => {
  const { vouchers, totals } = withAmounts(CHECKOUT, { ...NOTHING_DUE, voucherPayments: [500], balanceDue: 1 })
  expect([vouchers.map(({ amount }) => amount), totals.balanceDue]).toEqual([[500, null], 1])
})

test('builds the form from the presentation of each seat', () => {
  expect(orderFormOf(CHECKOUT, checkoutLines(CHECKOUT)).fields.dateOfBirth).toBe('left out')
  const asking = { ...CHECKOUT, presentations: CHECKOUT.presentations.map((one) => ({ ...one, asksWaiver: true })) }
  expect(orderFormOf(asking, checkoutLines(asking)).fields.dateOfBirth).toBe('required')
})

test('sends the amount due in shekels, with the ID number if the form asks for it', () => {
  expect(payableOf(CHECKOUT, 'he', { ssn: ' 18 ' })).toMatchObject({ total: 70, presentationId: 7, of: { ssn: '000000018' } })
  const without = CHECKOUT.presentations.map((one) => ({ ...one, orderForm: { ssn: 'left out' as const } }))
  expect(payableOf({ ...CHECKOUT, presentations: without }, 'he', { ssn: '18' }).of).toEqual({
    locationId: 1,
    authProfileId: 1,
    businessId: 1,
  })
})

const MEMBERSHIP = { membershipId: 1, membershipPriceId: 11, currencyId: 1 }
const OF_MEMBERSHIPS: typeof CHECKOUT = {
  ...CHECKOUT,
  ...{
    presentations: [],
    seats: [],
    vouchers: [],
    asked: { memberships: [MEMBERSHIP] },
    itemsPath: '/membership/eight',
    seller: { businessId: 4, authProfileId: 2 },
  },
}

test('an order of memberships keeps and pays them without a presentation, and is chosen again on their page', () => {
  expect(keptCartOf(OF_MEMBERSHIPS)).toEqual({ presentations: [], products: [], memberships: [MEMBERSHIP] })
  expect(keptCartOf(CHECKOUT)).not.toHaveProperty('memberships')
  expect(payableOf(OF_MEMBERSHIPS, 'he', {})).toEqual({
    ...{ locale: 'he', total: 70, presentationId: null, of: { businessId: 4, authProfileId: 2 } },
  })
  expect([choicePath(OF_MEMBERSHIPS), choicePath(CHECKOUT)]).toEqual(['/membership/eight', '/order/7'])
})

test('R4.59 the payment of a producer is opened in the domain of producers', () => {
  expect(payableOf({ ...CHECKOUT, isProduced: true }, 'he', {}).of).toMatchObject({ domain: 'presLive' })
  expect(payableOf(CHECKOUT, 'he', {}).of).not.toHaveProperty('domain')
})
