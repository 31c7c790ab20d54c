import type { Stripe } from 'stripe'
import type { CallbackEvent, CallbackRequest } from './payment.ts'

/** How far, in seconds, the time of a callback's signature may be from now (docs.stripe.com/webhooks/signature). */
const TOLERANCE = 300

/** A callback is Stripe's if its raw body carries our endpoint's signature of just now. Only what it says of a session concerns us. */
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

/** The library refuses what is too old only. */
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
