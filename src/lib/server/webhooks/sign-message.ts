import { createHmac } from 'node:crypto'

/** What goes over the wire. */
export interface WireMessage {
  readonly messageId: string
  readonly body: string
}

/**
 * The headers that prove where a message comes from, after the Standard Webhooks rules: `v1`, HMAC-SHA256 over `id.timestamp.body`.
 * @param secret `whsec_` and base64
 * @param now ms
 */
export function signMessage({ messageId, body }: WireMessage, secret: string, now: number): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
