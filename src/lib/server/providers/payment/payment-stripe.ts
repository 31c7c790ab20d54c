import type { Stripe } from 'stripe'
import type { StripeSettings } from '#lib/server/platform/config/payment-settings.ts'
import { askStripe, readStripe, stripeClient, wordsOf, type StripeTimes } from './stripe-api.ts'
import { readStripeCallback } from './stripe-callback.ts'
import { closeSession, fateOf, intentOf, openSession, preparedOf, sessionOf } from './stripe-form.ts'
import {
  PaymentUnknown,
  type ChargeOutcome,
  type ChargeRequest,
  type NeverSeen,
  type PaymentProvider,
  type PreparedPayment,
  type RefundOutcome,
  type RefundRequest,
} from './payment.ts'

/**
 * Stripe, through its official library: the form authorises (manual capture), the commit captures. Stripe keeps idempotency keys for a day only and replays
 * even its own failures under them (docs.stripe.com/api/idempotent_requests), so outcomes are never read from repeated calls but from the payment, whose
 * metadata carries the keys: `order` for its charge, `refund` for each refund.
 */
export function stripePayments(settings: StripeSettings, times?: StripeTimes): PaymentProvider {
  const stripe = stripeClient(settings, times)
  return {
    name: 'stripe',
    openForm: (request) => openSession(stripe, request, Date.now()),
    inspect: (paymentIdentifier, formName) => inspect(stripe, paymentIdentifier, formName),
    charge: (request) => charge(stripe, request),
    find: (request) => find(stripe, request),
    refund: (request) => refund(stripe, request),
    findRefund: (request) => findRefund(stripe, request),
    findForm: async (formName) => fateOf(await sessionOf(stripe, formName)),
    closeForm: (formName) => closeSession(stripe, formName),
    verifyCallback: (request) => readStripeCallback(stripe, settings.webhookSecret, request),
  }
}

async function inspect(stripe: Stripe, paymentIdentifier: string, formName = paymentIdentifier): Promise<PreparedPayment | undefined> {
  const session = await sessionOf(stripe, formName)
  if (!session || (paymentIdentifier !== session.id && paymentIdentifier !== session.metadata?.form)) return undefined
  return preparedOf(session)
}

/** Captures the authorised payment once; a payment captured for another order is not captured for this one. */
async function charge(stripe: Stripe, request: ChargeRequest): Promise<ChargeOutcome> {
  const intent = await paymentOf(stripe, request)
  if (intent?.status !== 'requires_capture') return chargedOf(intent, request) ?? { outcome: 'failed', reason: 'form' }
  if (intent.amount_capturable !== request.amount) return { outcome: 'failed', reason: 'unprocessable' }
  const answer = await askStripe(() =>
    stripe.paymentIntents.capture(
      intent.id,
      { amount_to_capture: request.amount, metadata: { order: request.idempotencyKey } },
      { idempotencyKey: `charge:${request.idempotencyKey}` },
    ),
  )
  if (answer.ok) return chargedOf(answer.value, request) ?? { outcome: 'failed', reason: 'provider' }
  if (answer.refusal.type === 'StripeCardError') {
    await cancelAuthorisation(stripe, intent.id)
    return { outcome: 'declined', reference: intent.id }
  }
  // A concurrent call won, or the authorisation is gone: the payment tells which.
  return chargedOf(await paymentOf(stripe, request), request) ?? { outcome: 'failed', reason: 'unprocessable' }
}

/** Cancels the rest of a declined payment's authorisation, which would only block the buyer's money. */
async function cancelAuthorisation(stripe: Stripe, intentId: string): Promise<void> {
  try {
    await stripe.paymentIntents.cancel(intentId)
  } catch {
    // Stripe cancels it by itself after some days.
  }
}

async function find(stripe: Stripe, request: ChargeRequest): Promise<ChargeOutcome | NeverSeen> {
  const intent = await paymentOf(stripe, request)
  return chargedOf(intent, request) ?? { outcome: 'none' }
}

async function paymentOf(stripe: Stripe, { paymentIdentifier }: ChargeRequest): Promise<Stripe.PaymentIntent | null> {
  const session = await sessionOf(stripe, paymentIdentifier)
  return session ? intentOf(session) : null
}

/** The settled outcome of a payment; undefined if it was not charged for this order. */
function chargedOf(intent: Stripe.PaymentIntent | null, request: ChargeRequest): ChargeOutcome | undefined {
  if (intent?.status === 'canceled') return { outcome: 'failed', reason: 'unprocessable' }
  if (intent?.status === 'processing') throw new PaymentUnknown('Stripe has not finished the charge yet.')
  if (intent?.status !== 'succeeded' || intent.metadata.order !== request.idempotencyKey) return undefined
  if (intent.amount_received !== request.amount) throw new PaymentUnknown('Stripe charged another amount than was asked for.')
  return { outcome: 'charged', reference: intent.id }
}

/** Refunds once per key, even after Stripe has forgotten the key. */
async function refund(stripe: Stripe, request: RefundRequest): Promise<RefundOutcome> {
  const earlier = await findRefund(stripe, request)
  if (earlier.outcome !== 'none') return earlier
  const answer = await askStripe(() =>
    stripe.refunds.create(
      { payment_intent: request.reference, amount: request.amount, metadata: { refund: request.idempotencyKey } },
      { idempotencyKey: `refund:${request.idempotencyKey}` },
    ),
  )
  if (answer.ok) return outcomeOf(answer.value)
  const since = await findRefund(stripe, request)
  return since.outcome === 'none' ? { outcome: 'failed', reason: wordsOf(answer.refusal) } : since
}

async function findRefund(stripe: Stripe, { reference, idempotencyKey }: RefundRequest): Promise<RefundOutcome | NeverSeen> {
  const refunds = await readStripe(() => stripe.refunds.list({ payment_intent: reference, limit: 100 }))
  const own = refunds?.data.find(({ metadata }) => metadata?.refund === idempotencyKey)
  return own ? outcomeOf(own) : { outcome: 'none' }
}

/** A refund counts once Stripe has sent it (docs.stripe.com/refunds); until then it may fail. */
function outcomeOf({ id, status, failure_reason: reason }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return { outcome: 'refunded', reference: id }
  if (status === 'failed' || status === 'canceled') return { outcome: 'failed', reason: reason ?? status }
  throw new PaymentUnknown('Stripe has not decided about the refund yet.')
}
