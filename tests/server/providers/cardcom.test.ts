import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cardcomPayments } from '#lib/server/providers/payment/payment-cardcom.ts'
import { PaymentUnknown, type ChargeRequest, type FormRequest } from '#lib/server/providers/payment/payment.ts'
import { chargeForm } from '#tests/support/providers/charged-form.ts'
import { CARDCOM, startCardcomStandIn, type CardcomPress, type CardcomStandIn } from '#tests/support/providers/cardcom-stand-in.ts'

let cardcom: CardcomStandIn
beforeAll(async () => {
  cardcom = await startCardcomStandIn()
})
afterAll(() => cardcom.stop())
afterEach(() => {
  cardcom.listCustomFields(true)
})

const DUE = 21_750
const RESULT = 'LowProfile/GetLpResult'
const REFUND = 'Transactions/RefundByTransactionId'

function provider(changes: { apiPassword?: string; apiName?: string } = {}) {
  return cardcomPayments({ ...CARDCOM, ...changes, apiBase: cardcom.origin }, 60_000)
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
    callbackUrl: 'https://tickets.example/api/payment/callback/cardcom',
    ...changes,
  }
}

function lastSent(): unknown {
  return JSON.parse(cardcom.calls.at(-1)?.asked.body ?? '{}')
}

async function paidForm(button: CardcomPress = 'pay') {
  const form = formRequest()
  const { formName } = await provider().openForm(form)
  cardcom.press(formName, button)
  const charge: ChargeRequest = { paymentIdentifier: formName, amount: DUE, idempotencyKey: randomUUID() }
  return { form, formName, charge }
}

async function chargedForm() {
  return chargeForm(provider(), await paidForm())
}

describe('the form', () => {
  test('is the provider’s own page, for decimal shekels, with the form’s name in its ReturnValue', async () => {
    const form = formRequest({ mail: 'buyer@example.com' })
    const opened = await provider().openForm(form)
    expect(opened).toEqual({
      url: `${cardcom.origin}/EA/LPC6/1000/${opened.formName}`,
      formName: expect.stringMatching(/^[0-9a-f-]{36}$/),
      isFramed: false,
    })
    expect(lastSent()).toEqual({
      TerminalNumber: 1000,
      ApiName: CARDCOM.apiName,
      Operation: 'ChargeOnly',
      ISOCoinId: 1,
      ReturnValue: `${form.formId} ${form.uuid}`,
      Amount: 217.5,
      SuccessRedirectUrl: `${form.returnUrl}?paymentIdentifier=${form.formId}`,
      FailedRedirectUrl: `${form.returnUrl}?payment=failed`,
      CancelRedirectUrl: `${form.returnUrl}?payment=cancelled`,
      WebHookUrl: form.callbackUrl,
      ProductName: form.description,
      Language: 'he',
      UIDefinition: { IsCardOwnerEmailRequired: false, CardOwnerEmailValue: 'buyer@example.com' },
      AdvancedDefinition: { MinNumOfPayments: 1, MaxNumOfPayments: 3 },
    })
  })

  test('leads to Bit if the buyer chose Bit', async () => {
    expect((await provider().openForm(formRequest({ method: 'bit' }))).url).toMatch(/\?bit=1$/)
  })

  test('is unavailable if Cardcom does not answer or refuses the terminal', async () => {
    cardcom.fail('LowProfile/Create', 'error-before')
    await expect(provider().openForm(formRequest())).rejects.toBeInstanceOf(PaymentUnknown)
    await expect(provider({ apiName: 'somebodyElse' }).openForm(formRequest())).rejects.toBeInstanceOf(PaymentUnknown)
  })

  test.each([
    ['pay', 'card', 1],
    ['payments', 'card', 3],
    ['bit', 'bit', 1],
  ] as const)('reports a charge by %s: a %s in %i payments', async (button, method, numberOfPayments) => {
    const { form, formName } = await paidForm(button)
    const paid = await provider().inspect(form.formId, formName)
    expect(paid).toEqual({
      paymentIdentifier: formName,
      formName,
      uuid: form.uuid,
      amount: DUE,
      numberOfPayments,
      last4: '0000',
      method,
      isCharged: true,
    })
    expect(await provider().inspect(formName)).toEqual(paid)
    expect(await provider().inspect(randomUUID(), formName)).toBeUndefined()
    expect(await provider().inspect('no name of a page')).toBeUndefined()
  })

  test('can still be paid after a decline or a cancel, and is found if the buyer closed the browser', async () => {
    const { formName } = await provider().openForm(formRequest())
    expect(cardcom.press(formName, 'decline')).toMatch(/\?payment=failed$/)
    expect(await provider().inspect(formName)).toBeUndefined()
    expect(await provider().findForm(formName)).toEqual({ outcome: 'open' })
    cardcom.press(formName, 'pay')
    expect(await provider().findForm(formName)).toMatchObject({
      outcome: 'charged',
      payment: { amount: DUE, isCharged: true },
      reference: expect.stringMatching(/^\d+$/),
    })
  })

  test('is never taken for unpaid if Cardcom does not know its page', async () => {
    await expect(provider().findForm(randomUUID())).rejects.toBeInstanceOf(PaymentUnknown)
  })
})

