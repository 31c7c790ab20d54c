import { z } from 'zod'
import { LOOPBACK_HOST } from './loopback.ts'

/** Settings of the payment providers: the selected one, and their credentials. */

export const PAYMENT_PROVIDERS = ['sandbox', 'stripe', 'cardcom'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

const key = z.string().trim().min(1).optional()
const standIn = z.url({ protocol: /^https?$/ }).optional()

export const paymentEnvironment = {
  PAYMENT_PROVIDER: z.enum(PAYMENT_PROVIDERS).optional(),
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: key,
  STRIPE_API_BASE: standIn,
  CARDCOM_TERMINAL: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  CARDCOM_API_NAME: key,
  CARDCOM_API_PASSWORD: key,
  CARDCOM_API_BASE: standIn,
}

type Given = z.output<z.ZodObject<typeof paymentEnvironment>>

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Origin of a stand-in on this machine; undefined: Stripe itself. */
  readonly apiBase: string | undefined
}

export interface CardcomSettings {
  readonly terminal: number
  readonly apiName: string
  /** Needed only for refunds and lists of transactions. */
  readonly apiPassword: string
  /** Origin of a stand-in on this machine; undefined: Cardcom itself. */
  readonly apiBase: string | undefined
}

export interface PaymentSettings {
  /** The provider for new payments. */
  readonly paymentProvider: PaymentProviderName
  /** Set if its keys are given, selected or not: its earlier payments can still be queried and refunded. */
  readonly stripe: StripeSettings | undefined
  readonly cardcom: CardcomSettings | undefined
}

/** The default takes no money, on this machine. */
const DEFAULT_PROVIDER: PaymentProviderName = 'sandbox'

/** Missing or too short settings; each line begins with the variable's name. */
export function paymentProblems(given: Given, publicOrigin: string): string[] {
  const { PAYMENT_PROVIDER: named, STRIPE_API_BASE: stripeBase, CARDCOM_API_BASE: cardcomBase } = given
  const chosen = named ?? DEFAULT_PROVIDER
  const standIns: Readonly<Record<PaymentProviderName, string | undefined>> = {
    sandbox: undefined,
    stripe: stripeBase,
    cardcom: cardcomBase,
  }
  return [
    named === undefined &&
      !isLoopback(publicOrigin) &&
      'PAYMENT_PROVIDER: where PUBLIC_ORIGIN is not this machine it has to be named: stripe, cardcom, or sandbox for test cards on purpose',
    !isLoopback(stripeBase) && 'STRIPE_API_BASE: only for a stand-in on this machine',
    !isLoopback(cardcomBase) && 'CARDCOM_API_BASE: only for a stand-in on this machine',
    chosen !== 'sandbox' &&
      standIns[chosen] === undefined &&
      !publicOrigin.startsWith('https://') &&
      `PUBLIC_ORIGIN: has to be https with PAYMENT_PROVIDER=${chosen}`,
    ...(chosen === 'stripe' || given.STRIPE_SECRET_KEY !== undefined ? stripeProblems(given) : []),
    ...(chosen === 'cardcom' || given.CARDCOM_TERMINAL !== undefined ? cardcomProblems(given) : []),
  ].filter((problem) => problem !== false)
}

function isLoopback(base: string | undefined): boolean {
  return base === undefined || LOOPBACK_HOST.test(new URL(base).hostname)
}

function stripeProblems({ STRIPE_SECRET_KEY: secret = '', STRIPE_WEBHOOK_SECRET: webhook = '' }: Given) {
  return [
    !/^[sr]k_(test|live)_\w{24,}$/.test(secret) && 'STRIPE_SECRET_KEY: a secret or restricted key of Stripe (sk_… or rk_…) is needed',
    !/^whsec_.{26,}$/.test(webhook) && 'STRIPE_WEBHOOK_SECRET: the signing secret of the webhook endpoint (whsec_…) is needed',
  ]
}

function cardcomProblems({ CARDCOM_TERMINAL: terminal, CARDCOM_API_NAME: name = '', CARDCOM_API_PASSWORD: password = '' }: Given) {
  return [
    terminal === undefined && 'CARDCOM_TERMINAL: the terminal number is needed with PAYMENT_PROVIDER=cardcom',
    name.length < 8 && 'CARDCOM_API_NAME: at least 8 characters are needed',
    password.length < 12 && 'CARDCOM_API_PASSWORD: at least 12 characters are needed',
  ]
}

/** Requires an environment without `paymentProblems`. */
export function readPaymentSettings(given: Given): PaymentSettings {
  return { paymentProvider: given.PAYMENT_PROVIDER ?? DEFAULT_PROVIDER, stripe: stripeOf(given), cardcom: cardcomOf(given) }
}

function stripeOf({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: base }: Given) {
  return secretKey === undefined || webhookSecret === undefined ? undefined : { secretKey, webhookSecret, apiBase: originOf(base) }
}

function cardcomOf({
  CARDCOM_TERMINAL: terminal,
  CARDCOM_API_NAME: apiName,
  CARDCOM_API_PASSWORD: apiPassword,
  CARDCOM_API_BASE: base,
}: Given) {
  return terminal === undefined || apiName === undefined || apiPassword === undefined
    ? undefined
    : { terminal, apiName, apiPassword, apiBase: originOf(base) }
}

function originOf(base: string | undefined): string | undefined {
  return base === undefined ? undefined : new URL(base).origin
}

/** Origin of the selected provider's own page, if it is not ours: the only foreign address to which our pages may send a payment. */
export function paymentPageOrigin({ paymentProvider, stripe, cardcom }: PaymentSettings): string | undefined {
  switch (paymentProvider) {
    case 'sandbox':
      return undefined
    case 'stripe':
      return stripe?.apiBase ?? 'https://checkout.stripe.com'
    case 'cardcom':
      return cardcom?.apiBase ?? 'https://secure.cardcom.solutions'
  }
}
