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
/** The booking page of an organiser: the same to everybody who has no reference there and has begun no order. */
const OF_MINI_SITE = /^\/mini-site\/([\w%.-]{1,120})\/?$/
/** Longer queries are hardly asked twice. */
const LONGEST_QUERY = 100

/** A page that may be shared, and its language. */
export interface SharedAsked extends PageAsked {
  readonly locale: Locale
  /** What is on, the beginning of an order, or a mini-site; browsers may keep the first. */
  readonly kind: 'programme' | 'order' | 'miniSite'
  /** As the address names the mini-site, where it is one. */
  readonly site?: string
}

/**
 * What a request asks for; undefined where its page may not be shared: another page, words to look for, a later step of an order, an order of staff, news to tell,
 * or a language to keep.
 */
export function pageAskedBy({ method, url = '/' }: IncomingMessage, cookies: CookieJar): SharedAsked | undefined {
  const [path, query] = [pathOf(url), queryOf(url)]
  const kind = kindOf(path)
  if (method !== 'GET' || !kind || query.length > LONGEST_QUERY) return undefined
  const params = new URLSearchParams(query)
  if (params.has('q') || cookies.get(cookieNames().said) !== undefined || choosesLanguage(params, cookies)) return undefined
  if (kind === 'order' && isLaterOrStaff(params, cookies)) return undefined
  const locale = languageOf({ cookies, locals: {}, params })
  // Addresses that cannot be decoded are refused at the door (request-target.ts).
  const [, site] = OF_MINI_SITE.exec(path) ?? []
  return { address: url, cookies: lookOf(locale, cookies), locale, kind, ...(site !== undefined && { site: decodeURIComponent(site) }) }
}

/** Whether an order is past its beginning, or is one of staff. */
function isLaterOrStaff(params: URLSearchParams, cookies: CookieJar): boolean {
  return [...params.keys()].some((name) => name !== 'lang') || cookies.get(cookieNames().domain) !== undefined
}

/** The cookies that change how a page looks to everybody who has them. */
function lookOf(locale: Locale, cookies: CookieJar): PageAsked['cookies'] {
  const theme = cookies.get('theme')?.value
  return [
    ...(enabledLocales().length > 1 ? [['lang', locale] as const] : []),
    ...(theme === 'dark' || theme === 'light' ? [['theme', theme] as const] : []),
  ]
}

function kindOf(path: string): SharedAsked['kind'] | undefined {
  if (OF_PROGRAMME.test(path)) return 'programme'
  if (OF_ORDER.test(path)) return 'order'
  return OF_MINI_SITE.test(path) ? 'miniSite' : undefined
}

/** Whether the page is not found in its language, or its language is to be kept from now on. */
function choosesLanguage(params: URLSearchParams, cookies: CookieJar): boolean {
  const asked = params.get('lang')
  if (asked === null) return false
  return !isEnabledLocale(asked) || (enabledLocales().length > 1 && cookies.get('lang')?.value !== asked)
}
