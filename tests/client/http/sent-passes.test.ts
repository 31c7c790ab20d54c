import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addVoucher } from '#lib/client/checkout/checkout-vouchers.ts'
import { $payment, commitOf, commitPayment, openPaymentForm } from '#lib/client/checkout/payment.ts'
import { lookUp } from '#lib/client/order/code-lookup.ts'
import { checkReferences } from '#lib/client/order/references.ts'
import { seatCalls } from '#lib/client/seats/seat-calls.ts'
import { NOTHING_DUE } from '#lib/domain/pricing/price-order.ts'
import { CHECKOUT } from '#tests/client/checkout/checkout-fixture.ts'
import { openWith, selected } from '#tests/client/order/code-office.ts'
import { actAsBrowser, page } from '#tests/client/page.ts'
import { presentation } from '#tests/client/showing.ts'

/** The calls of the page, each with its captcha token. */
const calls: [string, unknown][] = []
/** What the last call of the page asked for in its address, without its time. */
let query: Readonly<Record<string, string>> = {}

beforeEach(() => {
  calls.length = 0
  actAsBrowser()
  vi.stubGlobal('document', Object.assign(Object.create(page) as object, { querySelector: () => ({ content: 'x' }) }))
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

async function answer(request: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(request instanceof Request ? request.url : request, 'http://127.0.0.1')
  if (pathname === '/api/captcha/challenge')
    return Response.json(
      await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 3, deriveKey, hmacSignatureSecret: 'test' }),
    )
  if (pathname === '/api/captcha/pass') return Response.json({ pass: 'pass_1' })
  const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
  calls.push([pathname, body.recaptchaToken ?? searchParams.get('recaptchaToken')])
  const { ts: _moment, ...asked } = Object.fromEntries(searchParams)
  query = asked
  if (pathname.startsWith('/api/payment/form/')) return Response.json({ paymentFormURL: 'http://pay.example/1', isFramed: true })
  if (pathname === '/api/cart') return Response.json({ success: true, totals: { ...NOTHING_DUE, globalServiceChargeName: '' } })
  if (pathname === '/api/payment/voucher') return Response.json({ payment: { id: 9, code: '', amount: 1, balance: 1, systemVoucher: '' } })
  if (pathname.endsWith('/ticket')) return Response.json({ error: 'codeNotFound', message: '' }, { status: 409 })
  return Response.json({ reservationIdentifier: 'r2345678', ticketIdentifiers: ['t1'] })
}

test('R5.44 R5.45 R7.4 sends a captcha pass with the call for the form and with the commit', async () => {
  await openPaymentForm({
    locale: 'he',
    total: 70,
    presentationId: null,
    of: { locationId: 1, authProfileId: 2, businessId: 3, ssn: '123456782' },
  })
  expect(query).toEqual({ total: '70', locationId: '1', authProfileId: '2', businessId: '3', ssn: '123456782', recaptchaToken: 'pass_1' })
  expect($payment.get()).toMatchObject({ at: 'form' })
  await commitPayment({ ...commitOf({ seats: [], paymentIdentifier: 'pay_12345678' }), isHeld: false })
  expect(calls).toEqual([
    ['/api/payment/form/he', 'pass_1'],
    ['/api/payment/commit', 'pass_1'],
  ])
  expect($payment.get()).toEqual({ at: 'done', reservationIdentifier: 'r2345678', ticketIdentifiers: ['t1'] })
})

const asked = (path: string) => calls.filter(([pathname]) => pathname === path)

test('R5.46 sends one with the check of a voucher', async () => {
  expect((await addVoucher(CHECKOUT, 'SHOW-1', '')).ok).toBe(true)
  expect(asked('/api/payment/voucher')).toEqual([['/api/payment/voucher', 'pass_1']])
})

test('R5.47 sends one with the check of a code, and of what is typed for a ticket', async () => {
  openWith([selected('1'), selected('2', { ticketId: 12, ref1: '2001' })])
  expect((await lookUp('TEN')).ok).toBe(false)
  expect(await checkReferences('2')).toBe(false)
  expect(asked('/api/presentations/1/ticket')).toEqual([
    ['/api/presentations/1/ticket', 'pass_1'],
    ['/api/presentations/1/ticket', 'pass_1'],
  ])
})

test('R5.49 R5.50 R5.51 sends one with the state of seats, best available and a lock, and none to free a seat', async () => {
  await seatCalls.status(presentation(1), '')
  await seatCalls.best(1, { quantity: 2, isTogether: true }, false)
  await seatCalls.lock(selected('1'))
  await seatCalls.unlock(selected('1'))
  expect(calls).toEqual([
    ['/api/seats/seats-status', 'pass_1'],
    ['/api/seats/best-available', 'pass_1'],
    ['/api/seats/lock-seat', 'pass_1'],
    ['/api/seats/unlock-seat', null],
  ])
})

test.each([
  [true, '1'],
  [false, '0'],
])('R7.49 asks for the state of the seats of one presentation, in its venue of its type, reserved: %s', async (isReserved, sent) => {
  await seatCalls.status(presentation(7, { isReserved, venueTypeId: 5 }), '')
  expect(query).toEqual({ presentationId: '7', isReserved: sent, venueTypeId: '5', recaptchaToken: 'pass_1' })
})
