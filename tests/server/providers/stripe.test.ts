import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stripePayments } from '#lib/server/providers/payment/payment-stripe.ts'
import { PaymentUnknown, type ChargeRequest, type FormRequest } from '#lib/server/providers/payment/payment.ts'
import { chargeForm } from '#tests/support/providers/charged-form.ts'
import type { Trouble } from '#tests/support/providers/stand-in.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, startStripeStandIn, type StripeStandIn } from '#tests/support/providers/stripe-stand-in.ts'

let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripeStandIn()
})
afterAll(() => stripe.stop())

const DUE = 21_700

/** The library retries a broken connection once, whatever its setting; two breaks make a failure. */
function failOnce(operation: string, trouble: Trouble): void {
  stripe.fail(operation, ...(trouble.startsWith('error') ? [trouble] : [trouble, trouble]))
}

/** Disables retries, so that each fault is seen. */
function provider(secretKey = STRIPE_KEY, retries = 0) {
  return stripePayments({ secretKey, webhookSecret: STRIPE_WEBHOOK_SECRET, apiBase: stripe.origin }, { timeout: 60_000, retries })
}

function formRequest(changes: Partial<FormRequest> = {}): FormRequest {
  return {
    formId: randomUUID(),
    uuid: randomUUID(),
    amount: DUE,
    maxPayments: 3,
    method: 'card',
    locale: 'he',
    description: 'שורה: הזמנת כרטיסים',
    returnUrl: 'https://tickets.example/booking/checkout/payment',
    callbackUrl: 'https://tickets.example/api/payment/callback/stripe',
    ...changes,
  }
}

/** A form that the buyer has filled in. */
async function preparedForm() {
  const form = formRequest()
  const { formName } = await provider().openForm(form)
  stripe.press(formName, 'pay')
  const charge: ChargeRequest = { paymentIdentifier: formName, amount: DUE, idempotencyKey: randomUUID() }
  return { form, formName, charge }
}

async function chargedForm() {
  return chargeForm(provider(), await preparedForm())
}

describe('the form', () => {
  test('is the provider’s own page, for agorot in ILS, named by our form, and returns with our name only', async () => {
    const form = formRequest({ mail: 'buyer@example.com' })
    const { url, formName, isFramed } = await provider().openForm(form)
    expect(url).toBe(`${stripe.origin}/c/pay/${formName}`)
    expect(isFramed).toBe(false)
    const sent = new URLSearchParams(stripe.calls.at(-1)?.asked.body)
    expect(Object.fromEntries(sent)).toMatchObject({
      'line_items[0][price_data][currency]': 'ils',
      'line_items[0][price_data][unit_amount]': String(DUE),
      'payment_intent_data[capture_method]': 'manual',
      'metadata[form]': form.formId,
      'adaptive_pricing[enabled]': 'false',
      customer_email: 'buyer@example.com',
      success_url: `${form.returnUrl}?paymentIdentifier=${form.formId}`,
      cancel_url: `${form.returnUrl}?payment=cancelled`,
    })
  })

  test.each([
    ['he', 'auto'],
    ['ar', 'auto'],
    ['en', 'en'],
    ['ru', 'ru'],
  ] as const)('in %s uses a language that Stripe has: %s', async (locale, theirs) => {
    await provider().openForm(formRequest({ locale }))
    expect(new URLSearchParams(stripe.calls.at(-1)?.asked.body).get('locale')).toBe(theirs)
  })

  test('is unavailable if Stripe does not answer, and is opened once even if the answer was lost', async () => {
    stripe.fail('create', 'error-before')
    await expect(provider().openForm(formRequest())).rejects.toBeInstanceOf(PaymentUnknown)
    stripe.fail('create', 'drop-after')
    const { formName } = await provider(STRIPE_KEY, 1).openForm(formRequest())
    expect(await provider().findForm(formName)).toEqual({ outcome: 'open' })
  })

  test('reports what was authorised, to its own visitor and name only', async () => {
    const { form, formName } = await preparedForm()
    const prepared = await provider().inspect(form.formId, formName)
    expect(prepared).toEqual({
      paymentIdentifier: formName,
      formName,
      uuid: form.uuid,
      amount: DUE,
      numberOfPayments: 1,
      last4: '4242',
      method: 'card',
      isCharged: false,
    })
    expect(await provider().inspect(formName)).toEqual(prepared)
    expect(await provider().inspect(randomUUID(), formName)).toBeUndefined()
    expect(await provider().inspect('cs_test_unknown')).toBeUndefined()
    expect(await provider().inspect('../../v1/refunds')).toBeUndefined()
  })

  test('is found if the buyer closed the browser, and released if nobody wants it', async () => {
    const open = await provider().openForm(formRequest())
    expect(await provider().findForm(open.formName)).toEqual({ outcome: 'open' })
    await provider().closeForm?.(open.formName)
    expect(await provider().findForm(open.formName)).toEqual({ outcome: 'lapsed' })
    const { formName, charge } = await preparedForm()
    expect(await provider().findForm(formName)).toMatchObject({ outcome: 'prepared', payment: { amount: DUE } })
    await provider().closeForm?.(formName)
    expect(await provider().findForm(formName)).toEqual({ outcome: 'lapsed' })
    expect(await provider().charge(charge)).toMatchObject({ outcome: 'failed' })
    expect(await provider().find(charge)).toMatchObject({ outcome: 'failed' })
  })
})

