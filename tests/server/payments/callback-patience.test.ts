import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { takeCallback } from '#lib/server/payments/payment-callback.ts'
import { LIMITS } from '#lib/server/platform/http/limits/limits.ts'
import type { CallbackEvent, PaymentProvider } from '#lib/server/providers/payment/payment.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { tellShop } from '#tests/support/providers/tell-shop.ts'

const provider = new FaultyProvider()
const MOST = LIMITS.callbackMiss.caller.calls

beforeAll(freshDatabase)
afterEach(() => replaceProvider(undefined))
afterAll(() => replaceProvider(undefined))

/** Makes the shop use a provider that judges callbacks by this function. */
function judging(verifyCallback: PaymentProvider['verifyCallback']): void {
  replaceProvider(Object.assign(new FaultyProvider(), { verifyCallback }))
}

const request = () => provider.callback({ eventId: randomUUID(), formName: 'nobody' })

test('a callback whose check takes too long or fails is answered 202 and not stored', async () => {
  judging(() => new Promise<undefined>(() => undefined))
  expect(await takeCallback('faulty', request(), null)).toBe(202)
  judging(() => Promise.reject(new Error('lost')))
  expect(await takeCallback('faulty', request(), null)).toBe(202)
}, 20_000)

/** Sends a callback from an address the given number of times. @returns the answers */
async function tell(caller: string | null, times: number): Promise<readonly number[]> {
  const answers: number[] = []
  for (let n = 0; n < times; n++) answers.push(await tellShop('faulty', request(), caller))
  return answers
}

test.each<[string, number, CallbackEvent | undefined]>([
  ['is not genuine', 401, undefined],
  ['names an unknown form', 404, { eventId: 'one', formName: 'nobody' }],
])(
  'an address is blocked after too many callbacks if each %s, even for genuine ones; other addresses are served',
  async (_what, status, event) => {
    const [flood, other] = [`198.51.100.${String(status - 400)}`, `203.0.113.${String(status - 400)}`]
    judging(() => Promise.resolve(event))
    expect(new Set(await tell(flood, MOST))).toEqual(new Set([status]))
    expect(await tell(flood, 1)).toEqual([429])
    expect(await tell(other, 1)).toEqual([status])
    expect(new Set(await tell(null, MOST + 1))).toEqual(new Set([status]))
    judging(() => Promise.reject(new Error('not asked any more')))
    expect(await takeCallback('faulty', request(), flood)).toBe(429)
  },
)

test('genuine callbacks are not counted: only misses block an address', async () => {
  judging(() => Promise.reject(new Error('lost')))
  for (let n = 0; n <= MOST; n++) expect(await takeCallback('faulty', request(), '192.0.2.1')).toBe(202)
})
