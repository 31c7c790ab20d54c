import { expect, test, vi } from 'vitest'
import { callerLimit } from '#lib/server/customers/session/sign-in-tries.ts'

test('the tries of an address, which many people may share, are widened by ADDRESS_LIMIT_FACTOR', () => {
  vi.stubEnv('ADDRESS_LIMIT_FACTOR', '3')
  const limit = { kind: 'password from', who: '192.0.2.1', most: 20, seconds: 900 }
  expect(callerLimit(limit)).toEqual({ ...limit, most: 60 })
})
