import {
  createHash,
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  randomUUID,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'
import { textOf } from '#lib/text/text.ts'
import { sandboxClient } from './openid-client-of-sandbox.ts'

/**
 * A built-in OpenID Connect provider, so that social sign-in works on a machine without accounts. It simulates a foreign system: it does not know our customers
 * and is reached through its addresses only.
 */

/** A person with an account here. */
export interface SandboxPerson {
  readonly sub: string
  readonly given_name: string
  readonly family_name: string
  readonly email: string
  readonly email_verified: boolean
}

/** The first has the address of a demo customer, the second has not, and the third has an unverified one. */
export const SANDBOX_PEOPLE: readonly SandboxPerson[] = [
  person('noa', 'noa@shura.example', true),
  person('dana', 'dana@account.example', true),
  person('uri', 'uri@account.example', false),
]

/** Names are Hebrew regardless of the page's language. */
function person(sub: string, email: string, email_verified: boolean): SandboxPerson {
  const t = textOf('he')
  return { sub, given_name: t(`sandbox.openidFirst_${sub}`), family_name: t(`sandbox.openidLast_${sub}`), email, email_verified }
}

const ID_TOKEN_ALGORITHM = 'ES256'
const CODE_ALGORITHM = 'HS256'
const CODE_AUDIENCE = 'sandbox code'
const CODE_SECONDS = 60

export const SANDBOX_CONFIGURATION = {
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [ID_TOKEN_ALGORITHM],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  scopes_supported: ['openid', 'email', 'profile'],
}

/** A shop's authorisation request. */
export interface SandboxRequest {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly challenge: string
}

const text = z.string().check(z.minLength(1), z.maxLength(300))
const authorization = z.object({
  client_id: z.literal('shura'),
  response_type: z.literal('code'),
  redirect_uri: text,
  state: text,
  nonce: text,
  code_challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  code_challenge_method: z.literal('S256'),
})

/** undefined for an invalid request: another client, or another return address. */
export function readAuthorization(query: URLSearchParams, origin: string): SandboxRequest | undefined {
  const read = authorization.safeParse(Object.fromEntries(query))
  if (!read.success || read.data.redirect_uri !== `${origin}/sign-in/sandbox/callback`) return undefined
  const { redirect_uri: redirectUri, state, nonce, code_challenge: challenge } = read.data
  return { redirectUri, state, nonce, challenge }
}

const codeClaims = z.object({ jti: z.string(), sub: z.string(), nonce: z.string(), challenge: z.string(), redirectUri: z.string() })

/** The return address for the browser: with a code for this person, or with a refusal if none was chosen. */
export async function answerAuthorization({ redirectUri, state, nonce, challenge }: SandboxRequest, sub: string): Promise<URL> {
  const to = new URL(redirectUri)
  to.searchParams.set('state', state)
  if (!SANDBOX_PEOPLE.some((person) => person.sub === sub)) {
    to.searchParams.set('error', 'access_denied')
    return to
  }
  const code = await new SignJWT({ nonce, challenge, redirectUri })
    .setProtectedHeader({ alg: CODE_ALGORITHM })
    .setAudience(CODE_AUDIENCE)
    .setSubject(sub)
    .setJti(randomUUID())
    .setExpirationTime(`${String(CODE_SECONDS)}s`)
    .sign(keyFor('sandbox'))
  to.searchParams.set('code', code)
  return to
}

/** Used codes by name, until they would have expired anyway. */
const used = new Map<string, number>()

/**
 * Exchanges a code for tokens. @param issuer of the id token: the address that the provider was reached by
 * @returns the token endpoint's answer; undefined if the client, code, address or proof is wrong, or the code was used
 */
export async function exchangeCode(form: URLSearchParams, issuer: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { clientId, clientSecret } = sandboxClient()
  if (form.get('client_id') !== clientId || !isSame(form.get('client_secret') ?? '', clientSecret)) return undefined
  const claims = await readCode(form.get('code') ?? '')
  const person = SANDBOX_PEOPLE.find(({ sub }) => sub === claims?.sub)
  if (!claims || !person || claims.redirectUri !== form.get('redirect_uri')) return undefined
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (claims.challenge !== challenge || !useOnce(claims.jti)) return undefined
  const idToken = await new SignJWT({ ...person, name: `${person.given_name} ${person.family_name}`, nonce: claims.nonce })
    .setProtectedHeader({ alg: ID_TOKEN_ALGORITHM, kid: keyId() })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(signingKey())
  return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, scope: 'openid email profile', id_token: idToken }
}

async function readCode(code: string): Promise<z.output<typeof codeClaims> | undefined> {
  try {
    const { payload } = await jwtVerify(code, keyFor('sandbox'), { algorithms: [CODE_ALGORITHM], audience: CODE_AUDIENCE })
    return codeClaims.parse(payload)
  } catch {
    return undefined // not ours, or expired
  }
}

function useOnce(jti: string): boolean {
  const now = Date.now()
  for (const [old, until] of used) if (until < now) used.delete(old)
  if (used.has(jti)) return false
  used.set(jti, now + CODE_SECONDS * 1000)
  return true
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Derives the key pair from the shop's secret, so that all processes share it. */
function signingKey(): KeyObject {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(createHmac('sha256', keyFor('sandbox')).update('id token').digest())
  const [point, d] = [pair.getPublicKey(), pair.getPrivateKey('base64url')]
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: d.padStart(43, 'A') }, format: 'jwk' })
}

function keyId(): string {
  return createHash('sha256')
    .update(createPublicKey(signingKey()).export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, 16)
}

/** The published public key. */
export function sandboxKeys(): { readonly keys: readonly object[] } {
  const key = createPublicKey(signingKey()).export({ format: 'jwk' })
  return { keys: [{ ...key, use: 'sig', alg: ID_TOKEN_ALGORITHM, kid: keyId() }] }
}
