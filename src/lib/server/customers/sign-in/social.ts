import { createHash } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client'
import { normaliseEmail } from '#lib/domain/customers/email-address.ts'
import { ownPath } from '#lib/domain/customers/own-path.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { sayNext } from '#lib/server/platform/http/say-next.ts'
import { ownOrigin } from '#lib/server/platform/http/own-origin.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import { callerLimit, countTry } from '#lib/server/customers/session/sign-in-tries.ts'
import { signInProved, type SigningIn } from './signing-in.ts'
import { customerOfIdentity, type Identity } from './social-customer.ts'
import { configurationOf, providerOf, type SocialProvider } from './social-providers.ts'

export { socialProviders } from './social-providers.ts'

const SCOPE = 'openid email profile'

/** What a sign-in in progress is found by when the browser comes back from the provider. */
interface Attempt {
  readonly state: string
  readonly sidHash: Buffer | undefined
  readonly provider: string
}

/** A sign-in in progress: the expected response values, and where the browser goes afterwards. */
interface UnderWay {
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
}

/**
 * Begins a sign-in with an external account.
 * @param returnTo where the browser goes afterwards: a path of ours, else the personal area
 * @returns the provider's address for the redirect. Refusals: NOT_FOUND (no such provider), SOCIAL_FAILED (it is down), MISSING_UUID.
 */
export async function beginSocialSignIn(asked: SigningIn, name: string, returnTo: string | null): Promise<Result<URL>> {
  const provider = providerOf(name, asked.request)
  if (!provider) return refuse('NOT_FOUND')
  const { sidHash } = asked.visitor
  if (!sidHash) return refuse('MISSING_UUID')
  try {
    const configuration = await configurationOf(provider)
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
    await noteUnderWay({ state, sidHash, provider: name }, { nonce, verifier, returnTo: ownPath(returnTo) ?? '/customer' })
    return accept(
      buildAuthorizationUrl(configuration, {
        redirect_uri: callbackOf(asked.request, name).href,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ui_locales: asked.locale,
      }),
    )
  } catch (error) {
    return failed(asked, name, error)
  }
}

/**
 * Completes a sign-in after the redirect back from the provider. The state guards it: valid once, for the session that started it.
 * @returns our path to go on to; after a cancellation at the provider it is the page before, which says so. Refusals: NOT_FOUND, SOCIAL_FAILED (any error;
 * nothing that the provider says is shown).
 */
export async function finishSocialSignIn(asked: SigningIn, name: string, search: string): Promise<Result<string>> {
  const provider = providerOf(name, asked.request)
  if (!provider) return refuse('NOT_FOUND')
  const state = new URLSearchParams(search).get('state') ?? ''
  const underWay = await takeUnderWay({ state, sidHash: asked.visitor.sidHash, provider: name })
  if (!underWay) return failed(asked, name, 'state')
  if (new URLSearchParams(search).get('error') === 'access_denied') {
    sayNext(asked.context.cookies, 'signInCancelled')
    return accept(underWay.returnTo)
  }
  try {
    const back = callbackOf(asked.request, name)
    back.search = search
    const identity = await identityFrom(provider, back, { ...underWay, state })
    const done = await inTransaction(async (client) =>
      signInProved(client, asked, { customerId: await customerOfIdentity(client, identity), by: 'social' }),
    )
    return done.ok ? accept(underWay.returnTo) : await failed(asked, name, 'session')
  } catch (error) {
    return failed(asked, name, error)
  }
}

function callbackOf(request: Request, name: string): URL {
  return new URL(`/sign-in/${name}/callback`, ownOrigin(request))
}

function hashOf(state: string): Buffer {
  return createHash('sha256').update(state).digest()
}

async function noteUnderWay({ state, sidHash, provider }: Attempt, { nonce, verifier, returnTo }: UnderWay): Promise<void> {
  await database('holds').query({
    name: 'note-social-sign-in',
    text: 'INSERT INTO social_sign_in (state_hash, sid_hash, provider, nonce, verifier, return_to) VALUES ($1, $2, $3, $4, $5, $6)',
    values: [hashOf(state), sidHash, provider, nonce, verifier, returnTo],
  })
}

async function takeUnderWay({ state, sidHash, provider }: Attempt): Promise<UnderWay | undefined> {
  const { rows } = await database().query<UnderWay>({
    name: 'take-social-sign-in',
    text: `DELETE FROM social_sign_in WHERE state_hash = $1 AND sid_hash = $2 AND provider = $3 AND created_at > now() - interval '10 minutes'
           RETURNING nonce, verifier, return_to AS "returnTo"`,
    values: [hashOf(state), sidHash ?? null, provider],
  })
  return rows[0]
}

/** Exchanges the code and reads the identity; the library verifies issuer, audience, signature, times, nonce, state and PKCE. @throws if one does not match */
async function identityFrom(
  provider: SocialProvider,
  back: URL,
  { state, nonce, verifier }: Pick<Attempt, 'state'> & UnderWay,
): Promise<Identity> {
  const configuration = await configurationOf(provider)
  const tokens = await authorizationCodeGrant(configuration, back, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('no id token')
  const told = claims.email === undefined ? await moreAbout(configuration, tokens.access_token, claims.sub) : claims
  return { issuer: provider.issuerOfIdentity, subject: claims.sub, ...personOf({ ...claims, ...told }) }
}

/** Some providers return the address only from the user info endpoint. */
async function moreAbout(configuration: Configuration, accessToken: string, subject: string): Promise<Readonly<Record<string, unknown>>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return fetchUserInfo(configuration, accessToken, subject)
}

function personOf(told: Readonly<Record<string, unknown>>): Omit<Identity, 'issuer' | 'subject'> {
  const text = (name: string) => (typeof told[name] === 'string' ? told[name].replaceAll('\0', '').trim().slice(0, 60) : '')
  const [first = '', ...rest] = text('name').split(/\s+/)
  return {
    firstName: text('given_name') || first,
    lastName: text('family_name') || rest.join(' '),
    email: typeof told.email === 'string' ? (normaliseEmail(told.email) ?? '') : '',
    isEmailVerified: told.email_verified === true,
  }
}

/** Maximum number of logged failures per address, and the period in seconds: anybody can cause them by opening an address. */
const TOLD = { most: 30, seconds: 3600 }

/** Logs only the name of the error: the provider's message may contain personal data. */
async function failed({ visitor, source }: SigningIn, provider: string, why: unknown): Promise<Result<never>> {
  const limit = callerLimit({ kind: 'failed social sign-ins', who: source.caller, ...TOLD })
  const counted = await countTry({ uuid: visitor.uuid, caller: source.caller }, [limit])
  if (!counted.ok) return refuse('SOCIAL_FAILED')
  const reason = why instanceof Error ? ('code' in why ? String(why.code) : why.name) : String(why)
  log().warn({ provider, reason }, 'a social sign-in failed')
  await logSecurity(database(), { action: 'social sign-in failed', uuid: visitor.uuid, caller: source.caller, facts: { provider, reason } })
  return refuse('SOCIAL_FAILED')
}
