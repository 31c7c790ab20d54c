import type { Stripe } from 'stripe'
import type { CallbackEvent, CallbackRequest } from './payment.ts'

/** Maximum difference, in seconds, between a callback's signature and now (docs.stripe.com/webhooks/signature). */
const TOLERANCE = 300

/** Parses a callback whose raw body carries a recent signature for our endpoint. Only events about sessions concern us. */
export async function readStripeCallback(
  stripe: Stripe,
  webhookSecret: string,
  callback: CallbackRequest,
): Promise<CallbackEvent | undefined> {
  const signature = callback.headers.get('stripe-signature') ?? ''
  if (isFromTheFuture(signature)) return undefined
  try {
    const event = await stripe.webhooks.constructEventAsync(callback.body, signature, webhookSecret, TOLERANCE)
    return eventOf(event)
  } catch {
    return undefined
  }
}

/** Checks for future times: the library refuses only old ones. */
function isFromTheFuture(signature: string): boolean {
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  return signedAt > Date.now() / 1000 + TOLERANCE
}

function eventOf(event: Stripe.Event): CallbackEvent | undefined {
  if (
    event.type !== 'checkout.session.completed' &&
    event.type !== 'checkout.session.expired' &&
    event.type !== 'checkout.session.async_payment_succeeded' &&
    event.type !== 'checkout.session.async_payment_failed'
  )
    return undefined
  const { id, amount_total: amount, currency } = event.data.object
  return {
    eventId: event.id,
    formName: id,
    ...(amount !== null && { amount }),
    ...(currency !== null && { currency: currency.toUpperCase() }),
  }
}
