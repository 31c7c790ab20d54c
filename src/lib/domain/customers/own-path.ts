/** Pages that a sign-in may lead back to. */
const PAGES = /^\/(?:$|[?#]|(?:customer|booking|order|cart)(?:[/?#]|$))/
/** Never resolved against our origin as it is: an origin of its own would show. */
const BASE = 'https://own.invalid'

/**
 * A path of our own pages, or undefined: another site, a way out of ours (`/https://…`, `//…`), a call, an address that a browser reads otherwise.
 * @param text what an address or a form asks for
 */
export function ownPath(text: string | null): string | undefined {
  if (text === null || text.length > 300 || !PAGES.test(text) || /[\\\p{Cc}\s]/u.test(text) || !URL.canParse(text, BASE)) return undefined
  const { origin, pathname, search, hash } = new URL(text, BASE)
  const path = pathname + search + hash
  return origin === BASE && PAGES.test(path) && !pathname.includes('//') ? path : undefined
}
