import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { PaymentUnknown } from '#lib/server/providers/payment/payment.ts'
import { sandboxPayments } from '#lib/server/providers/payment/payment-sandbox.ts'
import { signatureOf } from '#lib/server/providers/payment/sandbox-callback.ts'
import { isCardNumber } from '#lib/server/providers/payment/sandbox-cards.ts'
import { checkCard, type TypedCard } from '#lib/server/providers/payment/sandbox-fields.ts'
import {
  approveChallenge,
  formOf,
  rejectChallenge,
  returnAddress,
  waitingChallenge,
  type SandboxForm,
} from '#lib/server/providers/payment/sandbox-form.ts'
import { submitCard } from '#lib/server/providers/payment/sandbox-submit.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { formRequest } from '#tests/support/buyers/house.ts'

const provider = sandboxPayments(20)
const visitor = randomUUID()
const AMOUNT = 33_900
const CARD = {
  accepted: '4580 0000 0000 0000',
  declined: '4580 0000 0000 0018',
  challenge: '4580 0000 0000 0026',
  failed: '4580 0000 0000 0034',
  timeoutAfter: '4580 0000 0000 0042',
  timeoutBefore: '4580 0000 0000 0059',
} as const

const RIGHT: TypedCard = {
  number: CARD.accepted,
  expiry: '08/39',
  cvv: '123',
  holderId: '000000018',
  holderName: 'נועה ברקאי',
  payments: '1',
}

async function openForm(maxPayments = 3): Promise<SandboxForm> {
  const { url } = await provider.openForm({
    ...formRequest(visitor, AMOUNT),
    maxPayments,
    returnUrl: 'http://127.0.0.1:4321/booking/checkout/payment?step=pay',
  })
  const form = await formOf(url.split('/').at(-1) ?? '')
  if (!form) throw new Error('The form is not there.')
  return form
}

function post(form: SandboxForm, fields: Readonly<Record<string, string>>) {
  return submitCard(form, new Request('http://127.0.0.1/', { method: 'POST', body: new URLSearchParams(fields) }))
}

async function prepare(number: string, form?: SandboxForm): Promise<string> {
  const submission = await post(form ?? (await openForm()), { ...RIGHT, number })
  if (submission.kind !== 'prepared') throw new Error(`Expected an identifier, got ${submission.kind}.`)
  return submission.paymentIdentifier
}

function charge(paymentIdentifier: string, idempotencyKey: string = randomUUID(), amount = AMOUNT) {
  return provider.charge({ paymentIdentifier, amount, idempotencyKey })
}

function find(paymentIdentifier: string, idempotencyKey: string) {
  return provider.find({ paymentIdentifier, amount: AMOUNT, idempotencyKey })
}

async function chargesOf(paymentIdentifier: string): Promise<number> {
  const { rowCount } = await database().query(`SELECT FROM sandbox_charge WHERE payment_identifier = $1 AND outcome = 'charged'`, [
    paymentIdentifier,
  ])
  return rowCount ?? 0
}

beforeAll(async () => {
  await freshDatabase()
})

