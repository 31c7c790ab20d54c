import type { Answer } from './stand-in.ts'

/** Objects and errors of Stripe's API in the shape of docs.stripe.com/api, as far as the shop reads them. */

export interface Intent {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly metadata: Record<string, string>
  readonly last4: string
  status: 'requires_capture' | 'succeeded' | 'canceled'
  received: number
}

export interface Refund {
  readonly id: string
  readonly intent: string
  readonly amount: number
  readonly metadata: Record<string, string>
  status: 'succeeded' | 'pending' | 'failed'
}

/** The reason why Stripe would refuse a new session, according to its documents. */
export function wrongSession(params: URLSearchParams): string | undefined {
  const expires = Number(params.get('expires_at')) - Date.now() / 1000
  if (params.get('mode') !== 'payment') return 'Missing required param: mode.'
  if (!(Number(params.get('line_items[0][price_data][unit_amount]')) > 0)) return 'Invalid integer: unit_amount'
  if (expires < 1800 || expires > 86_400) return 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.'
  if (params.get('ui_mode') !== 'hosted_page') return 'Invalid ui_mode'
  return params.get('success_url') ? undefined : 'Missing required param: success_url.'
}

export function intentJson(intent: Intent) {
  const { id, amount, currency, metadata, last4, status, received } = intent
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: status === 'requires_capture' ? amount : 0,
    amount_received: received,
    capture_method: 'manual',
    currency,
    metadata,
    status,
    latest_charge: { id: `ch_${id}`, object: 'charge', payment_method_details: { type: 'card', card: { last4, wallet: null } } },
  }
}

export function refundJson({ id, intent, amount, metadata, status }: Refund) {
  return { id, object: 'refund', amount, currency: 'ils', payment_intent: intent, metadata, status }
}

export function refusal(status: number, type: string, message: string, code?: string): Answer {
  return { status, json: { error: { type, message, ...(code && { code }) } } }
}

export function missing(): Answer {
  return refusal(404, 'invalid_request_error', 'No such object', 'resource_missing')
}

/** name[key]=value of a form body. */
export function nested(params: URLSearchParams, name: string): Record<string, string> {
  const own = [...params].filter(([key]) => key.startsWith(`${name}[`))
  return Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
}

export function sum(refunds: readonly Refund[]): number {
  return refunds.reduce((all, { amount }) => all + amount, 0)
}
