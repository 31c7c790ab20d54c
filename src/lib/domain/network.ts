/**
 * Who shares a limit. Addresses are cheap within a network, so a visitor's network is what counts for holding seats: the /24 of an IPv4 address, the /48
 * of an IPv6 address. This machine itself (127.0.0.0/8, ::1) is no network and is not limited: no visitor from outside has that address, and a proxy
 * on the same machine has to be declared, so that visitors count by the addresses that it names.
 */

/** What an address that cannot be read shares a limit with: all others of its kind. */
const UNREADABLE = 'unreadable'

/** For example 192.0.2.0/24 or 2001:db8:12::/48; null for this machine. An IPv4 address in the clothes of IPv6 (::ffff:192.0.2.7) is the IPv4 address. */
export function networkOf(address: string): string | null {
  const groups = groupsOf(address)
  if (!groups) return UNREADABLE
  if (isThisMachine(groups)) return null
  return isIPv4(groups) ? `${bytesOf(groups).slice(0, 3).join('.')}.0/24` : prefixOf(groups, 3)
}

/** Who is counted for calls: an IPv4 address, or the /64 of an IPv6 address, which is one household or one telephone; null for this machine. */
export function callerOf(address: string): string | null {
  const groups = groupsOf(address)
  if (!groups) return UNREADABLE
  if (isThisMachine(groups)) return null
  return isIPv4(groups) ? bytesOf(groups).join('.') : prefixOf(groups, 4)
}

/**
 * The address that the outermost of so many trusted proxies saw. Each proxy adds the address that it saw at the end, so it is counted from the end:
 * whatever a client writes into the header itself stands before that and is not believed.
 * @param forwarded the X-Forwarded-For header, if any.
 * @param peer the address at the other end of the connection.
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

/** The eight groups of 16 bits; an IPv4 address as ::ffff:a.b.c.d. undefined where it is no address. */
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

/** Writes the dotted end of an address as two groups. */
function inHex(address: string): string {
  const dotted = /[^:]*$/.exec(address)?.[0] ?? ''
  if (!IPV4.test(dotted)) return address
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return `${address.slice(0, -dotted.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** A group that is none counts as −1. */
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
