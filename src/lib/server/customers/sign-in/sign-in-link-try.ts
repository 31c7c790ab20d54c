import { refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import { readLinkToken, type LinkToken } from './sign-in-link-token.ts'
import { callerLimit, countTry, takeBackTries } from '#lib/server/customers/session/sign-in-tries.ts'
import type { SigningIn } from './signing-in.ts'

/** Maximum number of failed links from one address in any session, and the period in seconds; bounds the log. */
const FAILURES = { most: 30, seconds: 3600 }

/** The visitor with a link, as a call passes it on. */
export type WithLink = Omit<SigningIn, 'visitor'> & { readonly visitor: SigningIn['visitor'] | undefined }

/** A visitor with a cookie. */
export type KnownSigningIn = SigningIn & { readonly visitor: Visitor & { readonly sidHash: Buffer } }

/**
 * Verifies a link and calls `use`; counts and logs failures. Refusals: EXPIRED, ERROR (not ours), TOO_MANY_REQUESTS, MISSING_UUID (a header-only visitor; the
 * link stays valid), and those of `use`.
 */
export async function tryLink<T>(
  asked: WithLink,
  token: string,
  use: (asked: KnownSigningIn, link: LinkToken) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { visitor } = asked
  if (!visitor?.sidHash) return refuse('MISSING_UUID')
  const { caller } = asked.source
  const tried = await countTry({ uuid: visitor.uuid, caller }, [callerLimit({ kind: 'wrong links', who: caller, ...FAILURES })])
  if (!tried.ok) return tried
  const link = await readLinkToken(token)
  const used = link.ok ? await use({ ...asked, visitor: { ...visitor, sidHash: visitor.sidHash } }, link.value) : link
  if (used.ok) await takeBackTries(tried.value)
  else await logSecurity(database(), { action: 'link refused', uuid: visitor.uuid, caller, facts: { code: used.refusal.code } })
  return used
}