describe('the form', () => {
  it('is on the origin that it returns to and passes a paymentIdentifier to its return address', async () => {
    const form = await openForm()
    const identifier = await prepare(CARD.accepted, form)
    const back = new URL(returnAddress(form, identifier))
    expect(back.pathname).toBe('/booking/checkout/payment')
    expect(Object.fromEntries(back.searchParams)).toEqual({ step: 'pay', paymentIdentifier: identifier })
    expect(identifier).toMatch(/^[0-9A-Za-z_-]{8,64}$/)
  })

  it.each<[string, Partial<TypedCard>, Readonly<Record<string, string>>]>([
    ['no number', { number: ' ' }, { number: 'numberMissing' }],
    ['a wrong check digit', { number: '4580 0000 0000 0001' }, { number: 'numberWrong' }],
    ['a real-looking card', { number: '4012 8888 8888 1881' }, { number: 'numberNotTest' }],
    ['last month', { expiry: '10/26' }, { expiry: 'expiryPast' }],
    ['month 13', { expiry: '13/30' }, { expiry: 'expiryWrong' }],
    ['a short CVV', { cvv: '12' }, { cvv: 'cvvWrong' }],
    ['an ID with a wrong check digit', { holderId: '000000019' }, { holderId: 'holderIdWrong' }],
    ['no name', { holderName: '' }, { holderName: 'holderNameMissing' }],
    ['too many payments', { payments: '4' }, { payments: 'paymentsWrong' }],
    ['two mistakes', { cvv: 'x', expiry: '' }, { cvv: 'cvvWrong', expiry: 'expiryMissing' }],
  ])('says which field is invalid: %s', (_name, change, problems) => {
    expect(checkCard({ ...RIGHT, ...change }, 3, Date.UTC(2026, 10, 21))).toEqual({ ok: false, problems })
  })

  it('R3.28 R5.7 requires number, expiry, CVV, the cardholder’s ID and the number of payments', () => {
    const nothing = { number: '', expiry: '', cvv: '', holderId: '', holderName: 'נועה ברקאי', payments: '' }
    const check = checkCard(nothing, 3, Date.UTC(2026, 10, 21))
    expect(check.ok ? [] : Object.keys(check.problems).sort()).toEqual(['cvv', 'expiry', 'holderId', 'number', 'payments'])
  })

  it('accepts a card until the end of its month and numbers with spaces or hyphens', () => {
    const now = Date.UTC(2026, 10, 30, 12)
    expect(checkCard({ ...RIGHT, expiry: '11/26', number: '4580-0000-0000-0000' }, 3, now).ok).toBe(true)
    expect(Object.values(CARD).map((number) => isCardNumber(number.replaceAll(' ', '')))).toEqual(Array(6).fill(true))
  })

  it('keeps what was typed, but never the number and the CVV', async () => {
    const submission = await post(await openForm(), { ...RIGHT, holderName: 'נ' })
    expect(submission).toMatchObject({ kind: 'wrong', typed: { ...RIGHT, holderName: 'נ', number: '', cvv: '' } })
  })

  it('reads an invalid body as an empty one', async () => {
    const submission = await submitCard(
      await openForm(),
      new Request('http://127.0.0.1/', { method: 'POST', body: '{"a":1}', headers: { 'Content-Type': 'application/json' } }),
    )
    expect(submission.kind === 'wrong' && Object.keys(submission.problems)).toContain('number')
  })

  it('stores only the last digits and the test behaviour of a card', async () => {
    const identifier = await prepare(CARD.declined)
    const { rows } = await database().query<Record<string, unknown>>('SELECT * FROM sandbox_card WHERE payment_identifier = $1', [
      identifier,
    ])
    expect(rows[0]).toMatchObject({ last4: '0018', behaviour: 'declined' })
    expect(JSON.stringify(rows)).not.toContain('458000')
  })

  it('is open, then charged, and expires', async () => {
    const form = await openForm()
    expect(form.state).toBe('open')
    await charge(await prepare(CARD.accepted, form))
    expect((await formOf(form.formId))?.state).toBe('charged')
    const old = await openForm()
    await database().query(`UPDATE sandbox_form SET expires_at = now() - interval '1 second' WHERE form_id = $1`, [old.formId])
    expect((await formOf(old.formId))?.state).toBe('expired')
    expect(await formOf('unknown')).toBeUndefined()
  })
})

describe('the challenge', () => {
  it('returns an identifier only when it is approved, once', async () => {
    const form = await openForm()
    const submission = await post(form, { ...RIGHT, number: CARD.challenge, frame: '1' })
    if (submission.kind !== 'challenge') throw new Error('Expected a challenge.')
    expect(submission.framed).toBe(true)
    expect(await provider.inspect(submission.challenge)).toBeUndefined()
    expect(await charge(submission.challenge)).toEqual({ outcome: 'failed' })
    expect(await waitingChallenge(form.formId, submission.challenge)).toEqual({ last4: '0026' })
    const identifier = await approveChallenge(form.formId, submission.challenge)
    expect(await approveChallenge(form.formId, submission.challenge)).toBeUndefined()
    expect(await charge(identifier ?? '')).toMatchObject({ outcome: 'charged' })
  })

  it('leaves nothing behind when it is rejected', async () => {
    const form = await openForm()
    const submission = await post(form, { ...RIGHT, number: CARD.challenge })
    if (submission.kind !== 'challenge') throw new Error('Expected a challenge.')
    await rejectChallenge(form.formId, submission.challenge)
    expect(await approveChallenge(form.formId, submission.challenge)).toBeUndefined()
  })
})

