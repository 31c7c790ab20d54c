import * as z from 'zod/mini'
import { isPersonName } from '#lib/domain/customers/form-rules.ts'
import { maskEmail, maskMobileNumber } from '#lib/domain/customers/mask-contact.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { decryptText, encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { readContact } from '#lib/server/wait-list/wait-contact.ts'

const friend = z.object({ name: z.string(), channel: z.enum(['mail', 'sms']), to: z.string() })

/** Whom a ticket was sent to. */
export type Friend = Readonly<z.output<typeof friend>>

const LONGEST_NAME = 40

/** Reads what was typed. Refusals: FORM_INVALID with the field 'name' or 'contact'. */
export function readFriend(name: string, contact: string): Result<Friend> {
  const typed = name.trim()
  if (typed === '' || [...typed].length > LONGEST_NAME || !isPersonName(typed)) return refuse('FORM_INVALID', { field: 'name' })
  const where = readContact(contact)
  return where ? accept({ name: typed, ...where }) : refuse('FORM_INVALID', { field: 'contact' })
}

export function sealFriend(one: Friend): Buffer {
  return encryptText(JSON.stringify(one))
}

/** @throws if it was sealed under a secret that is no longer known */
export function openFriend(sealed: Uint8Array): Friend {
  return friend.parse(JSON.parse(decryptText(sealed)))
}

/** The contact as the buyer sees it again: "•••••••821", "d•••@example.com". */
export function maskedContact({ channel, to }: Friend): string {
  return channel === 'mail' ? maskEmail(to) : maskMobileNumber(to)
}
