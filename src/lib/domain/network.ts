/**
 * The key by which visitors share limits. Addresses are cheap within a network, so seat locks are limited per network: the /24 of an IPv4 address, the /48 of
 * an IPv6 address. Loopback (127.0.0.0/8, ::1) has no network and no limit: no outside visitor has that address, and a proxy on this machine must be declared,
 * so that its visitors count by the addresses it forwards.
 */

/** All unreadable addresses share one limit. */
const UNREADABLE = 'unreadable'

/** For example 192.0.2.0/24 or 2001:db8:12::/48; null for loopback. An IPv4-mapped address (::ffff:192.0.2.7) counts as its IPv4 address. */
export function networkOf(address: string): string | null {
  const groups = groupsOf(address)
  if (!groups) return UNREADABLE
  if (isThisMachine(groups)) return null
  return isIPv4(groups) ? `${bytesOf(groups).slice(0, 3).join('.')}.0/24` : prefixOf(groups, 3)
}

/** The key for call limits: an IPv4 address, or the /64 of an IPv6 address, which is one household or telephone; null for loopback. */
export function callerOf(address: string): string | null {
  const groups = groupsOf(address)
  if (!groups) return UNREADABLE
  if (isThisMachine(groups)) return null
  return isIPv4(groups) ? bytesOf(groups).join('.') : prefixOf(groups, 4)
}

/**
 * The address seen by the outermost trusted proxy. Each proxy appends the address it saw, so counting starts at the end and anything that a client wrote into
 * the header is ignored.
 * @param forwarded the X-Forwarded-For header, if any
 * @param peer the address at the other end of the connection
 */
export function visitorAddress(forwarded: string | null, peer: string, trustedProxies: number): string {
  const named = forwarded === null || trustedProxies === 0 ? [] : forwarded.split(',').map(withoutPort)
  return named[Math.max(0, named.length - trustedProxies)] ?? peer
}

/** Some proxies write 192.0.2.7:5512 or [2001:db8::7]:5512. */
function withoutPort(entry: string): string {
  const address = entry.trim()
  return /^\[([^\]]*)\](:\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}

/** The eight 16-bit groups; an IPv4 address as ::ffff:a.b.c.d. undefined if it is not an address. */
function groupsOf(address: string): readonly number[] | undefined {
  const plain = address.replace(/%.*$/, '')
  if (!plain.includes(':')) return IPV4.test(plain) ? groupsOf(`::ffff:${plain}`) : undefined
  const [before = '', after, ...more] = inHex(plain).split('::')
  if (more.length > 0) return undefined
  const [head, tail] = [groupsIn(before), groupsIn(after ?? '')]
  const missing = 8 - head.length - tail.length
  if (after === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array<number>(missing).fill(0), ...tail]
  return groups.every((group) => group >= 0) ? groups : undefined
}

const IPV4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/

/** Converts the dotted end of an address to two groups. */
function inHex(address: string): string {
  const dotted = /[^:]*$/.exec(address)?.[0] ?? ''
  if (!IPV4.test(dotted)) return address
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return `${address.slice(0, -dotted.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** An invalid group becomes −1. */
function groupsIn(part: string): number[] {
  return part === '' ? [] : part.split(':').map((group) => (/^[\da-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : -1))
}

function isIPv4(groups: readonly number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
}

function bytesOf(groups: readonly number[]): number[] {
  return groups.slice(6).flatMap((group) => [group >> 8, group & 255])
}

function isThisMachine(groups: readonly number[]): boolean {
  if (isIPv4(groups)) return bytesOf(groups)[0] === 127
  return groups.every((group, at) => group === (at === 7 ? 1 : 0))
}

function prefixOf(groups: readonly number[], count: number): string {
  const written = groups.slice(0, count).map((group) => group.toString(16))
  return `${written.join(':')}::/${String(count * 16)}`
}
