import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { normaliseEmail } from '#lib/domain/customers/email-address.ts'
import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import type { Channel } from '#lib/server/outbox/outbox-queue.ts'
import { decryptText, earlierKeysFor, encryptText, keyFor } from '#lib/server/platform/secrets/secrets.ts'

/** Where to send the messages of a request. */
export interface WaitContact {
  readonly channel: Channel
  /** Normalised for comparison. */
  readonly to: string
}

const sealedRow = z.object({ channel: z.enum(['mail', 'sms']), to: z.string(), key: z.string() })

/** A contact, and the key of the links in its messages. */
export type SealedContact = z.output<typeof sealedRow>

/** @param text a mobile number or an e-mail address @returns undefined if it is neither */
export function readContact(text: string): WaitContact | undefined {
  const mobile = normaliseMobileNumber(text)
  if (mobile !== undefined) return { channel: 'sms', to: mobile }
  const email = normaliseEmail(text)
  return email === undefined ? undefined : { channel: 'mail', to: email }
}

export function sealContact(contact: SealedContact): Buffer {
  return encryptText(JSON.stringify(contact))
}

/** @throws if it was sealed under a secret that is no longer known */
export function openContact(sealed: Uint8Array): SealedContact {
  return readSealed(decryptText(sealed))
}

/** The indexes of a contact: under the current secret first, then under earlier ones. */
export function contactIndexesOf({ to }: Pick<WaitContact, 'to'>): readonly [string, ...string[]] {
  const under = (key: Buffer) => createHmac('sha256', key).update(`wait list:${to}`).digest('hex')
  return [under(keyFor('pii-index')), ...earlierKeysFor('pii-index').map(under)]
}

/** The index of a sealed contact. @param plain as `npm run rekey` reads it */
export function indexOfSealed(plain: string): string {
  return contactIndexesOf(readSealed(plain))[0]
}

function readSealed(plain: string): SealedContact {
  return sealedRow.parse(JSON.parse(plain))
}

/** The only form in which a link's key is stored unencrypted. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
