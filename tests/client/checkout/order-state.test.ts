import { beforeEach, describe, expect, test } from 'vitest'
import { $checkout, type Checkout } from '#lib/client/checkout/checkout.ts'
import { $details } from '#lib/client/customer/details.ts'
import { $isHold } from '#lib/client/seats/hold-mode.ts'
import { $orderState, orderCartOf } from '#lib/client/checkout/order-state.ts'
import { $paidForm, keepPaid } from '#lib/client/checkout/payment-frame.ts'
import { $payment } from '#lib/client/checkout/payment.ts'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { CHECKOUT } from './checkout-fixture.ts'
import { proved } from '#tests/client/order/code-office.ts'

const DETAILS = { firstName: ' נועה ', city: 'חיפה', mailingConsent: true }

beforeEach(() => {
  $checkout.set(null)
  $paidForm.set(null)
  $payment.set({ at: 'opening' })
  $details.set(DETAILS)
})

function cartOf(checkout: Checkout, paymentIdentifier: string | null = 'p1'): OrderCart | null {
  $checkout.set(checkout)
  keepPaid(paymentIdentifier)
  const state = $orderState.get()
  return state && orderCartOf(state)
}

describe('R3.38 the state of an order', () => {
  test('is empty before the checkout opens and then has all its fields', () => {
    expect($orderState.get()).toBeNull()
    $checkout.set({ ...CHECKOUT, totals: { ...CHECKOUT.totals, globalServiceCharge: 700 }, members: [proved()] })
    expect($orderState.get()).toEqual({
      presentations: [{ presentation: CHECKOUT.presentations[0], seats: [expect.objectContaining({ seat: CHECKOUT.seats[0] })] }],
      paymentIdentifier: null,
      customerInfo: { firstName: 'נועה', mailingConsent: true },
      creditCardInfo: null,
      reservationIdentifier: null,
      ticketIdentifiers: [],
      availableMembers: [proved()],
      globalServiceCharge: 700,
      numberOfPayments: 1,
      voucherPayments: CHECKOUT.vouchers,
      integrationData: null,
      isHoldOrder: false,
      products: [],
      modify: null,
      asked: {},
      seller: CHECKOUT.seller,
      isProduced: false,
    })
  })

  test('follows the provider’s form, of which a reload keeps the name only', () => {
    $checkout.set(CHECKOUT)
    $paidForm.set({ paymentIdentifier: 'p1', creditCardInfo: { method: 'card', last4: '4242' }, numberOfPayments: 3 })
    keepPaid('p1')
    expect($orderState.get()).toMatchObject({ paymentIdentifier: 'p1', creditCardInfo: { last4: '4242' }, numberOfPayments: 3 })
    keepPaid('p2')
    expect($orderState.get()).toMatchObject({ paymentIdentifier: 'p2', creditCardInfo: null, numberOfPayments: 1 })
    keepPaid(null)
    expect($orderState.get()).toMatchObject({ paymentIdentifier: null })
  })

  test('ends with the reservation and its tickets', () => {
    $checkout.set(CHECKOUT)
    $payment.set({ at: 'done', reservationIdentifier: 'r2345678', ticketIdentifiers: ['t1', 't2'] })
    expect($orderState.get()).toMatchObject({ reservationIdentifier: 'r2345678', ticketIdentifiers: ['t1', 't2'] })
  })

  test('names the outside system that it comes from', () => {
    const integrationData = { name: 'מועדון', ret: 'https://club.example/', expiresAt: '2026-11-24T20:30:00.000Z' }
    $checkout.set({ ...CHECKOUT, integrationData })
    expect($orderState.get()).toMatchObject({ integrationData })
  })

  test('commits memberships to who sells them, and nothing of them in other orders', () => {
    const memberships = [{ membershipId: 1, membershipPriceId: 11, currencyId: 1 }]
    const cart = cartOf({ ...CHECKOUT, presentations: [], seats: [], asked: { memberships }, seller: { businessId: 4, authProfileId: 2 } })
    expect(cart).toMatchObject({ memberships, seats: [], businessId: 4, authProfileId: 2, locationId: null })
    expect(cartOf(CHECKOUT)).not.toHaveProperty('memberships')
  })

  test('says which kind of order is committed', () => {
    expect(cartOf(CHECKOUT)?.isHold).toBe(false)
    $isHold.set(true)
    expect($orderState.get()).toMatchObject({ isHoldOrder: true })
    expect(cartOf(CHECKOUT)?.isHold).toBe(true)
    $isHold.set(false)
  })
})

describe('the cart of an order', () => {
  test('R5.32 is not built if a voucher has no amount', () => {
    const [first, second] = CHECKOUT.vouchers
    expect(cartOf(CHECKOUT)).not.toBeNull()
    expect(cartOf({ ...CHECKOUT, vouchers: [...(first ? [first] : []), ...(second ? [{ ...second, amount: null }] : [])] })).toBeNull()
  })

  test('R7.15 names the place of its first seat and who sells it', () => {
    const [show] = CHECKOUT.presentations
    const presentations = show ? [{ ...show, locationId: 6 }] : []
    const checkout = { ...CHECKOUT, presentations, seller: { businessId: 4, authProfileId: 2 } }
    expect(cartOf(checkout)).toMatchObject({ locationId: 6, businessId: 4, authProfileId: 2 })
  })

  test('lists what each voucher pays and leaves out fields that the form excludes', () => {
    expect(cartOf(CHECKOUT)).toMatchObject({
      customerInfo: { firstName: 'נועה', mailingConsent: true },
      voucherPayments: [
        { id: 3, amount: 30, systemVoucher: '•••• 7741' },
        { id: 4, amount: 10, systemVoucher: '•••• 2093' },
      ],
      paymentIdentifier: 'p1',
    })
    expect(cartOf(CHECKOUT)?.customerInfo).not.toHaveProperty('city')
  })

  test('is serialised identically for the same order, so that a repeated commit is recognised, also after a reload', () => {
    $paidForm.set({ paymentIdentifier: 'p1', creditCardInfo: { method: 'card', last4: '4242' }, numberOfPayments: 3 })
    const before = JSON.stringify(cartOf(CHECKOUT))
    expect(before).not.toContain('4242')
    $paidForm.set(null)
    $details.set({ ...DETAILS })
    expect(JSON.stringify(cartOf({ ...CHECKOUT }))).toBe(before)
  })
})

test('R7.6 the cart of a producer names who the customer is, and nothing else is asked', () => {
  $details.set({ firstName: ' נועה ', lastName: 'ברקאי', mobileNumber: '0547314821', email: 'noa@example.com' })
  const cart = cartOf({ ...CHECKOUT, isProduced: true, vouchers: [] })
  expect(cart).toMatchObject({ customerName: 'נועה', mobileNumber: '0547314821' })
  expect(cart?.customerInfo).toEqual({ firstName: 'נועה', mobileNumber: '0547314821' })
  expect(cartOf({ ...CHECKOUT, vouchers: [] })).not.toHaveProperty('customerName')
})
