import { Stripe } from 'stripe'
import type { StripeSettings } from '#lib/server/platform/config/payment-settings.ts'
import { PaymentUnknown } from './payment.ts'

/** How Stripe is called, and what its errors mean (docs.stripe.com/error-low-level, docs.stripe.com/error-codes). */

/** How long one call may take, in ms, and how often the library sends it again with the same idempotency key. */
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

/** Stripe's definite no: a card error or a request that it refused. Nothing was done. */
export type StripeRefusal =
  InstanceType<typeof Stripe.errors.StripeCardError> | InstanceType<typeof Stripe.errors.StripeInvalidRequestError>

/**
 * The answer of a call, or Stripe's definite no.
 * @throws {PaymentUnknown} for everything that leaves open what became of the call: no connection, no answer in time, an error of Stripe's servers (whose
 * work may be half done), too many calls, and a key that is wrong (which is ours to mend, not the buyer's to suffer).
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

/** As `askStripe`, where a no is not expected. undefined: Stripe knows nothing of that name. */
export async function readStripe<T>(call: () => Promise<T>): Promise<T | undefined> {
  const answer = await askStripe(call)
  if (answer.ok) return answer.value
  if (answer.refusal.statusCode === 404) return undefined
  throw new PaymentUnknown(`Stripe refused to answer (${wordsOf(answer.refusal)}).`)
}

/** What may be logged of an error: Stripe's own objects in it speak of the buyer's card. */
export function wordsOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) return [error.type, error.code, error.requestId].filter(Boolean).join(', ')
  return error instanceof Error ? error.name : 'unknown error'
}
