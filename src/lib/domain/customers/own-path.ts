/** Pages to which a sign-in may return. */
const PAGES = /^\/(?:$|[?#]|(?:customer|booking|order|cart)(?:[/?#]|$))/
/** A foreign base for resolving paths, so that an absolute address is rejected even if it names our own origin. */
const BASE = 'https://own.invalid'

/**
 * A path of our own pages.
 * @param text the address that a URL or form asks for
 * @returns undefined for another site, an escape (`/https://…`, `//…`), an API call, or an address that browsers read differently
 */
export function ownPath(text: string | null): string | undefined {
  if (text === null || text.length > 300 || !PAGES.test(text) || /[\\\p{Cc}\s]/u.test(text) || !URL.canParse(text, BASE)) return undefined
  const { origin, pathname, search, hash } = new URL(text, BASE)
  const path = pathname + search + hash
  return origin === BASE && PAGES.test(path) && !pathname.includes('//') ? path : undefined
}