describe('a charge', () => {
  test('is the one of the form, however often it is requested', async () => {
    const before = cardcom.taken()
    const { charge } = await paidForm()
    const first = await provider().charge(charge)
    expect(first).toMatchObject({ outcome: 'charged' })
    expect(await provider().charge(charge)).toEqual(first)
    expect(await provider().find(charge)).toEqual(first)
    expect(cardcom.taken() - before).toBe(DUE)
  })

  test('took nothing for a form that was not sent', async () => {
    const { formName } = await provider().openForm(formRequest())
    const request = { paymentIdentifier: formName, amount: DUE, idempotencyKey: randomUUID() }
    expect(await provider().charge(request)).toEqual({ outcome: 'failed', reason: 'form' })
    expect(await provider().find(request)).toEqual({ outcome: 'none' })
  })

  test.each(['drop-before', 'drop-after', 'error-before'] as const)(
    'is unknown while Cardcom does not answer (%s), and then found',
    async (trouble) => {
      const { charge } = await paidForm()
      cardcom.fail(RESULT, trouble)
      await expect(provider().charge(charge)).rejects.toBeInstanceOf(PaymentUnknown)
      expect(await provider().find(charge)).toMatchObject({ outcome: 'charged' })
    },
  )

  test.each([{ amount: 1 }, { coin: 2 }])('of %o is not the requested one and never a paid order', async (wrong) => {
    const { formName } = await provider().openForm(formRequest())
    cardcom.payWrongly(formName, wrong)
    const request = { paymentIdentifier: formName, amount: DUE, idempotencyKey: randomUUID() }
    await expect(provider().charge(request)).rejects.toBeInstanceOf(PaymentUnknown)
    await expect(provider().find(request)).rejects.toBeInstanceOf(PaymentUnknown)
  })
})

