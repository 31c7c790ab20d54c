import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { decryptText, earlierKeysFor, encryptText, keyFor } from '#lib/server/secrets.ts'
import { settings } from '#lib/server/settings.ts'

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
})

/** What a valid token says. */
export interface LinkToken {
  readonly linkId: string
  /** The address that it was mailed to. */
  readonly email: string
  readonly expiresAt: Date
}

/** The link as it is mailed: the token stands in the fragment, which reaches no server and no log. */
export async function makeLink(email: string): Promise<string> {
  const token = await new SignJWT({ purpose: 'sign-in', to: encryptText(email).toString('base64url') })
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${String(LINK_MINUTES)}m`)
    .sign(keyFor('link'))
  return `${settings().publicOrigin}/customer#jwtToken=${token}`
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
    const { jti, exp, to } = claims.parse(payload)
    return accept({ linkId: jti, email: decryptText(Buffer.from(to, 'base64url')), expiresAt: new Date(exp * 1000) })
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    return refuse(error instanceof errors.JWTExpired ? 'EXPIRED' : 'ERROR')
  }
}
