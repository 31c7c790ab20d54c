import dns from 'node:dns'
import { createServer } from 'node:http'
import { createServer as openPort, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { settings } from '#lib/server/platform/config/settings.ts'
import { isOutside, NOT_PUBLIC } from '#lib/server/webhooks/outside-only.ts'
import { postMessage } from '#lib/server/webhooks/post-message.ts'
import { logOfMessages, queueTest } from '#lib/server/webhooks/webhook-messages.ts'
import { addWebhook } from '#lib/server/webhooks/webhooks.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { tell } from '#tests/support/processes/webhook-receiver.ts'
import { until } from '#tests/support/until.ts'

/** Where a message may go is asked of the address that its name leads to as it is sent. */

const MESSAGE = { headers: { 'webhook-id': 'one' }, body: '{"type":"test"}' }

/** Lets every name lead to these, first to the first ones; the last ones stay. */
function leadTo(...answers: readonly (readonly string[])[]) {
  const left = [...answers]
  const lookUp = vi.spyOn(dns, 'lookup')
  const fake = (_name: string, _options: object, done: (failure: null, found: readonly dns.LookupAddress[]) => void) => {
    const [now = []] = left.length > 1 ? left.splice(0, 1) : left
    done(
      null,
      now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return lookUp.mockImplementation(fake as unknown as typeof dns.lookup)
}

/** The operator has named this network. */
const named = (...networks: readonly string[]) => vi.spyOn(settings(), 'webhookNetworks', 'get').mockReturnValue(networks)

/** Until this process has seen what has come on its connections: when it stood still, timers come first. */
async function settle(): Promise<void> {
  for (let rounds = 0; rounds < 5; rounds++) await sleep(10)
}

let calls = 0
let answer: { readonly status: number; readonly body?: string } = { status: 204 }
const receiver = createServer((request, response) => {
  calls += 1
  request.resume()
  response.writeHead(answer.status, { location: `http://127.0.0.1:${String(portOf(receiver))}/elsewhere` }).end(answer.body)
})
const portOf = (server: { readonly address: () => unknown }) => (server.address() as AddressInfo).port
const atReceiver = () => new URL(`http://hooks.example:${String(portOf(receiver))}/shura`)

beforeAll(async () => {
  await freshDatabase()
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
})
afterEach(async () => {
  vi.restoreAllMocks()
  receiver.closeAllConnections()
  await settle()
  calls = 0
  answer = { status: 204 }
})
afterAll(async () => {
  await new Promise((closed) => receiver.close(closed))
  await checkInvariants()
})

describe('an address', () => {
  test.each([
    ...(['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1'] as const),
    ...([
      '169.254.169.254',
      '100.64.0.1',
      '100.100.100.200',
      '192.0.0.192',
      '198.18.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
    ] as const),
    ...([
      '::',
      '::1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd00:ec2::254',
      'fec0::1',
      'ff02::1',
      '2001::1',
      '2001:db8::1',
      '3fff::1',
    ] as const),
    ...([
      '::ffff:10.0.0.1',
      '::ffff:a9fe:a9fe',
      '::ffff:8.8.8.8',
      '::10.0.0.1',
      '64:ff9b::10.0.0.1',
      '2002:a00:1::1',
      '',
      'hooks.example',
    ] as const),
  ])('%s is within', (address) => {
    expect(isOutside(address, [])).toBe(false)
  })

  test.each([
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '169.253.1.1',
    '192.167.1.1',
    '223.255.255.254',
    '2606:4700::1111',
    '2a00:1450::1',
    '2001:4860::1',
  ])('%s is of the public network', (address) => {
    expect(isOutside(address, [])).toBe(true)
  })

  test('of a network that the operator has named is taken, another is not', () => {
    const own = ['10.1.0.0/16', 'fd00:1::/32']
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5', '10.2.0.1', 'fd00:2::5'].map((address) => isOutside(address, own))).toEqual([
      ...[true, true, true],
      ...[false, false],
    ])
  })
})

describe('a public name', () => {
  test.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
  ])('that leads to %j is not connected to', async (addresses) => {
    leadTo(addresses)
    await expect(postMessage(atReceiver(), MESSAGE, 20_000)).rejects.toThrow(NOT_PUBLIC)
    await settle()
    expect(calls).toBe(0)
  })

  test('is asked once for a connection, which goes to what was looked at', async () => {
    named('127.0.0.1/32')
    const lookUp = leadTo(['127.0.0.1'], ['127.0.0.2'])
    expect(await postMessage(atReceiver(), MESSAGE, 20_000)).toBe(204)
    expect([calls, lookUp.mock.calls.length]).toEqual([1, 1])
  })

  test('that leads elsewhere for the next connection is looked at anew', async () => {
    named('127.0.0.1/32')
    leadTo(['127.0.0.1'], ['127.0.0.2'])
    expect(await postMessage(atReceiver(), MESSAGE, 20_000)).toBe(204)
    receiver.closeAllConnections()
    await settle()
    await expect(postMessage(atReceiver(), MESSAGE, 20_000)).rejects.toThrow(NOT_PUBLIC)
    expect(calls).toBe(1)
  })

  test('whose receiver sends elsewhere is not followed', async () => {
    named('127.0.0.1/32')
    leadTo(['127.0.0.1'])
    answer = { status: 307 }
    expect(await postMessage(atReceiver(), MESSAGE, 20_000)).toBe(307)
    expect(calls).toBe(1)
  })

  test('whose receiver says a lot is not listened to', async () => {
    named('127.0.0.1/32')
    leadTo(['127.0.0.1'])
    answer = { status: 200, body: 'x'.repeat(5_000_000) }
    expect(await postMessage(atReceiver(), MESSAGE, 20_000)).toBe(200)
    const open = () => new Promise((counted) => receiver.getConnections((_failure, count) => counted(count)))
    await until(async () => (await open()) === 0, 'the end of the connection')
  })

  test('whose receiver says nothing is waited for so long and no longer', async () => {
    named('127.0.0.1/32')
    leadTo(['127.0.0.1'])
    const silent = openPort()
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const url = new URL(`http://hooks.example:${String(portOf(silent))}/`)
    await expect(postMessage(url, MESSAGE, 200)).rejects.toMatchObject({ name: 'AbortError' })
    silent.close()
  })
})

test('a webhook whose name leads within is told nothing, and the log says why', async () => {
  leadTo(['169.254.169.254'])
  const { webhookId } = await addWebhook({ url: 'https://hooks.example/shura', events: ['order.paid'], businessIds: null })
  await queueTest(webhookId)
  await tell()
  expect(await logOfMessages({ webhookId })).toMatchObject([{ state: 'queued', attempts: 1, failure: NOT_PUBLIC }])
})
