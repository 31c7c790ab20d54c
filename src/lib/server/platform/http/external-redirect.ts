import type { Settings } from '#lib/server/platform/config/settings.ts'

/** What the browser said about where the click came from, and which host it asked. null where it said nothing. */
export interface ArrivalFacts {
  readonly secFetchSite: string | null
  readonly host: string | null
}

/** Leave at once, ask the visitor first, or no such page. `url` is absolute, http or https, its host in punycode. */
export type ExternalRedirect =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'interstitial'; readonly url: string }
  | { readonly kind: 'notFound' }

type RedirectSettings = Pick<Settings, 'publicOrigin' | 'externalRedirect' | 'externalHosts' | 'links'>

const NOT_FOUND = { kind: 'notFound' } as const
const MAX_LENGTH = 2048
/** One or two slashes after the scheme: proxies and routers fold two into one. */
const ADDRESS = /^\/(https?):\/{1,2}(?!\/)(.+)$/i
const UNSAFE_CHARACTER = /[\u0000-\u0020\u007f\\]|%(?:[01][0-9a-f]|7f)/i
const ANOTHER_REDIRECT = /(?:\/|%2f)https?(?::|%3a)/i
const HOUSE_DOMAIN = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/
const IP_LITERAL = /^(?:\[|\d{1,3}(?:\.\d{1,3}){3}$)/
const PORTS = new Set(['', '80', '443'])

/**
 * Decides about an address that starts with /http (spec §2): a visitor who arrives from a message or another site sees where the link leads
 * before the browser goes there, so that the shop's name cannot be lent to somebody else's page.
 * @param rawPath path and query as they were requested, from the first slash on, nothing collapsed or decoded.
 */
export function decideExternalRedirect(rawPath: string, arrival: ArrivalFacts, settings: RedirectSettings): ExternalRedirect {
  const target = parseTarget(rawPath)
  if (!target || isHouseHost(target, arrival, settings)) return NOT_FOUND
  const url = target.href
  if (isAllowed(target, settings) || settings.externalRedirect === 'spec') return { kind: 'redirect', url }
  if (settings.externalRedirect === 'allowlist') return NOT_FOUND
  const isTrusted = arrival.secFetchSite === null || arrival.secFetchSite === 'same-origin'
  return { kind: isTrusted ? 'redirect' : 'interstitial', url }
}

function parseTarget(rawPath: string): URL | undefined {
  if (rawPath.length > MAX_LENGTH || UNSAFE_CHARACTER.test(rawPath)) return undefined
  const [, scheme, rest] = ADDRESS.exec(rawPath) ?? []
  if (scheme === undefined || rest === undefined || ANOTHER_REDIRECT.test(rest)) return undefined
  const address = `${scheme.toLowerCase()}://${rest}`
  if (!URL.canParse(address)) return undefined
  const target = new URL(address)
  return hasUserinfo(rest) || !PORTS.has(target.port) || !isPublicName(target.hostname) ? undefined : target
}

/** An @ before the path, even with nothing before it. */
function hasUserinfo(rest: string): boolean {
  return /^[^/?#]*@/.test(rest)
}

/** A name with a dot that is neither an address nor of a house's own network. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !name.includes('..') && !IP_LITERAL.test(name) && !HOUSE_DOMAIN.test(name)
}

function isHouseHost({ hostname }: URL, { host }: ArrivalFacts, { publicOrigin }: RedirectSettings): boolean {
  const own = [new URL(publicOrigin).hostname, host === null ? '' : host.toLowerCase().replace(/:\d+$/, '')]
  return own.includes(hostname.replace(/\.$/, ''))
}

/** Hosts that a setting names: partners, and where the terms, the manual and the like are. */
function isAllowed({ hostname }: URL, { externalHosts, links }: RedirectSettings): boolean {
  const linked = Object.values(links).map((link) => new URL(link).hostname)
  return externalHosts.includes(hostname) || linked.includes(hostname)
}