describe('a charge', () => {
  test('captures once, however often it is requested, even if Stripe has forgotten the key', async () => {
    const before = stripe.taken()
    const { charge, reference } = await chargedForm()
    stripe.forgetKeys()
    expect(await provider().charge(charge)).toEqual({ outcome: 'charged', reference })
    expect(await provider().find(charge)).toEqual({ outcome: 'charged', reference })
    expect(stripe.taken() - before).toBe(DUE)
  })

  test('of one form is not sold to a second order', async () => {
    const { charge } = await chargedForm()
    const other = { ...charge, idempotencyKey: randomUUID() }
    expect(await provider().charge(other)).toMatchObject({ outcome: 'failed' })
    expect(await provider().find(other)).toEqual({ outcome: 'none' })
  })

  test('that the bank declines is declined', async () => {
    const { charge } = await preparedForm()
    stripe.declineCaptures(1)
    expect(await provider().charge(charge)).toMatchObject({ outcome: 'declined' })
  })

  test('of another amount or an unsent form takes nothing', async () => {
    const before = stripe.taken()
    const { charge } = await preparedForm()
    expect(await provider().charge({ ...charge, amount: DUE - 1 })).toMatchObject({ outcome: 'failed' })
    const { formName } = await provider().openForm(formRequest())
    expect(await provider().charge({ ...charge, paymentIdentifier: formName })).toMatchObject({ outcome: 'failed' })
    expect(stripe.taken()).toBe(before)
  })

  test.each(['drop-after', 'error-after'] as const)(
    'is unknown if its answer was lost (%s), and then found by its key',
    async (trouble) => {
      const { charge } = await preparedForm()
      failOnce('capture', trouble)
      await expect(provider().charge(charge)).rejects.toBeInstanceOf(PaymentUnknown)
      expect(await provider().find(charge)).toMatchObject({ outcome: 'charged' })
    },
  )

  test.each(['drop-before', 'error-before'] as const)('is unknown if it never arrived (%s), and then not found', async (trouble) => {
    const { charge } = await preparedForm()
    failOnce('capture', trouble)
    await expect(provider().charge(charge)).rejects.toBeInstanceOf(PaymentUnknown)
    expect(await provider().find(charge)).toEqual({ outcome: 'none' })
  })

  test('that is still in progress takes nothing once its form is closed', async () => {
    const before = stripe.taken()
    const { charge, formName } = await preparedForm()
    stripe.fail('capture', 'drop-before', 'late')
    await expect(provider().charge(charge)).rejects.toBeInstanceOf(PaymentUnknown)
    await provider().closeForm?.(formName)
    expect(stripe.letArrive()).toBe(1)
    expect(await provider().find(charge)).toMatchObject({ outcome: 'failed' })
    expect(stripe.taken()).toBe(before)
  })

  test('is retried with the same key and charges once', async () => {
    const before = stripe.taken()
    const { charge } = await preparedForm()
    stripe.fail('capture', 'drop-after')
    expect(await provider(STRIPE_KEY, 1).charge(charge)).toMatchObject({ outcome: 'charged' })
    expect(stripe.taken() - before).toBe(DUE)
  })

  test('with a wrong key is unknown, not failed', async () => {
    const { charge } = await preparedForm()
    await expect(provider('sk_test_wrongWrongWrongWrongWrong').charge(charge)).rejects.toBeInstanceOf(PaymentUnknown)
  })
})

