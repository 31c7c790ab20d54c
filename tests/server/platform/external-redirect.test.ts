import { describe, expect, it } from 'vitest'
import { decideExternalRedirect, type ExternalRedirect } from '#lib/server/platform/http/external-redirect.ts'

const SETTINGS = {
  publicOrigin: 'https://tickets.example.org',
  externalRedirect: 'guarded',
  externalHosts: ['pay.provider.example'],
  links: { terms: 'https://legal.example/terms' },
} as const
const FROM_OUTSIDE = { secFetchSite: 'cross-site', host: 'tickets.example.org' }
const OWN_CLICK = { secFetchSite: 'same-origin', host: 'tickets.example.org' }
const NO_BROWSER = { secFetchSite: null, host: 'tickets.example.org' }

function fromOutside(path: string): ExternalRedirect {
  return decideExternalRedirect(path, FROM_OUTSIDE, SETTINGS)
}

/** Raw path → target; null is the 404 page. */
const VECTORS: readonly (readonly [string, string | null])[] = [
  ['/https://example.com', 'https://example.com/'],
  ['/http://example.com', 'http://example.com/'],
  ['/https:/example.com', 'https://example.com/'],
  ['/http:/example.com/a/b?c=d#e', 'http://example.com/a/b?c=d#e'],
  ['/HTTPS://Example.COM/Path', 'https://example.com/Path'],
  ['/https://example.com/?u=1&v=2', 'https://example.com/?u=1&v=2'],
  ['/https://example.com/%D7%A9%D7%95%D7%A8%D7%94', 'https://example.com/%D7%A9%D7%95%D7%A8%D7%94'],
  ['/https://example.com:443/', 'https://example.com/'],
  ['/https://example.com:80/', 'https://example.com:80/'],
  ['/http://example.com:80/', 'http://example.com/'],
  ['/https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['/https://שורה.example/', 'https://xn--8dbb1dc.example/'],
  ['/https://ехаmple.com/', 'https://xn--mple-43d3a6i.com/'],
  ['/https://example.com/httpd/manual', 'https://example.com/httpd/manual'],
  ['/https://example.com/a%2Fb', 'https://example.com/a%2Fb'],
  ['/https://example.com/..%2f..', 'https://example.com/..%2f..'],
  ['/https://example.com/@handle', 'https://example.com/@handle'],
  ['/https://example.com/?mail=a@b.example', 'https://example.com/?mail=a@b.example'],
  ['/https://example.com./', 'https://example.com./'],
  ['/https://tickets.example.org.evil.example/', 'https://tickets.example.org.evil.example/'],
  ['//evil.example', null],
  ['///evil.example', null],
  ['/evil.example', null],
  ['/https:evil.example', null],
  ['/http:evil.example', null],
  ['/https:///evil.example', null],
  ['/https:////evil.example', null],
  ['/https:\\\\evil.example', null],
  ['/https:/\\evil.example', null],
  ['/https://evil.example\\@example.com', null],
  ['/https://user@evil.example/', null],
  ['/https://user:secret@evil.example/', null],
  ['/https://@evil.example/', null],
  ['/https://tickets.example.org@evil.example/', null],
  ['/https://evil.example/%0d%0aSet-Cookie:a=b', null],
  ['/https://evil.example/%0D%0ALocation:x', null],
  ['/https://evil.example/%00', null],
  ['/https://evil%00.example/', null],
  ['/https://evil.example/\r\nx', null],
  ['/ht\ttps://evil.example/', null],
  ['/https:/\t/evil.example/', null],
  ['/https://evil .example/', null],
  ['/https:// evil.example/', null],
  ['/javascript:alert(1)', null],
  ['/httpjavascript:alert(1)', null],
  ['/data:text/html,x', null],
  ['/ftp://example.com/', null],
  ['/httpx://example.com/', null],
  ['/https://', null],
  ['/https:/', null],
  ['/http', null],
  ['/https:/%2f', null],
  ['/https:/%2fevil.example', null],
  ['/https://%65vil', null],
  ['/https://127.0.0.1/', null],
  ['/https://2130706433/', null],
  ['/https://0x7f.1/', null],
  ['/https://0177.0.0.1/', null],
  ['/https://10.0.0.8/admin', null],
  ['/https://169.254.169.254/latest/meta-data', null],
  ['/https://[::1]/', null],
  ['/https://[::ffff:127.0.0.1]/', null],
  ['/https://localhost/', null],
  ['/https://localhost:80/', null],
  ['/https://shop.localhost/', null],
  ['/https://printer.local/', null],
  ['/https://db.internal/', null],
  ['/https://db.internal./', null],
  ['/https://router/', null],
  ['/https://example.com:8443/', null],
  ['/https://example.com:22/', null],
  ['/http://example.com:0/', null],
  ['/https://tickets.example.org/', null],
  ['/http://TICKETS.example.org/order/1', null],
  ['/https://tickets.example.org./', null],
  ['/https://example.com/http://evil.example', null],
  ['/https://example.com/https:/evil.example', null],
  ['/https://example.com/?next=/http://evil.example', null],
  ['/https://example.com/%2Fhttp%3A%2F%2Fevil.example', null],
  ['/https://exa%mple.com/', null],
  ['/https://example..com/', null],
  [`/https://example.com/${'a'.repeat(2048)}`, null],
]

describe('an address that starts with /http', () => {
  it.each(VECTORS)('%j redirects to %j', (path, expected) => {
    const decision = fromOutside(path)
    expect(decision).toEqual(expected === null ? { kind: 'notFound' } : { kind: 'interstitial', url: expected })
  })

  it('only ever redirects to an absolute http or https address of the parsed host', () => {
    for (const [path] of VECTORS) {
      const decision = decideExternalRedirect(path, NO_BROWSER, SETTINGS)
      if (decision.kind === 'notFound') continue
      expect(decision.url).toMatch(/^https?:\/\/[^/@\\\s]+\.[^/@\\\s]+\//)
      expect(new URL(decision.url).href).toBe(decision.url)
    }
  })

  it('R2.22 redirects at once from the site’s own pages, without a browser, and to configured hosts', () => {
    const there = { kind: 'redirect', url: 'https://example.com/' }
    expect(decideExternalRedirect('/https://example.com', OWN_CLICK, SETTINGS)).toEqual(there)
    expect(decideExternalRedirect('/https://example.com', NO_BROWSER, SETTINGS)).toEqual(there)
    expect(fromOutside('/https://pay.provider.example/a')).toEqual({ kind: 'redirect', url: 'https://pay.provider.example/a' })
    expect(fromOutside('/https://legal.example/terms')).toEqual({ kind: 'redirect', url: 'https://legal.example/terms' })
  })

  it.each(['none', 'cross-site', 'same-site'])('asks first if the browser says that the click came from %s', (secFetchSite) => {
    expect(decideExternalRedirect('/https://example.com', { secFetchSite, host: null }, SETTINGS).kind).toBe('interstitial')
  })

  it('never redirects to the requested host itself, on any port', () => {
    const arrival = { secFetchSite: null, host: 'Other.Example.net:8080' }
    expect(decideExternalRedirect('/https://other.example.net/', arrival, SETTINGS)).toEqual({ kind: 'notFound' })
  })

  it('follows the setting: spec always redirects, allowlist only to the named hosts', () => {
    expect(decideExternalRedirect('/https://example.com', FROM_OUTSIDE, { ...SETTINGS, externalRedirect: 'spec' }).kind).toBe('redirect')
    const listOnly = { ...SETTINGS, externalRedirect: 'allowlist' } as const
    expect(decideExternalRedirect('/https://example.com', OWN_CLICK, listOnly).kind).toBe('notFound')
    expect(decideExternalRedirect('/https://pay.provider.example', FROM_OUTSIDE, listOnly).kind).toBe('redirect')
  })
})
