import { afterEach, describe, expect, test } from 'vitest'
import { $isHold, inMode } from '#lib/client/seats/hold-mode.ts'
import { $checkout, checkoutLines, orderFormOf } from '#lib/client/checkout/checkout.ts'
import { $orderState, orderCartOf } from '#lib/client/checkout/order-state.ts'
import { wayOnFrom } from '#lib/client/checkout/payment-phase.ts'
import { isHoldMode, payUntilOf } from '#lib/domain/orders/unpaid-hold.ts'
import { CHECKOUT } from '#tests/client/checkout/checkout-fixture.ts'

afterEach(() => {
  $isHold.set(false)
  $checkout.set(null)
})

test.each([
  ['', false],
  ['?step=tickets', false],
  ['?isHold', true],
  ['?isHold=1', true],
  ['?step=tickets&isHold=true', true],
  ['?isHold=0', false],
  ['?isHold=false', false],
])('R4.58 sets hold mode from the query %s: %s', (search, isSet) => {
  expect(isHoldMode(search)).toBe(isSet)
})

test('R9.8 expects payment half an hour before the earliest presentation of the order', () => {
  const [early, late] = [Date.UTC(2026, 10, 24, 18), Date.UTC(2026, 10, 25, 18)]
  expect(payUntilOf([late, early])).toBe(Date.UTC(2026, 10, 24, 17, 30))
})

test('R4.58 keeps the mode from address to address', () => {
  expect(inMode('/booking/checkout')).toBe('/booking/checkout')
  $isHold.set(true)
  expect(inMode('/booking/checkout')).toBe('/booking/checkout?isHold=1')
  expect(inMode('/order/7?step=tickets')).toBe('/order/7?step=tickets&isHold=1')
})

test('R4.57 sends the mode when the order is committed', () => {
  $checkout.set(CHECKOUT)
  const isHold = () => {
    const state = $orderState.get()
    return state && orderCartOf(state)?.isHold
  }
  expect(isHold()).toBe(false)
  $isHold.set(true)
  expect(isHold()).toBe(true)
})

test('leads every refusal of a hold back to where it can be corrected', () => {
  for (const code of ['HOLD_NEEDS_LOGIN', 'HOLD_NEEDS_MEMBERSHIP', 'HOLD_PREMIUM_SEAT', 'HOLD_TOO_LATE'])
    expect(wayOnFrom(code)).toBe('seats')
})

describe('an ID number that is on file', () => {
  const ssnOf = (keptSsn: string | null) => orderFormOf({ ...CHECKOUT, keptSsn }, checkoutLines(CHECKOUT)).fields.ssn
  test('need not be typed', () => {
    expect([ssnOf(null), ssnOf('••••••018')]).toEqual(['required', 'included'])
  })
})
