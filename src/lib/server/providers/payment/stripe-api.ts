import { Stripe } from 'stripe'
import type { StripeSettings } from '#lib/server/platform/config/payment-settings.ts'
import { PaymentUnknown } from './payment.ts'

/** Calling Stripe, and the meaning of its errors (docs.stripe.com/error-low-level, docs.stripe.com/error-codes). */

/** Timeout of one call in ms, and the library's number of retries with the same idempotency key. */
const TIMEOUT = 5_000
const RETRIES = 1

export interface StripeTimes {
  readonly timeout: number
  readonly retries: number
}

export function stripeClient({ secretKey, apiBase }: StripeSettings, times: StripeTimes = { timeout: TIMEOUT, retries: RETRIES }): Stripe {
  const at = apiBase === undefined ? undefined : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: times.timeout,
    maxNetworkRetries: times.retries,
    telemetry: false,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'https:' ? 'https' : 'http' }),
  })
}

/** A definite refusal: a card error or an invalid request. Nothing was done. */
export type StripeRefusal =
  InstanceType<typeof Stripe.errors.StripeCardError> | InstanceType<typeof Stripe.errors.StripeInvalidRequestError>

/**
 * The answer of a call, or Stripe's definite refusal.
 * @throws {PaymentUnknown} if the outcome is open: no connection, a timeout, a server error (whose work may be half done), too many calls, or a wrong key (our
 * mistake, not the buyer's)
 */
export async function askStripe<T>(
  call: () => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: StripeRefusal }> {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
      return { ok: false, refusal: error }
    throw new PaymentUnknown(`Stripe gave no definite answer (${wordsOf(error)}).`)
  }
}

/** `askStripe` for calls that expect no refusal; undefined: Stripe knows no such object. */
export async function readStripe<T>(call: () => Promise<T>): Promise<T | undefined> {
  const answer = await askStripe(call)
  if (answer.ok) return answer.value
  if (answer.refusal.statusCode === 404) return undefined
  throw new PaymentUnknown(`Stripe refused to answer (${wordsOf(answer.refusal)}).`)
}

/** The loggable part of an error: Stripe's own objects in it contain card details. */
export function wordsOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) return [error.type, error.code, error.requestId].filter(Boolean).join(', ')
  return error instanceof Error ? error.name : 'unknown error'
}
