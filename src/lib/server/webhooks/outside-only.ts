import dns from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Of IPv4 all that is not of the public network: this machine, inner networks, links (metadata of a cloud among them), groups, tests (RFC 6890 and its registry). */
const INNER_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Of IPv6 only this is given out; IPv4 that is mapped or translated into IPv6 is outside of it. */
const GIVEN_OUT_V6: readonly (readonly [string, number])[] = [['2000::', 3]]

/** What within it is not of the public network, or carries an address of IPv4. */
const INNER_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const INNER = listed(INNER_V4, INNER_V6)
const GIVEN_OUT = listed([], GIVEN_OUT_V6)

/** Why a message was not sent: its name led into an inner network. */
export const NOT_PUBLIC = 'not a public address'

/**
 * Whether messages may go to an address: one of the public network, or of a network that the operator has named (WEBHOOK_NETWORKS).
 * @param address as the resolver gives it
 */
export function isOutside(address: string, own: readonly string[] = settings().webhookNetworks): boolean {
  if (isIP(address) === 0) return false
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (networksOf(own).check(address, family)) return true
  return (family === 'ipv4' || GIVEN_OUT.check(address, 'ipv6')) && !INNER.check(address, family)
}

/**
 * Finds the addresses of a name for a connection, which goes to no other than those: a name that leads elsewhere a moment later changes nothing.
 * One inner address among them refuses them all (an error of the text NOT_PUBLIC).
 */
export const lookUpOutside: LookupFunction = (hostname, options, done) => {
  dns.lookup(hostname, { ...options, all: true }, (failure, addresses) => {
    if (failure) return done(failure, [])
    if (!addresses.every(({ address }) => isOutside(address))) return done(new Error(NOT_PUBLIC), [])
    const [first] = addresses
    if (options.all || !first) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

function networksOf(own: readonly string[]): BlockList {
  const split = own.map((one) => {
    const [network = '', bits] = one.split('/')
    return [network, Number(bits)] as const
  })
  return listed(
    split.filter(([network]) => !isIPv6(network)),
    split.filter(([network]) => isIPv6(network)),
  )
}

function listed(v4: readonly (readonly [string, number])[], v6: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [network, bits] of v4) list.addSubnet(network, bits, 'ipv4')
  for (const [network, bits] of v6) list.addSubnet(network, bits, 'ipv6')
  return list
}
