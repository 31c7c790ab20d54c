import type { IncomingMessage } from 'node:http'
import { enabledLocales, isEnabledLocale } from '#lib/server/platform/config/enabled-locales.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import type { CookieJar } from '#lib/server/platform/http/cookie-jar.ts'
import { languageOf } from '#lib/server/platform/http/page-language.ts'
import { pathOf, queryOf } from '#lib/server/platform/http/request-target.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { PageAsked } from './rendered-page.ts'

/** Pages that show what is on, the same to everybody who holds no seats. */
const OF_PROGRAMME = /^\/(?:booking\/?|booking\/features\/\d{1,9}\/?)?$/
/** Where an order begins: the same to everybody who has begun none. */
const OF_ORDER = /^\/order\/\d{1,9}\/?$/
/** Longer queries are hardly asked twice. */
const LONGEST_QUERY = 100

/** A page that may be shared, and its language. */
export interface SharedAsked extends PageAsked {
  readonly locale: Locale
  /** Whether it is the beginning of an order, which browsers may not keep. */
  readonly isOrder: boolean
}

/**
 * What a request asks for; undefined where its page may not be shared: another page, words to look for, a later step of an order, an order of staff, news to tell,
 * or a language to keep.
 */
export function pageAskedBy({ method, url = '/' }: IncomingMessage, cookies: CookieJar): SharedAsked | undefined {
  const [path, query] = [pathOf(url), queryOf(url)]
  const isOrder = OF_ORDER.test(path)
  if (method !== 'GET' || !(isOrder || OF_PROGRAMME.test(path)) || query.length > LONGEST_QUERY) return undefined
  const params = new URLSearchParams(query)
  if (params.has('q') || cookies.get(cookieNames().said) !== undefined || choosesLanguage(params, cookies)) return undefined
  if (isOrder && ([...params.keys()].some((name) => name !== 'lang') || cookies.get(cookieNames().domain) !== undefined)) return undefined
  const locale = languageOf({ cookies, locals: {}, params })
  const theme = cookies.get('theme')?.value
  const chosen = [
    ...(enabledLocales().length > 1 ? [['lang', locale] as const] : []),
    ...(theme === 'dark' || theme === 'light' ? [['theme', theme] as const] : []),
  ]
  return { address: url, cookies: chosen, locale, isOrder }
}

/** Whether the page is not found in its language, or its language is to be kept from now on. */
function choosesLanguage(params: URLSearchParams, cookies: CookieJar): boolean {
  const asked = params.get('lang')
  if (asked === null) return false
  return !isEnabledLocale(asked) || (enabledLocales().length > 1 && cookies.get('lang')?.value !== asked)
}
