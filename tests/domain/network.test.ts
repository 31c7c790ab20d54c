import { describe, expect, it } from 'vitest'
import { callerOf, networkOf, visitorAddress } from '#lib/domain/network.ts'

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['192.0.2.255', '192.0.2.0/24'],
    ['10.0.0.1', '10.0.0.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['::FFFF:c000:207', '192.0.2.0/24'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:12:34:56:78:9a:bc', '2001:db8:12::/48'],
    ['2001:0DB8:0012::1', '2001:db8:12::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['::', '0:0:0::/48'],
  ])('%s is of %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each(['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
    '%s is this machine, which has no network and no limit',
    (address) => {
      expect(networkOf(address)).toBeNull()
      expect(callerOf(address)).toBeNull()
    },
  )

  it.each([
    '',
    'unknown',
    '1.2.3',
    '1.2.3.256',
    '1.2.3.4.5',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    'g::1',
    '::1.2.3.999',
    '::ffff:127.1',
  ])('rejects %j as an address and never takes it for this machine', (address) => {
    expect(networkOf(address)).toBe('unreadable')
    expect(callerOf(address)).toBe('unreadable')
  })

  it('counts calls per IPv4 address and per IPv6 /64', () => {
    expect(callerOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(callerOf('2001:db8:12:34::1')).toBe('2001:db8:12:34::/64')
    expect(callerOf('2001:db8:12:34:ffff::2')).toBe(callerOf('2001:db8:12:34::1'))
  })
})

describe('the address of a visitor behind proxies', () => {
  it('is the peer’s if no proxy is trusted', () => {
    expect(visitorAddress('203.0.113.9', '192.0.2.1', 0)).toBe('192.0.2.1')
    expect(visitorAddress(null, '192.0.2.1', 1)).toBe('192.0.2.1')
  })

  it('is what the trusted proxy saw, whatever the client sent', () => {
    expect(visitorAddress('203.0.113.9', '127.0.0.1', 1)).toBe('203.0.113.9')
    expect(visitorAddress('127.0.0.1, 10.1.1.1, 203.0.113.9', '127.0.0.1', 1)).toBe('203.0.113.9')
    expect(visitorAddress('6.6.6.6, 203.0.113.9, 198.51.100.4', '127.0.0.1', 2)).toBe('203.0.113.9')
    expect(visitorAddress('203.0.113.9', '127.0.0.1', 2)).toBe('203.0.113.9')
  })

  it('may have a port', () => {
    expect(visitorAddress('203.0.113.9:5512', '127.0.0.1', 1)).toBe('203.0.113.9')
    expect(visitorAddress('[2001:db8::7]:5512', '127.0.0.1', 1)).toBe('2001:db8::7')
    expect(visitorAddress('2001:db8::7', '127.0.0.1', 1)).toBe('2001:db8::7')
    expect(networkOf(visitorAddress('nobody', '127.0.0.1', 1))).toBe('unreadable')
  })
})
