import { describe, expect, it } from 'vitest'
import { paymentPageOrigin } from '#lib/server/platform/config/payment-settings.ts'
import { securityHeaders } from '#lib/server/platform/http/security-headers.ts'
import { readSettings, SettingsError } from '#lib/server/platform/config/settings.ts'
import { startProgram } from '#tests/support/processes/server.ts'

const PUBLIC = { PUBLIC_ORIGIN: 'https://tickets.example', SECRET: 'x'.repeat(32), DEMO: 'off' }
const STRIPE = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: `sk_live_${'k'.repeat(24)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'w'.repeat(32)}`,
}
const CARDCOM = {
  PAYMENT_PROVIDER: 'cardcom',
  CARDCOM_TERMINAL: '1000',
  CARDCOM_API_NAME: 'shopApiName',
  CARDCOM_API_PASSWORD: 'shopApiPassword',
}
const LOCAL = 'http://127.0.0.1:9'

/** The names of the invalid variables. */
function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.message.split('\n').map((line) => line.split(':')[0] ?? '')
  }
}

describe('the settings of a payment provider', () => {
  it('are read for the chosen provider', () => {
    expect(readSettings({ ...PUBLIC, ...STRIPE })).toMatchObject({
      paymentProvider: 'stripe',
      stripe: { secretKey: STRIPE.STRIPE_SECRET_KEY, webhookSecret: STRIPE.STRIPE_WEBHOOK_SECRET, apiBase: undefined },
      cardcom: undefined,
    })
    expect(readSettings({ ...PUBLIC, ...CARDCOM })).toMatchObject({
      paymentProvider: 'cardcom',
      cardcom: { terminal: 1000, apiName: 'shopApiName', apiPassword: 'shopApiPassword', apiBase: undefined },
      stripe: undefined,
    })
  })

  it('keep an earlier provider that has taken payments', () => {
    expect(readSettings({ ...PUBLIC, ...STRIPE, ...CARDCOM })).toMatchObject({ paymentProvider: 'cardcom', stripe: {}, cardcom: {} })
  })

  it.each([
    ['no key', { ...STRIPE, STRIPE_SECRET_KEY: undefined }, ['STRIPE_SECRET_KEY']],
    ['a publishable key', { ...STRIPE, STRIPE_SECRET_KEY: `pk_live_${'k'.repeat(24)}` }, ['STRIPE_SECRET_KEY']],
    [
      'short keys',
      { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_short', STRIPE_WEBHOOK_SECRET: 'whsec_short' },
      ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ],
    ['no terminal', { ...CARDCOM, CARDCOM_TERMINAL: undefined }, ['CARDCOM_TERMINAL']],
    ['a terminal of letters', { ...CARDCOM, CARDCOM_TERMINAL: 'abc' }, ['CARDCOM_TERMINAL']],
    ['short secrets', { ...CARDCOM, CARDCOM_API_NAME: 'a', CARDCOM_API_PASSWORD: 'b' }, ['CARDCOM_API_NAME', 'CARDCOM_API_PASSWORD']],
    ['a foreign API', { ...STRIPE, STRIPE_API_BASE: 'https://api.example' }, ['STRIPE_API_BASE']],
    ['a foreign API', { ...CARDCOM, CARDCOM_API_BASE: 'https://api.example' }, ['CARDCOM_API_BASE']],
    ['an unknown provider', { PAYMENT_PROVIDER: 'paypal' }, ['PAYMENT_PROVIDER']],
  ])('are rejected with %s', (_what, env, names) => {
    expect(problemsOf({ ...PUBLIC, ...env })).toEqual(names)
  })

  it.each([STRIPE, CARDCOM])('reject http, except for a stand-in on this machine', (env) => {
    expect(problemsOf(env)).toEqual(['PUBLIC_ORIGIN'])
    expect(problemsOf({ ...env, STRIPE_API_BASE: LOCAL, CARDCOM_API_BASE: LOCAL })).toEqual([])
  })

  it('that are invalid end the start before anything listens, without a secret in the message', async () => {
    const env = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_live_tooShortAndSecret', INTERNAL_DATABASE_URL: '' }
    const { code, stderr } = await (await startProgram(env)).finished
    expect(code).toBe(2)
    expect(stderr).toContain('STRIPE_WEBHOOK_SECRET')
    expect(stderr).not.toContain('tooShortAndSecret')
  })
})

describe('the policy of a payment page', () => {
  const PAGE = "default-src 'self'; form-action 'self'; frame-src 'self'"
  const policyOf = (path: string, env: Record<string, string>) =>
    securityHeaders({
      path,
      contentSecurityPolicy: PAGE,
      referrerPolicy: undefined,
      isHttps: true,
      paymentPage: paymentPageOrigin(readSettings(env)),
    })['Content-Security-Policy']

  it.each([
    ['sandbox', {}, "'self'"],
    ['stripe', { ...PUBLIC, ...STRIPE }, "'self' https://checkout.stripe.com"],
    ['cardcom', { ...PUBLIC, ...CARDCOM }, "'self' https://secure.cardcom.solutions"],
    ['a stand-in', { ...STRIPE, STRIPE_API_BASE: `${LOCAL}/v1` }, `'self' ${LOCAL}`],
  ])('allows exactly the page of %s, and no frame of it', (_what, env, forms) => {
    for (const path of ['/booking/checkout/payment', '/cart/X'])
      expect(policyOf(path, env)).toBe(`default-src 'self'; form-action ${forms}; frame-src 'self'; frame-ancestors 'none'`)
    for (const path of ['/', '/order/1', '/carts', '/booking']) expect(policyOf(path, env)).toBe(`${PAGE}; frame-ancestors 'none'`)
  })
})
