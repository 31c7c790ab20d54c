import { z } from 'zod'
import type { Sms019Settings } from '#lib/server/platform/config/message-settings.ts'
import { MessageRefused } from './mail.ts'
import { callGateway, SMS_PATIENCE, SmsNotTaken, type SmsProvider } from './sms.ts'

/**
 * SMS by 019 (Telzar), per docs.019sms.co.il, "Send SMS" and "Errors and statuses"; how attributes are written in JSON is documented for the same interface
 * under another brand (docs.textme.co.il, "Request format").
 *
 * One address takes all calls; the root of the body names the action. Each phone carries our own id, for querying delivery reports. No idempotency key is
 * documented: if an answer is lost, the text is sent again with the same id and words.
 */

const API = 'https://019sms.co.il'

/** `status` 0 means accepted. Documented as a number, but a string is accepted too. */
const reply = z.object({ status: z.union([z.int(), z.string().regex(/^-?\d+$/)]) })

/**
 * Permanent refusals: 8, every number is blocked; 9, the number is too short or too long; 989, the text is. All others are for the account or 019 to fix: an
 * expired token (3, 10, 11), no credit (4), the hour (5), a failure (6, 998, 999).
 */
const FOR_GOOD: ReadonlySet<number> = new Set([8, 9, 989])

export function sms019(settings: Sms019Settings, patience: number = SMS_PATIENCE): SmsProvider {
  const { username, token, sender, apiBase = API } = settings
  return {
    name: '019',
    async send({ messageId, to, text }) {
      const sms = { user: { username }, source: sender, destinations: { phone: [{ $: { id: messageId }, _: to }] }, message: text }
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'application/json' }
      const answer = await callGateway(new URL('/api', apiBase), { method: 'POST', headers, body: JSON.stringify({ sms }) }, patience)
      judge(answer)
    },
  }
}

function judge({ status, body }: { readonly status: number; readonly body: string }): void {
  const told = readReply(body)
  if (told === undefined) throw new SmsNotTaken(`HTTP ${String(status)}`)
  if (told === 0 && status < 300) return
  const failure = new SmsNotTaken(`019 status ${String(told)}`)
  throw FOR_GOOD.has(told) ? new MessageRefused('019 refuses the SMS.', { cause: failure }) : failure
}

function readReply(body: string): number | undefined {
  try {
    return Number(reply.parse(JSON.parse(body)).status)
  } catch {
    return undefined
  }
}