describe('a refund', () => {
  test('is made once if requested twice', async () => {
    const { refund } = await chargedForm()
    const before = cardcom.taken()
    const whole = refund(DUE)
    expect(await provider().findRefund(whole)).toEqual({ outcome: 'none' })
    const first = await provider().refund(whole)
    expect(first).toMatchObject({ outcome: 'refunded' })
    expect(await provider().refund(whole)).toEqual(first)
    expect(await provider().findRefund(whole)).toEqual(first)
    expect(before - cardcom.taken()).toBe(DUE)
  })

  test('is made once if sent twice at once', async () => {
    const { refund } = await chargedForm()
    const before = cardcom.taken()
    const whole = refund(DUE)
    const both = await Promise.all([provider().refund(whole), provider().refund(whole)])
    expect(both.map(({ outcome }) => outcome)).toEqual(['refunded', 'refunded'])
    expect(before - cardcom.taken()).toBe(DUE)
  })

  test('may be partial, but never more than was charged', async () => {
    const { refund } = await chargedForm()
    const before = cardcom.taken()
    expect(await provider().refund(refund(10_050))).toMatchObject({ outcome: 'refunded' })
    expect(await provider().refund(refund(11_701))).toMatchObject({ outcome: 'failed' })
    expect(await provider().refund(refund(11_700))).toMatchObject({ outcome: 'refunded' })
    expect(await provider().refund(refund(100))).toMatchObject({ outcome: 'failed' })
    expect(before - cardcom.taken()).toBe(DUE)
  })

  test('is unknown if its answer was lost, and then found', async () => {
    const { refund } = await chargedForm()
    const part = refund(500)
    cardcom.fail(REFUND, 'drop-after')
    await expect(provider().refund(part)).rejects.toBeInstanceOf(PaymentUnknown)
    expect(await provider().findRefund(part)).toMatchObject({ outcome: 'refunded' })
    expect(await provider().refund(part)).toMatchObject({ outcome: 'refunded' })
    expect(cardcom.calls.filter(({ operation, asked }) => operation === REFUND && asked.body.includes(part.idempotencyKey))).toHaveLength(1)
  })

  test('is unknown if it never arrived, and then sent again', async () => {
    const { refund } = await chargedForm()
    const part = refund(500)
    cardcom.fail(REFUND, 'drop-before')
    await expect(provider().refund(part)).rejects.toBeInstanceOf(PaymentUnknown)
    expect(await provider().findRefund(part)).toEqual({ outcome: 'none' })
    expect(await provider().refund(part)).toMatchObject({ outcome: 'refunded' })
  })

  test('is not sent again if the list does not show whose it is', async () => {
    const { refund } = await chargedForm()
    const part = refund(500)
    cardcom.listCustomFields(false)
    cardcom.fail(REFUND, 'drop-after')
    await expect(provider().refund(part)).rejects.toBeInstanceOf(PaymentUnknown)
    await expect(provider().refund(part)).rejects.toBeInstanceOf(PaymentUnknown)
    await expect(provider().findRefund(part)).rejects.toBeInstanceOf(PaymentUnknown)
  })

  test('of another transaction or with a wrong password refunds nothing', async () => {
    const { refund } = await chargedForm()
    const before = cardcom.taken()
    await expect(provider().refund({ ...refund(500), reference: '1' })).rejects.toBeInstanceOf(PaymentUnknown)
    await expect(provider({ apiPassword: 'somebody else’s' }).refund(refund(500))).rejects.toBeInstanceOf(PaymentUnknown)
    expect(cardcom.taken()).toBe(before)
  })
})

describe('a callback', () => {
  const read = (body: string) =>
    provider().verifyCallback({ body: Buffer.from(body), headers: new Headers(), query: new URLSearchParams() })

  test('only says which page to ask about, each time it comes', async () => {
    const { formName } = await paidForm()
    const event = await read(cardcom.callback(formName))
    expect(event).toEqual({ formName, eventId: expect.stringContaining(formName) })
    expect(await read(cardcom.callback(formName))).toEqual(event)
  })

  test('that is forged changes nothing of what Cardcom says', async () => {
    const { formName } = await provider().openForm(formRequest())
    const forged = cardcom.callback(formName).replace('"ResponseCode":5', '"ResponseCode":0')
    expect(await read(forged)).toMatchObject({ formName })
    expect(await provider().findForm(formName)).toEqual({ outcome: 'open' })
  })

  test.each(['', 'LowProfileId=1', '[]', '{"ResponseCode":0}', '{"ResponseCode":0,"LowProfileId":"x"}'])(
    'with %s is ignored',
    async (body) => {
      expect(await read(body)).toBeUndefined()
    },
  )
})
