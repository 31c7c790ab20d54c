import { createHash, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { decryptText, earlierKeysFor, encryptText, keyFor } from '#lib/server/platform/secrets/secrets.ts'
import { areaLink } from '#lib/server/platform/http/document-link.ts'
import { shopLocale } from '#lib/server/platform/config/enabled-locales.ts'
import type { Locale } from '#lib/text/locales.ts'

/** Minutes for which a link is valid. */
export const LINK_MINUTES = 30

const ALGORITHM = 'HS256'
const AUDIENCE = 'customer-area'

const claims = z.object({
  purpose: z.literal('sign-in'),
  jti: z.uuid(),
  exp: z.number(),
  /** The address, sealed, because anybody who sees a token can read it. */
  to: z.string().check(z.maxLength(1000)),
  /** The browser that requested it: `markOf`. */
  from: z.optional(z.string().check(z.maxLength(100))),
})

/** The contents of a valid token. */
export interface LinkToken {
  readonly linkId: string
  /** The address that it was mailed to. */
  readonly email: string
  readonly expiresAt: Date
  /** The browser that requested it; compare with `isAskedIn`. */
  readonly from: string | undefined
}

/** The link for the mail. The token is in the fragment, which reaches no server and no log. @param sidHash the browser that requests it */
export async function makeLink(email: string, sidHash?: Buffer, locale: Locale = shopLocale()): Promise<string> {
  const linkId = randomUUID()
  const from = sidHash && markOf(linkId, sidHash)
  const token = await new SignJWT({ purpose: 'sign-in', to: encryptText(email).toString('base64url'), from })
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setJti(linkId)
    .setIssuedAt()
    .setExpirationTime(`${String(LINK_MINUTES)}m`)
    .sign(keyFor('link'))
  return areaLink(locale, `#jwtToken=${token}`)
}

/** A hash of the secret's hash, different for each link: meaningful only to the browser with the secret. */
function markOf(linkId: string, sidHash: Buffer): string {
  return createHash('sha256').update(linkId).update(sidHash).digest('base64url')
}

/** Whether the link was requested in the browser with this secret, so that its owner meant to open it. */
export function isAskedIn({ linkId, from }: LinkToken, sidHash: Buffer): boolean {
  return from !== undefined && from === markOf(linkId, sidHash)
}

/** Verifies a token's signature, purpose and expiry. Refusals: EXPIRED, ERROR (any other problem). */
export async function readLinkToken(token: string): Promise<Result<LinkToken>> {
  for (const key of [keyFor('link'), ...earlierKeysFor('link')]) {
    const read = await readUnder(key, token)
    if (read) return read
  }
  return refuse('ERROR')
}

/** undefined if this key did not sign it. */
async function readUnder(key: Buffer, token: string): Promise<Result<LinkToken> | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], audience: AUDIENCE, requiredClaims: ['exp', 'jti'] })
    const { jti, exp, to, from } = claims.parse(payload)
    return accept({ linkId: jti, email: decryptText(Buffer.from(to, 'base64url')), expiresAt: new Date(exp * 1000), from })
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    return refuse(error instanceof errors.JWTExpired ? 'EXPIRED' : 'ERROR')
  }
}
