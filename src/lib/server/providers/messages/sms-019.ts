import { z } from 'zod'
import type { Sms019Settings } from '#lib/server/platform/config/message-settings.ts'
import { MessageRefused } from './mail.ts'
import { callGateway, SMS_PATIENCE, SmsNotTaken, type SmsProvider } from './sms.ts'

/**
 * SMS by 019 (Telzar), as its own documents say: docs.019sms.co.il, "Send SMS" and "Errors and statuses"; how attributes are written in JSON is said in the
 * documents of the same interface under another brand (docs.textme.co.il, "Request format").
 *
 * One address takes all; the root of the body says what is wanted. Each phone carries our own id, by which delivery reports can be asked for. The documents
 * know no key that keeps a second copy from being sent: where an answer is lost the text goes out again, with the same id and the same words.
 */

const API = 'https://019sms.co.il'

/** `status` 0: accepted. The documents show it as a number; as a text it means the same. */
const reply = z.object({ status: z.union([z.int(), z.string().regex(/^-?\d+$/)]) })

/**
 * What will be refused however often it is asked: 8, every number is on the list of the blocked; 9, the number is too short or too long; 989, the text is.
 * Everything else is the account's or 019's to mend: a token that ended (3, 10, 11), no credit (4), the hour (5), a failure (6, 998, 999).
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
