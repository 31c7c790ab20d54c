import { createHash, createHmac, randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { paymentPage, startStandIn, type Answer, type Asked, type StandIn } from './stand-in.ts'
import { intentJson, missing, nested, refundJson, refusal, sum, wrongSession, type Intent, type Refund } from './stripe-objects.ts'

/**
 * A stand-in for Stripe: the calls that the shop makes, after docs.stripe.com/api (sessions, payment intents, refunds, errors, idempotent requests,
 * webhook signatures), and its own payment page. `node tests/support/providers/stripe-stand-in.ts` runs it alone; the shop reaches it by STRIPE_API_BASE.
 */

export const STRIPE_KEY = 'sk_test_standInStandInStandInStandIn'
export const STRIPE_WEBHOOK_SECRET = 'whsec_standInStandInStandInStandIn'

interface Session {
  readonly id: string
  readonly params: URLSearchParams
  status: 'open' | 'complete' | 'expired'
  intent: Intent | undefined
}

export interface StripeStandIn extends StandIn {
  /** What a buyer does on the payment page; returns the address that the browser is sent to, or null if it stays. */
  press(sessionId: string, button: 'pay' | 'decline' | 'cancel'): string | null
  /** Makes the card's bank decline the next captures. */
  declineCaptures(count: number): void
  /** Keeps refunds undecided, or fails them, from now on. */
  refundsAre(status: Refund['status']): void
  decideRefunds(status: Refund['status']): void
  /** Of the session's payment; undefined if the form was never sent. */
  statusOf(sessionId: string): string | undefined
  /** The net amount of all payments. */
  taken(): number
  /** An event as Stripe sends it: its body and its signature header. @param at seconds since 1970 of the signature */
  event(sessionId: string, type?: string, at?: number, secret?: string): { readonly body: string; readonly signature: string }
  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void
}

/** @param tell where events are sent after a payment on the page, as configured in Stripe's dashboard */
export async function startStripeStandIn(port = 0, tell?: string): Promise<StripeStandIn> {
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  const keys = new Map<string, { readonly hash: string; readonly answer: Answer }>()
  let declines = 0
  let refundStatus: Refund['status'] = 'succeeded'
  let origin = ''

  const sessionJson = ({ id, params, status, intent }: Session) => ({
    id,
    object: 'checkout.session',
    status,
    mode: params.get('mode'),
    ui_mode: params.get('ui_mode'),
    client_reference_id: params.get('client_reference_id'),
    currency: params.get('line_items[0][price_data][currency]'),
    amount_total: Number(params.get('line_items[0][price_data][unit_amount]')),
    metadata: nested(params, 'metadata'),
    payment_status: intent?.status === 'succeeded' ? 'paid' : 'unpaid',
    payment_intent: intent ? intentJson(intent) : null,
    url: status === 'open' ? `${origin}/c/pay/${id}` : null,
  })

  const answerApi = (asked: Asked): Answer => {
    if (asked.headers.authorization !== `Bearer ${STRIPE_KEY}`) return refusal(401, 'invalid_request_error', 'Invalid API Key provided')
    const key = asked.headers['idempotency-key']
    if (asked.method !== 'POST' || typeof key !== 'string') return answerOnce(asked)
    const hash = createHash('sha256').update(`${asked.path}\n${asked.body}`).digest('hex')
    const known = keys.get(key)
    if (known && known.hash !== hash)
      return refusal(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      )
    const answer = known?.answer ?? answerOnce(asked)
    keys.set(key, { hash, answer })
    return answer
  }

  const answerOnce = (asked: Asked): Answer => {
    const [, , kind, id = '', verb = ''] = asked.path.replace('/checkout/sessions', '/sessions').split('/')
    const params = new URLSearchParams(asked.body)
    if (kind === 'sessions') return asked.method === 'POST' && id === '' ? createSession(params) : ofSession(sessions.get(id), verb)
    if (kind === 'payment_intents') return ofIntent(intents.get(id), verb, params)
    if (kind === 'refunds') return asked.method === 'POST' ? createRefund(params) : listRefunds(asked.query.get('payment_intent'))
    return missing()
  }

  const createSession = (params: URLSearchParams): Answer => {
    const wrong = wrongSession(params)
    if (wrong !== undefined) return refusal(400, 'invalid_request_error', wrong)
    const session: Session = { id: `cs_test_${randomBytes(24).toString('hex')}`, params, status: 'open', intent: undefined }
    sessions.set(session.id, session)
    return { json: sessionJson(session) }
  }

  const ofSession = (session: Session | undefined, verb: string): Answer => {
    if (!session) return missing()
    if (verb === 'expire') {
      if (session.status !== 'open')
        return refusal(400, 'invalid_request_error', 'Only Checkout Sessions with a status in ["open"] can be expired.')
      session.status = 'expired'
    }
    return { json: sessionJson(session) }
  }

  const ofIntent = (intent: Intent | undefined, verb: string, params: URLSearchParams): Answer => {
    if (!intent) return missing()
    if (verb === '') return { json: intentJson(intent) }
    if (intent.status !== 'requires_capture')
      return refusal(
        400,
        'invalid_request_error',
        `This PaymentIntent has a status of ${intent.status}.`,
        'payment_intent_unexpected_state',
      )
    if (verb === 'cancel') intent.status = 'canceled'
    else if (declines > 0) {
      declines -= 1
      return refusal(402, 'card_error', 'Your card was declined.', 'card_declined')
    } else {
      intent.status = 'succeeded'
      intent.received = Number(params.get('amount_to_capture') ?? intent.amount)
      Object.assign(intent.metadata, nested(params, 'metadata'))
    }
    return { json: intentJson(intent) }
  }

  const createRefund = (params: URLSearchParams): Answer => {
    const intent = intents.get(params.get('payment_intent') ?? '')
    if (intent?.status !== 'succeeded') return missing()
    const amount = Number(params.get('amount') ?? intent.received)
    const left = intent.received - sum(refunds.filter((one) => one.intent === intent.id && one.status !== 'failed'))
    if (left === 0) return refusal(400, 'invalid_request_error', 'Charge has already been refunded.', 'charge_already_refunded')
    if (amount > left) return refusal(400, 'invalid_request_error', `Refund amount is greater than unrefunded amount on charge.`)
    const refund: Refund = {
      id: `re_${randomBytes(12).toString('hex')}`,
      intent: intent.id,
      amount,
      metadata: nested(params, 'metadata'),
      status: refundStatus,
    }
    refunds.push(refund)
    return { json: refundJson(refund) }
  }

  const listRefunds = (intent: string | null): Answer => ({
    json: { object: 'list', has_more: false, url: '/v1/refunds', data: refunds.filter((one) => one.intent === intent).map(refundJson) },
  })

  const press: StripeStandIn['press'] = (id, button) => {
    const session = sessions.get(id)
    if (!session) throw new Error('No such payment page.')
    if (button === 'cancel') return session.params.get('cancel_url')
    if (button === 'decline' || session.status !== 'open') return null
    const intent: Intent = {
      id: `pi_${randomBytes(12).toString('hex')}`,
      amount: Number(session.params.get('line_items[0][price_data][unit_amount]')),
      currency: session.params.get('line_items[0][price_data][currency]') ?? '',
      metadata: nested(session.params, 'payment_intent_data[metadata]'),
      last4: '4242',
      status: 'requires_capture',
      received: 0,
    }
    intents.set(intent.id, intent)
    session.intent = intent
    session.status = 'complete'
    return session.params.get('success_url')?.replace('{CHECKOUT_SESSION_ID}', id) ?? null
  }

  const eventOf: StripeStandIn['event'] = (
    id,
    type = 'checkout.session.completed',
    at = Math.floor(Date.now() / 1000),
    secret = STRIPE_WEBHOOK_SECRET,
  ) => {
    const session = sessions.get(id)
    const object = session
      ? { ...sessionJson(session), payment_intent: session.intent?.id ?? null }
      : { id, object: 'checkout.session', amount_total: null, currency: null }
    const body = JSON.stringify({ id: `evt_${randomBytes(12).toString('hex')}`, object: 'event', type, created: at, data: { object } })
    const signature = createHmac('sha256', secret)
      .update(`${String(at)}.${body}`)
      .digest('hex')
    return { body, signature: `t=${String(at)},v1=${signature}` }
  }

  const answerPage = (asked: Asked): Answer => {
    const session = sessions.get(asked.path.split('/').at(-1) ?? '')
    if (!session) return { status: 404, html: 'Not found' }
    const button = new URLSearchParams(asked.body).get('press')
    const goTo = button === 'pay' || button === 'decline' || button === 'cancel' ? press(session.id, button) : null
    if (button === 'pay' && goTo !== null && tell !== undefined) void send(tell, eventOf(session.id))
    if (goTo !== null) return { goTo }
    const amount = `₪${(Number(session.params.get('line_items[0][price_data][unit_amount]')) / 100).toFixed(2)}`
    const lines = [
      session.params.get('line_items[0][price_data][product_data][name]') ?? '',
      amount,
      button === 'decline' ? 'Your card was declined.' : '',
    ]
    if (session.status !== 'open') return { html: paymentPage('en', 'Stripe (stand-in)', ['This page is over.'], {}) }
    return {
      html: paymentPage('en', 'Stripe (stand-in)', lines, {
        pay: `Pay ${amount}`,
        decline: 'Pay with a card that is declined',
        cancel: 'Back',
      }),
    }
  }

  const standIn = await startStandIn(
    {
      operationOf: (asked) => (asked.path.startsWith('/v1/') ? operationOf(asked) : undefined),
      answer: (asked) => (asked.path.startsWith('/v1/') ? answerApi(asked) : answerPage(asked)),
      brokenAnswer: refusal(500, 'api_error', 'An error occurred on our side.'),
    },
    port,
  )
  origin = standIn.origin
  return {
    ...standIn,
    press,
    declineCaptures: (count) => (declines = count),
    refundsAre: (status) => (refundStatus = status),
    decideRefunds: (status) => {
      for (const refund of refunds) if (refund.status === 'pending') refund.status = status
    },
    taken: () =>
      [...intents.values()].reduce((all, { received }) => all + received, 0) - sum(refunds.filter(({ status }) => status !== 'failed')),
    statusOf: (id) => sessions.get(id)?.intent?.status,
    event: eventOf,
    forgetKeys: () => {
      keys.clear()
    },
  }
}

/** Sends an event. The shop must also work without it. */
async function send(url: string, { body, signature }: { readonly body: string; readonly signature: string }): Promise<void> {
  await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature }, body }).catch(
    () => undefined,
  )
}

/** create, session, expire, capture, cancel, intent, refund, refunds */
function operationOf({ method, path }: Asked): string {
  if (path.endsWith('/capture') || path.endsWith('/cancel') || path.endsWith('/expire')) return path.split('/').at(-1) ?? ''
  if (path.includes('/sessions')) return method === 'POST' ? 'create' : 'session'
  if (path.includes('/refunds')) return method === 'POST' ? 'refund' : 'refunds'
  return 'intent'
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { origin } = await startStripeStandIn(Number(process.env.PORT ?? 0), process.env.WEBHOOK_URL)
  process.stdout.write(`${origin}\n`)
}