describe('the charge', () => {
  it('records whose card it is, the amount and the number of payments', async () => {
    const form = await openForm()
    const submission = await post(form, { ...RIGHT, payments: '3' })
    if (submission.kind !== 'prepared') throw new Error('Expected an identifier.')
    expect(await provider.inspect(submission.paymentIdentifier)).toEqual({
      paymentIdentifier: submission.paymentIdentifier,
      formName: form.formId,
      uuid: visitor,
      amount: AMOUNT,
      numberOfPayments: 3,
      last4: '0000',
      method: 'card',
      isCharged: false,
    })
    expect(await provider.inspect('pay_unknown')).toBeUndefined()
  })

  it('is made once per key and once per card, however many callers there are', async () => {
    const identifier = await prepare(CARD.accepted)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => charge(identifier, key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await charge(identifier)).toMatchObject({ outcome: 'declined' })
    expect(await chargesOf(identifier)).toBe(1)
  })

  it('is made once per form, even if two cards were typed into it', async () => {
    const form = await openForm()
    const [first, second] = [await prepare(CARD.accepted, form), await prepare(CARD.accepted, form)]
    const outcomes = await Promise.all([charge(first), charge(second)])
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['charged', 'declined'])
  })

  it('refuses another amount, another card under the same key and an expired card', async () => {
    const identifier = await prepare(CARD.accepted)
    expect(await charge(identifier, randomUUID(), AMOUNT + 1)).toEqual({ outcome: 'failed' })
    const key = randomUUID()
    await charge(identifier, key)
    expect(await charge(await prepare(CARD.accepted), key)).toEqual({ outcome: 'failed' })
    const old = await prepare(CARD.accepted)
    await database().query(`UPDATE sandbox_card SET created_at = now() - interval '31 minutes' WHERE payment_identifier = $1`, [old])
    expect(await charge(old)).toEqual({ outcome: 'failed' })
    expect(await chargesOf(old)).toBe(0)
  })

  it('declines as the test card says', async () => {
    const key = randomUUID()
    const identifier = await prepare(CARD.declined)
    expect(await charge(identifier, key)).toMatchObject({ outcome: 'declined' })
    expect(await find(identifier, key)).toMatchObject({ outcome: 'declined' })
  })

  it.each([
    ['4580 0000 0000 0034', 'provider'],
    ['4580 0000 0000 0067', 'form'],
    ['4580 0000 0000 0075', 'unprocessable'],
    ['4580 0000 0000 0083', 'noResponse'],
    ['4580 0000 0000 0091', 'error'],
    ['4580 0000 0000 0109', 'unexpected'],
  ])('fails as the card %s says: %s', async (number, reason) => {
    expect(await charge(await prepare(number))).toEqual({ outcome: 'failed', reason })
  })

  it('stays silent after charging, and later reports the charge', async () => {
    const identifier = await prepare(CARD.timeoutAfter)
    const key = randomUUID()
    await expect(charge(identifier, key)).rejects.toBeInstanceOf(PaymentUnknown)
    expect(await find(identifier, key)).toMatchObject({ outcome: 'charged' })
    expect(await charge(identifier, key)).toEqual(await find(identifier, key))
    expect(await chargesOf(identifier)).toBe(1)
  })

  it('stays silent before charging, and later reports none', async () => {
    const key = randomUUID()
    const identifier = await prepare(CARD.timeoutBefore)
    await expect(charge(identifier, key)).rejects.toBeInstanceOf(PaymentUnknown)
    expect(await find(identifier, key)).toEqual({ outcome: 'none' })
  })

  it('is refunded in parts, each once, and never more than it was', async () => {
    const key = randomUUID()
    const identifier = await prepare(CARD.accepted)
    const charged = await charge(identifier, key)
    if (charged.outcome !== 'charged') throw new Error('Expected a charge.')
    const part = (amount: number, idempotencyKey: string) => ({
      idempotencyKey,
      charge: { paymentIdentifier: identifier, amount: AMOUNT, idempotencyKey: key },
      reference: charged.reference,
      amount,
    })
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await provider.findRefund(part(1_000, first))).toEqual({ outcome: 'none' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => provider.refund(part(1_000, first))))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await provider.findRefund(part(1_000, first))).toEqual(answers[0])
    expect(await provider.refund(part(AMOUNT, second))).toEqual({ outcome: 'failed' })
    expect(await provider.refund(part(AMOUNT - 1_000, second))).toMatchObject({ outcome: 'refunded' })
    expect(await provider.refund({ ...part(1, randomUUID()), reference: 'unknown' })).toEqual({ outcome: 'failed' })
    expect(await find(identifier, key)).toMatchObject({ outcome: 'charged' })
  })
})

