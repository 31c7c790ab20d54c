import { expect, test } from 'vitest'
import { checkAfterSeconds, failureText, leadsToOrder, wayOnFrom } from '#lib/client/checkout/payment-phase.ts'
import { frameHeightOf, paidFormOf } from '#lib/client/checkout/payment-frame.ts'
import { RESOURCES } from '#lib/text/catalogues.ts'

test('R8.1 reads a failed commit as message: error', () => {
  expect(failureText({ message: 'העסקה לא אושרה.', code: 'CARD_DECLINED' })).toBe('העסקה לא אושרה: CARD_DECLINED')
})

test('R8.2 reads a missing part as Error', () => {
  expect(failureText({ message: '', code: 'CARD_DECLINED' })).toBe('Error: CARD_DECLINED')
  expect(failureText({ message: 'העסקה לא אושרה', code: '' })).toBe('העסקה לא אושרה: Error')
  expect(failureText({ message: '', code: '' })).toBe('Error: Error')
})

test.each([
  ['CARD_DECLINED', 'card'],
  ['PAYMENT_TIMEOUT', 'card'],
  ['PAYMENT_PENDING', 'check'],
  ['NO_CONNECTION', 'check'],
  ['GENERAL_ERROR', 'check'],
  ['PRICE_CHANGED', 'price'],
  ['HOLD_EXPIRED', 'seats'],
  ['LONE_SEAT', 'seats'],
  ['KEEP_ONE_FREE', 'seats'],
  ['SEAT_BLOCKED', 'seats'],
  ['SEATS_NOT_WHOLE', 'seats'],
  ['COMPANION_ALONE', 'seats'],
  ['FORM_INVALID', 'details'],
  ['TOO_MANY_REQUESTS', 'again'],
  ['WAIVER_AGE_MISMATCH', 'details'],
  ['VOUCHER_NO_BALANCE', 'details'],
  ['COUPON_USED', 'seats'],
  ['HOLD_TOO_LATE', 'seats'],
  ['HOLD_LIMIT', 'seats'],
])('continues after %s with %s', (code, way) => {
  expect(wayOnFrom(code)).toBe(way)
})

test('retries an undecided commit with growing delays', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map(checkAfterSeconds)).toEqual([1, 2, 3, 5, 8, 10, 10, 10])
})

const FRAME = { window: null, url: 'https://pay.example/form/1' }
const message = (data: unknown, origin = 'https://pay.example') => ({ data, origin, source: null }) as MessageEvent<unknown>

test('accepts a payment only from the payment frame and its origin', () => {
  const paid = { type: 'shura:payment', paymentIdentifier: 'abc12345' }
  Object.assign(globalThis, { location: { href: 'https://shop.example/booking/checkout/payment' } })
  expect(paidFormOf(message(paid), FRAME)).toEqual({
    paymentIdentifier: 'abc12345',
    creditCardInfo: null,
    numberOfPayments: 1,
  })
  expect(paidFormOf(message(paid, 'https://evil.example'), FRAME)).toBeNull()
  expect(paidFormOf(message({ ...paid, type: 'other' }), FRAME)).toBeNull()
  expect(paidFormOf(message({ type: 'shura:payment', paymentIdentifier: 7 }), FRAME)).toBeNull()
  expect(paidFormOf(message('shura:payment'), FRAME)).toBeNull()
  expect(paidFormOf({ ...message(paid), source: {} } as MessageEvent<unknown>, FRAME)).toBeNull()
  Reflect.deleteProperty(globalThis, 'location')
})

test('takes the payment details as the form reports them, and never a card number', () => {
  Object.assign(globalThis, { location: { href: 'https://shop.example/booking/checkout/payment' } })
  const paidWith = (more: object) => paidFormOf(message({ type: 'shura:payment', paymentIdentifier: 'abc12345', ...more }), FRAME)
  expect(paidWith({ method: 'card', last4: '4242', numberOfPayments: 3 })).toMatchObject({
    creditCardInfo: { method: 'card', last4: '4242' },
    numberOfPayments: 3,
  })
  expect(paidWith({ method: 'wallet', last4: '' })).toMatchObject({ creditCardInfo: { method: 'wallet', last4: '' }, numberOfPayments: 1 })
  expect(paidWith({ method: 'card', last4: '4580000000004242', numberOfPayments: 1.5 })).toMatchObject({
    creditCardInfo: { method: 'card', last4: '' },
    numberOfPayments: 1,
  })
  expect(paidWith({ method: 'cheque', last4: '4242', numberOfPayments: -1 })).toMatchObject({ creditCardInfo: null, numberOfPayments: 1 })
  Reflect.deleteProperty(globalThis, 'location')
})

test('makes the frame as high as its form asks, within bounds', () => {
  Object.assign(globalThis, { location: { href: 'https://shop.example/booking/checkout/payment' } })
  const heightOf = (height: unknown, origin?: string) => frameHeightOf(message({ type: 'shura:payment-height', height }, origin), FRAME)
  expect([612.4, 10, 99_999, Number.NaN, '600'].map((height) => heightOf(height))).toEqual([612, 240, 1600, null, null])
  expect(heightOf(600, 'https://evil.example')).toBeNull()
  Reflect.deleteProperty(globalThis, 'location')
})

test('leads from a payment under review or made twice to the page of its order', () => {
  expect(['PAYMENT_PENDING', 'PAID_TWICE', 'ALREADY_PAID', 'CARD_DECLINED'].map(leadsToOrder)).toEqual([true, true, true, false])
})

test('R8.78 tells the buyer to refresh and try again after a payment timeout', () => {
  expect(RESOURCES.he.errors.PAYMENT_TIMEOUT).toContain('רעננו את הדף ונסו שוב')
  const message = RESOURCES.en.errors.PAYMENT_TIMEOUT ?? ''
  expect(message.toLowerCase()).toMatch(/refresh|reload/)
  expect(failureText({ message, code: 'PAYMENT_TIMEOUT' })).toMatch(/: PAYMENT_TIMEOUT$/)
})
