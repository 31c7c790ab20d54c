import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { log } from '#lib/server/platform/log/log.ts'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'
import type { CallbackEvent, CallbackRequest } from './payment.ts'

/**
 * How the sandbox sends callbacks, as real providers do: JSON, signed by HMAC-SHA-256 over the time and the raw body, in the header sandbox-signature:
 * t=<seconds since 1970>,v1=<hex>.
 */

export const SIGNATURE_HEADER = 'sandbox-signature'
/** Maximum difference between its time and now, in seconds. */
const TOLERANCE = 300
/** Retry delays of a callback that was not accepted, in ms. */
const AGAIN_AFTER = [1_000, 5_000]

const eventShape = z.object({
  id: z.string().min(8).max(80),
  form: z.string().min(8).max(80),
  amount: z.number().int(),
  currency: z.string().max(3),
})

export interface FormEvent {
  readonly form: string
  readonly amount: number
}

/** @param at seconds since 1970. */
export function signatureOf(body: string | Buffer, at: number): string {
  const sum = createHmac('sha256', keyFor('payment'))
    .update(`${String(at)}.`)
    .update(body)
    .digest('hex')
  return `t=${String(at)},v1=${sum}`
}

export function readCallback({ body, headers }: CallbackRequest, now: number = Date.now()): CallbackEvent | undefined {
  const given = headers.get(SIGNATURE_HEADER) ?? ''
  const at = Number(/^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(given)?.[1] ?? NaN)
  if (!(Math.abs(now / 1000 - at) <= TOLERANCE)) return undefined
  const signed = Buffer.from(signatureOf(body, at))
  // Leading zeros in the time make the header longer than the signed one.
  if (given.length !== signed.length || !timingSafeEqual(Buffer.from(given), signed)) return undefined
  const event = eventShape.safeParse(parse(body))
  return event.success
    ? { eventId: event.data.id, formName: event.data.form, amount: event.data.amount, currency: event.data.currency }
    : undefined
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Sends the callback `times` times at once, and retries unaccepted ones, in the background. */
export function postCallback(address: string, { form, amount }: FormEvent, times: number): void {
  const body = JSON.stringify({ id: `evt_${randomBytes(12).toString('hex')}`, type: 'form.charged', form, amount, currency: 'ILS' })
  for (let n = 0; n < times; n++) {
    send(address, body).catch((error: unknown) => {
      log().warn({ err: error }, 'the payment sandbox could not reach the shop')
    })
  }
}

async function send(address: string, body: string): Promise<void> {
  for (const pause of [...AGAIN_AFTER, null]) {
    const headers = { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, Math.floor(Date.now() / 1000)) }
    const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.ok || pause === null) return
    await wait(pause, undefined, { ref: false })
  }
}
