import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $payment, commitOf, commitPayment, openPaymentForm } from '#lib/client/checkout/payment.ts'
import { actAsBrowser, page } from '#tests/client/page.ts'

/** The calls of the page, each with its captcha token. */
const calls: [string, unknown][] = []

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
  if (pathname.startsWith('/api/payment/form/')) return Response.json({ paymentFormURL: 'http://pay.example/1', isFramed: true })
  return Response.json({ reservationIdentifier: 'r2345678', ticketIdentifiers: ['t1'] })
}

test('R5.44 R5.45 sends a captcha pass with the call for the form and with the commit', async () => {
  await openPaymentForm({ locale: 'he', total: 70, presentationId: null, of: { locationId: 1, authProfileId: 1, businessId: 1 } })
  expect($payment.get()).toMatchObject({ at: 'form' })
  await commitPayment({ ...commitOf({ seats: [], paymentIdentifier: 'pay_12345678' }), isHeld: false })
  expect(calls).toEqual([
    ['/api/payment/form/he', 'pass_1'],
    ['/api/payment/commit', 'pass_1'],
  ])
  expect($payment.get()).toEqual({ at: 'done', reservationIdentifier: 'r2345678', ticketIdentifiers: ['t1'] })
})
