import type { AstroCookies } from 'astro'
import { cookieNames } from './cookie-names.ts'

/** What the page after this one tells, once: a sentence of ours (`common.said_…`), never a text of anybody else's. */
export const SAYINGS = [
  'signedOut',
  'deleted',
  'signInCancelled',
  'voucherCancelled',
  'voucherCredited',
  'voucherReplaced',
  'voucherKept',
  'voucherDropped',
  'giftChanged',
  'giftAgain',
  'eveningOffered',
  'eveningTakenBack',
] as const
export type Saying = (typeof SAYINGS)[number]

/** Whoever opens no page within this time has seen anyway what came of it, in seconds. */
const NEWS_FOR = 60

/** Lets the next page that this browser opens say it. */
export function sayNext(cookies: AstroCookies, saying: Saying): void {
  const { said, secure } = cookieNames()
  cookies.set(said, saying, { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: NEWS_FOR })
}

/** What this page has to say; the next one does not. A page that is fetched ahead says nothing. */
export function takeSaying(cookies: AstroCookies, request: Request): Saying | undefined {
  const { said, secure } = cookieNames()
  const given = cookies.get(said)?.value
  if (given === undefined || request.headers.get('sec-purpose')?.startsWith('prefetch')) return undefined
  cookies.delete(said, { path: '/', secure })
  return SAYINGS.find((saying) => saying === given)
}
