import type { Stripe } from 'stripe'
import type { Locale } from '#lib/text/locales.ts'
import { askStripe, readStripe, wordsOf } from './stripe-api.ts'
import { PaymentUnknown, type FormFate, type FormRequest, type OpenedForm, type PreparedPayment } from './payment.ts'

/**
 * Stripe's own payment page (Checkout Sessions, docs.stripe.com/api/checkout/sessions): the browser is redirected, and the card is authorised but not charged
 * (docs.stripe.com/payments/place-a-hold-on-a-payment-method). The session's id names the form and the payment.
 */

/** A session must last at least half an hour; the extra minute allows for clock differences. */
const FORM_SECONDS = 31 * 60
const CURRENCY = 'ils'

/** Stripe's page has no Hebrew or Arabic: it then follows the browser's language. */
const LOCALES: Readonly<Record<Locale, Stripe.Checkout.SessionCreateParams.Locale>> = { he: 'auto', ar: 'auto', en: 'en', ru: 'ru' }

/** Idempotent: a retry after a lost answer opens no second session. */
export async function openSession(stripe: Stripe, request: FormRequest, now: number): Promise<OpenedForm> {
  const names = { form: request.formId, visitor: request.uuid }
  const answer = await askStripe(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        ui_mode: 'hosted_page',
        client_reference_id: request.formId,
        metadata: names,
        line_items: [
          { quantity: 1, price_data: { currency: CURRENCY, unit_amount: request.amount, product_data: { name: request.description } } },
        ],
        payment_intent_data: { capture_method: 'manual', description: request.description, metadata: names },
        allowed_payment_method_types: ['card'],
        adaptive_pricing: { enabled: false },
        locale: LOCALES[request.locale],
        expires_at: Math.floor(now / 1000) + FORM_SECONDS,
        success_url: addressWith(request.returnUrl, 'paymentIdentifier', request.formId),
        cancel_url: addressWith(request.returnUrl, 'payment', 'cancelled'),
        ...(request.mail && { customer_email: request.mail }),
      },
      { idempotencyKey: `form:${request.formId}` },
    ),
  )
  if (!answer.ok) throw new PaymentUnknown(`Stripe opened no payment page (${wordsOf(answer.refusal)}).`)
  if (!answer.value.url) throw new PaymentUnknown('Stripe opened a payment page without an address.')
  return { url: answer.value.url, formName: answer.value.id, isFramed: false }
}

function addressWith(address: string, name: string, value: string): string {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.href
}

export async function sessionOf(stripe: Stripe, formName: string): Promise<Stripe.Checkout.Session | undefined> {
  if (!/^cs_\w+$/.test(formName)) return undefined
  return readStripe(() => stripe.checkout.sessions.retrieve(formName, { expand: ['payment_intent.latest_charge'] }))
}

/** The session's payment; null until the buyer submits the form. */
export function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof session.payment_intent === 'string' ? null : session.payment_intent
}

/** The authorised or charged payment, if it matches our request: the same amount, in shekels. */
export function preparedOf(session: Stripe.Checkout.Session): PreparedPayment | undefined {
  const intent = intentOf(session)
  const isCharged = intent?.status === 'succeeded'
  if (!intent || !(isCharged || intent.status === 'requires_capture')) return undefined
  if (intent.currency !== CURRENCY || session.currency !== CURRENCY) return undefined
  return {
    paymentIdentifier: session.id,
    formName: session.id,
    uuid: session.metadata?.visitor ?? '',
    amount: isCharged ? intent.amount_received : intent.amount_capturable,
    numberOfPayments: 1,
    ...cardOf(intent),
    isCharged,
  }
}

function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): Pick<PreparedPayment, 'last4' | 'method'> {
  const card = typeof charge === 'string' ? undefined : charge?.payment_method_details?.card
  return { last4: card?.last4 ?? '', method: card?.wallet ? 'wallet' : 'card' }
}

/** The fate of the session; one that Stripe does not know cannot be paid. */
export function fateOf(session: Stripe.Checkout.Session | undefined): FormFate {
  if (!session) return { outcome: 'lapsed' }
  const payment = preparedOf(session)
  if (payment?.isCharged) return { outcome: 'charged', payment, reference: intentOf(session)?.id ?? '' }
  if (payment) return { outcome: 'prepared', payment }
  const isOver = session.status === 'expired' || intentOf(session)?.status === 'canceled'
  return { outcome: isOver ? 'lapsed' : 'open' }
}

/** Expires an unpaid session, and cancels the authorisation of a paid one. */
export async function closeSession(stripe: Stripe, formName: string): Promise<void> {
  const session = await sessionOf(stripe, formName)
  if (session?.status === 'open') {
    const ended = await askStripe(() => stripe.checkout.sessions.expire(formName))
    if (ended.ok) return
  }
  // It may have been paid meanwhile.
  const intent = session && intentOf((await sessionOf(stripe, formName)) ?? session)
  if (intent?.status === 'requires_capture') await askStripe(() => stripe.paymentIntents.cancel(intent.id))
}