describe('a refund', () => {
  test('is made once if requested twice, even if Stripe has forgotten the key', async () => {
    const { refund } = await chargedForm()
    const before = stripe.taken()
    const whole = refund(DUE)
    const first = await provider().refund(whole)
    stripe.forgetKeys()
    expect(await provider().refund(whole)).toEqual(first)
    expect(await provider().findRefund(whole)).toEqual(first)
    expect(before - stripe.taken()).toBe(DUE)
  })

  test('may be partial, but never more than was charged', async () => {
    const { refund } = await chargedForm()
    const before = stripe.taken()
    expect(await provider().refund(refund(10_000))).toMatchObject({ outcome: 'refunded' })
    expect(await provider().refund(refund(11_701))).toMatchObject({ outcome: 'failed' })
    expect(await provider().refund(refund(11_700))).toMatchObject({ outcome: 'refunded' })
    expect(await provider().refund(refund(1))).toMatchObject({ outcome: 'failed' })
    expect(before - stripe.taken()).toBe(DUE)
  })

  test('is unknown if its answer was lost, and then found', async () => {
    const { refund } = await chargedForm()
    const whole = refund(DUE)
    expect(await provider().findRefund(whole)).toEqual({ outcome: 'none' })
    failOnce('refund', 'drop-after')
    await expect(provider().refund(whole)).rejects.toBeInstanceOf(PaymentUnknown)
    expect(await provider().findRefund(whole)).toMatchObject({ outcome: 'refunded' })
  })

  test('stays unknown until Stripe has decided it', async () => {
    const { refund } = await chargedForm()
    const whole = refund(DUE)
    stripe.refundsAre('pending')
    await expect(provider().refund(whole)).rejects.toBeInstanceOf(PaymentUnknown)
    await expect(provider().findRefund(whole)).rejects.toBeInstanceOf(PaymentUnknown)
    stripe.decideRefunds('failed')
    expect(await provider().findRefund(whole)).toMatchObject({ outcome: 'failed' })
    stripe.refundsAre('succeeded')
  })
})

describe('a callback', () => {
  const read = ({ body, signature }: { body: string; signature: string }) =>
    provider().verifyCallback({
      body: Buffer.from(body),
      headers: new Headers({ 'Stripe-Signature': signature }),
      query: new URLSearchParams(),
    })
  const now = () => Math.floor(Date.now() / 1000)

  test('with a recent Stripe signature names its form, amount and currency', async () => {
    const { formName } = await preparedForm()
    const event = stripe.event(formName)
    const own = await read(event)
    expect(own).toMatchObject({ formName, amount: DUE, currency: 'ILS', eventId: expect.stringMatching(/^evt_/) })
    expect((await read(event))?.eventId).toBe(own?.eventId)
  })

  test.each([
    ['signed by somebody else', (name: string) => stripe.event(name, undefined, undefined, 'whsec_somebodyElseSomebodyElse')],
    ['signed too long ago', (name: string) => stripe.event(name, undefined, now() - 400)],
    ['signed in the future', (name: string) => stripe.event(name, undefined, now() + 400)],
    ['changed on the way', (name: string) => ({ ...stripe.event(name), body: stripe.event(name).body })],
    ['without a signature', (name: string) => ({ ...stripe.event(name), signature: '' })],
    ['that is no JSON', () => ({ ...stripe.event('cs_test_x'), body: '<xml/>' })],
    ['about something else', (name: string) => stripe.event(name, 'customer.created')],
  ])('with %s is ignored', async (_what, make) => {
    const { formName } = await preparedForm()
    expect(await read(make(formName))).toBeUndefined()
  })
})
