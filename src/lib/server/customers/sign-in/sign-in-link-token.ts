import { createHash, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { decryptText, earlierKeysFor, encryptText, keyFor } from '#lib/server/platform/secrets/secrets.ts'
import { areaLink } from '#lib/server/platform/http/document-link.ts'
import { shopLocale } from '#lib/server/platform/config/enabled-locales.ts'
import type { Locale } from '#lib/text/locales.ts'

/** How long a link works. */
export const LINK_MINUTES = 30

const ALGORITHM = 'HS256'
const AUDIENCE = 'customer-area'

const claims = z.object({
  purpose: z.literal('sign-in'),
  jti: z.uuid(),
  exp: z.number(),
  /** The address, sealed: a token can be read by whoever sees it. */
  to: z.string().check(z.maxLength(1000)),
  /** In which browser it was asked for: `markOf`. */
  from: z.optional(z.string().check(z.maxLength(100))),
})

/** What a valid token says. */
export interface LinkToken {
  readonly linkId: string
  /** The address that it was mailed to. */
  readonly email: string
  readonly expiresAt: Date
  /** In which browser it was asked for; a browser is known by `isAskedIn`. */
  readonly from: string | undefined
}

/** The link as it is mailed: the token stands in the fragment, which reaches no server and no log. @param sidHash of the browser that asks for it */
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

/** Of a random secret's hash, and another for each link: it tells nothing, but to the browser that has the secret. */
function markOf(linkId: string, sidHash: Buffer): string {
  return createHash('sha256').update(linkId).update(sidHash).digest('base64url')
}

/** Whether a link was asked for in the browser that has this secret, and so opens what its owner wanted opened. */
export function isAskedIn({ linkId, from }: LinkToken, sidHash: Buffer): boolean {
  return from !== undefined && from === markOf(linkId, sidHash)
}

/** Whether it was signed here for this, and when it ends. Refusals: EXPIRED, ERROR (everything else that is wrong with it). */
export async function readLinkToken(token: string): Promise<Result<LinkToken>> {
  for (const key of [keyFor('link'), ...earlierKeysFor('link')]) {
    const read = await readUnder(key, token)
    if (read) return read
  }
  return refuse('ERROR')
}

/** undefined where this key did not sign it. */
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