describe('the wallet', () => {
  it('is charged in the form, once, and its charge is found whatever the key', async () => {
    const form = await openForm()
    const submissions = await Promise.all([post(form, { wallet: 'approved' }), post(form, { wallet: 'approved' })])
    const [one] = submissions
    if (one.kind !== 'prepared') throw new Error('Expected an identifier.')
    expect(submissions[1]).toEqual(one)
    const { paymentIdentifier } = one
    expect(await provider.inspect(paymentIdentifier)).toMatchObject({ isCharged: true, method: 'wallet', amount: AMOUNT })
    expect(await provider.findForm(form.formId)).toMatchObject({ outcome: 'charged', payment: { paymentIdentifier } })
    expect(await charge(paymentIdentifier)).toEqual(await find(paymentIdentifier, randomUUID()))
    expect(await charge(paymentIdentifier, randomUUID(), AMOUNT - 1)).toEqual({ outcome: 'failed' })
    expect(await chargesOf(paymentIdentifier)).toBe(1)
    expect((await formOf(form.formId))?.state).toBe('charged')
  })

  it('may be declined, and then the form is still open', async () => {
    const form = await openForm()
    expect(await post(form, { wallet: 'declined' })).toMatchObject({ kind: 'walletDeclined' })
    expect(await provider.findForm(form.formId)).toEqual({ outcome: 'open' })
  })
})

describe('an abandoned form', () => {
  it('is open, prepared or expired, and accepts nothing once it is closed', async () => {
    const form = await openForm()
    expect(await provider.findForm(form.formId)).toEqual({ outcome: 'open' })
    const identifier = await prepare(CARD.accepted, form)
    expect(await provider.findForm(form.formId)).toMatchObject({ outcome: 'prepared', payment: { isCharged: false } })
    await provider.closeForm?.(form.formId)
    expect(await charge(identifier)).toEqual({ outcome: 'failed' })
    expect(await provider.findForm('unknown')).toEqual({ outcome: 'lapsed' })
  })
})

describe('the callback', () => {
  const body = JSON.stringify({ id: 'evt_12345678', type: 'form.charged', form: 'form_12345678', amount: AMOUNT, currency: 'ILS' })
  const now = Math.floor(Date.now() / 1000)
  const read = (signature: string | undefined, sent = body) =>
    provider.verifyCallback({
      body: Buffer.from(sent),
      headers: new Headers(signature === undefined ? {} : { 'sandbox-signature': signature }),
      query: new URLSearchParams(),
    })

  it('is accepted if its signature is valid and recent', async () => {
    expect(await read(signatureOf(body, now))).toEqual({
      eventId: 'evt_12345678',
      formName: 'form_12345678',
      amount: AMOUNT,
      currency: 'ILS',
    })
  })

  it.each([
    ['no signature', undefined, body],
    ['another body', signatureOf(body, now), body.replace('ILS', 'USD')],
    ['a stale time', signatureOf(body, now - 301), body],
    ['a time to come', signatureOf(body, now + 400), body],
    ['a time with a zero in front', signatureOf(body, now).replace('t=', 't=0'), body],
    ['a broken signature', signatureOf(body, now).slice(0, -1), body],
    ['no JSON', signatureOf('{', now), '{'],
  ])('is ignored: %s', async (_name, signature, sent) => {
    expect(await read(signature, sent)).toBeUndefined()
  })
})
