/** What became of an order, as its outside system's return address is told: a word for its page, while the signed message counts. */
export type Outcome = 'none' | 'paid' | 'held' | 'checking' | 'failed' | 'cancelled'

/** Longest return address. */
const LONGEST = 2_000

/**
 * Reads where return addresses of an integration may be: an https host, or a path below one.
 * @param typed as the operator has written it @returns as it is compared, with a slash at its end; undefined if it is none
 */
export function readReturnBase(typed: string): string | undefined {
  const url = httpsAddress(typed)
  if (!url || url.search !== '' || url.hash !== '') return undefined
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

/** Whether a return address is https, without a name or password in it, and one of these or below it. */
export function isReturnAddress(ret: string, bases: readonly string[]): boolean {
  const url = httpsAddress(ret)
  if (!url) return false
  const { origin, pathname } = url
  return bases.some((base) => `${origin}${pathname}`.startsWith(base) || `${origin}${pathname}/` === base)
}

function httpsAddress(typed: string): URL | undefined {
  if (typed.length > LONGEST || !URL.canParse(typed)) return undefined
  const url = new URL(typed)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined
}

/** The return address with the outcome added; what was in it stays as it was. */
export function withOutcome(ret: string, outcome: Outcome): string {
  const url = new URL(ret)
  url.search = `${url.search}${url.search === '' ? '?' : '&'}outcome=${outcome}`
  return url.href
}
