import type { APIContext } from 'astro'
import { enabledLocales, isEnabledLocale, shopLocale } from '#lib/server/platform/config/enabled-locales.ts'
import { cookieNames } from './cookie-names.ts'
import type { CookieJar } from './cookie-jar.ts'
import { inLanguage } from '#lib/text/in-language.ts'
import type { Locale } from '#lib/text/locales.ts'

/**
 * The language of a page is what its address asks for by `lang` (spec §1), and a visit keeps what it asked for: addresses without it, what a form leads to and
 * the calls of a page speak the language that was chosen last in this browser.
 */

const COOKIE = 'lang'
const YEAR = 31_536_000

type Asked = Pick<APIContext, 'cookies' | 'locals' | 'url'>

/** What tells a language, in a page or before there is one. */
interface Telling {
  readonly cookies: Pick<CookieJar, 'get'>
  readonly locals: Partial<App.Locals>
  /** Of the address. */
  readonly params: URLSearchParams
}

/** The language to answer in. One that is not enabled is none, and the page is not found. */
export function languageOf({ cookies, locals, params }: Telling): Locale {
  const asked = params.get('lang')
  if (asked !== null && isEnabledLocale(asked)) return asked
  // Whoever rewrote to this page has decided already.
  const chosen = locals.locale ?? cookies.get(COOKIE)?.value ?? ''
  return isEnabledLocale(chosen) ? chosen : shopLocale()
}

/** Keeps the language that a page's address names for the rest of the visit. */
export function keepLanguage({ cookies, url }: Asked): void {
  const asked = url.searchParams.get('lang')
  if (asked === null || !isEnabledLocale(asked) || enabledLocales().length < 2 || cookies.get(COOKIE)?.value === asked) return
  cookies.set(COOKIE, asked, { path: '/', httpOnly: true, secure: cookieNames().secure, sameSite: 'lax', maxAge: YEAR })
}

/** A redirect within the shop says the language where the address did that led to it. */
export function redirectInLanguage({ url }: Pick<Asked, 'url'>, answer: Response): Response {
  const asked = url.searchParams.get('lang')
  const to = answer.headers.get('Location')
  if (asked === null || to === null || !/^\/(?!\/)/.test(to) || answer.status < 300 || answer.status >= 400) return answer
  answer.headers.set('Location', inLanguage(to, asked))
  return answer
}
