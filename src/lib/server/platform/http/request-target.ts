/** Longer than any address that the site makes. */
const LONGEST_TARGET = 8192
/** A NUL, however often it was encoded: no database holds one in a text. */
const NUL = /%(25)*00/
/** Reservation identifiers, of which some have no digit, document keys and uuids are keys to somebody's order: a log shows only that there was one. */
const KEY_SEGMENT = /^(?=.*\d)[\w-]{14,}$|^[0-9a-f-]{36}$|^[0-9a-hjkmnp-tv-z]{20,}$/i
/** Segments whose next one is a key whatever it looks like. */
const BEFORE_KEY = new Set([
  'cart',
  'edocument',
  'reservations',
  'sandbox',
  'pay',
  'system-vouchers',
  'sessions',
  'invitation',
  'waiting',
  'gift',
  'friend',
  'media',
])
/** What stands behind /payment/ and is no reservation. */
const OF_PAYMENT = new Set(['callback', 'commit', 'form', 'voucher'])

/**
 * A path with a NUL names nothing that could be there, so it is looked for nowhere: it is the unknown page, or the unknown call. Neither does one with a
 * backslash, which the parser of addresses would take for a slash.
 */
export function servedTarget(target: string): string {
  const path = pathOf(target)
  if (!NUL.test(path) && !path.includes('\\')) return target
  return target.startsWith('/api/') ? '/api/404' : '/404'
}

/** Whether the target of a request line is a path that can be decoded; `//host` and absolute addresses are not for us. */
export function isServable(target: string): boolean {
  if (!target.startsWith('/') || target.startsWith('//') || target.length > LONGEST_TARGET) return false
  try {
    decodeURIComponent(pathOf(target))
    return true
  } catch {
    return false
  }
}

/**
 * One name or address with or without a port; what is none would be read as part of another address, and of two a proxy may believe the other one. Old clients
 * send no Host at all.
 */
export function isServableHost(hosts: readonly string[] = []): boolean {
  return hosts.length <= 1 && hosts.every((host) => /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host))
}

/** The path without its query. */
export function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '/'
}

/** What stands behind the first question mark; empty where nothing does. */
export function queryOf(target: string): string {
  const [path = ''] = target.split('#', 1)
  return path.includes('?') ? path.slice(path.indexOf('?') + 1) : ''
}

/** The path as a log may show it: without query, foreign addresses and keys. */
export function loggablePath(target: string): string {
  const path = pathOf(target)
  if (/^\/https?:/i.test(path)) return '/http…'
  const segments = path.split('/')
  return segments
    .map((segment, at) => (isKey(segment, segments[at - 1] ?? '') ? '{key}' : segment))
    .join('/')
    .slice(0, 200)
}

function isKey(segment: string, before: string): boolean {
  return KEY_SEGMENT.test(segment) || BEFORE_KEY.has(before) || (before === 'payment' && !OF_PAYMENT.has(segment))
}
