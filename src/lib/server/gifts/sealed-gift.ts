import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import { decryptText, encryptText } from '#lib/server/platform/secrets/secrets.ts'

const sealedGift = z.object({ key: z.string(), to: z.string(), from: z.string(), greeting: z.string(), contact: z.string() })

/** What of a gift nobody reads in the database: the people it is between, and the key of its page. */
export type SealedGift = Readonly<z.output<typeof sealedGift>>

/** 130 random bits. */
const KEY_SIGNS = 26

export function newGiftKey(): string {
  return unguessable(KEY_SIGNS)
}

/** Whether a text may be a key at all. */
export function isGiftKey(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text)
}

/** The only form in which a key is stored open. */
export function hashOfGiftKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export function sealGift(gift: SealedGift): Buffer {
  return encryptText(JSON.stringify(gift))
}

/** @throws if it was sealed under a secret that is no longer known */
export function openSealedGift(sealed: Uint8Array): SealedGift {
  return sealedGift.parse(JSON.parse(decryptText(sealed)))
}
