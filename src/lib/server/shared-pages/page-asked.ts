import type { IncomingMessage } from 'node:http'
import { enabledLocales, isEnabledLocale } from '#lib/server/platform/config/enabled-locales.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import type { CookieJar } from '#lib/server/platform/http/cookie-jar.ts'
import { languageOf } from '#lib/server/platform/http/page-language.ts'
import { pathOf, queryOf } from '#lib/server/platform/http/request-target.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { PageAsked } from './rendered-page.ts'

/** Pages that show what is on, the same to everybody who has nothing in hand. */
const SHARED = /^\/(?:booking\/?|booking\/features\/\d{1,9}\/?)?$/
/** Longer queries are hardly asked twice. */
const LONGEST_QUERY = 100

/** A page that may be shared, and its language. */
export interface SharedAsked extends PageAsked {
  readonly locale: Locale
}

/** What a request asks for; undefined where its page may not be shared: another page, words to look for, news to tell, or a language to keep. */
export function pageAskedBy({ method, url = '/' }: IncomingMessage, cookies: CookieJar): SharedAsked | undefined {
  const query = queryOf(url)
  if (method !== 'GET' || !SHARED.test(pathOf(url)) || query.length > LONGEST_QUERY) return undefined
  const params = new URLSearchParams(query)
  if (params.has('q') || cookies.get(cookieNames().said) !== undefined || choosesLanguage(params, cookies)) return undefined
  const locale = languageOf({ cookies, locals: {}, params })
  const theme = cookies.get('theme')?.value
  const chosen = [
    ...(enabledLocales().length > 1 ? [['lang', locale] as const] : []),
    ...(theme === 'dark' || theme === 'light' ? [['theme', theme] as const] : []),
  ]
  return { address: url, cookies: chosen, locale }
}

/** Whether the page is not found in its language, or its language is to be kept from now on. */
function choosesLanguage(params: URLSearchParams, cookies: CookieJar): boolean {
  const asked = params.get('lang')
  if (asked === null) return false
  return !isEnabledLocale(asked) || (enabledLocales().length > 1 && cookies.get('lang')?.value !== asked)
}
