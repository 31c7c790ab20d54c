import { argon2 } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { checkPassword, hashPassword, LineFull } from '#lib/server/customers/sign-in/password-hash.ts'
import { turns } from '#lib/server/platform/jobs/concurrency-limit.ts'

vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>()
  return { ...real, argon2: vi.fn(real.argon2) }
})

test('hashes a password by argon2id with 19 MiB, two passes and a random salt', async () => {
  const [one, other] = [await hashPassword('shura-noa-2026'), await hashPassword('shura-noa-2026')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(other).not.toBe(one)
  expect(await checkPassword('shura-noa-2026', one)).toEqual({ isRight: true, isOutdated: false })
  expect(await checkPassword('shura-noa-2027', one)).toEqual({ isRight: false, isOutdated: false })
})

test('verifies a hash of another implementation: the test vector of the reference library', async () => {
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await checkPassword('password', hash)).toEqual({ isRight: true, isOutdated: false })
})

test('accepts a hash of lower cost and reports it as outdated', async () => {
  const hash = await hashPassword('shura-noa-2026', { memory: 8192, passes: 1, parallelism: 1 })
  expect(await checkPassword('shura-noa-2026', hash)).toEqual({ isRight: true, isOutdated: true })
})

test.each([
  ['none', null],
  ['no hash', 'junk'],
  ['another algorithm', '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQxMjM0NTY$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
  ['one that asks for all memory', '$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQxMjM0NTY$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
  ['one that asks for hours', '$argon2id$v=19$m=19456,t=999,p=1$c29tZXNhbHQxMjM0NTY$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
])('%s takes the work of one hash and matches no password', async (_what, hash) => {
  vi.mocked(argon2).mockClear()
  expect(await checkPassword('', hash)).toEqual({ isRight: false, isOutdated: false })
  const [[kind, cost] = [], ...more] = vi.mocked(argon2).mock.calls
  expect([kind, cost, more]).toMatchObject(['argon2id', { memory: 19_456, passes: 2, parallelism: 1 }, []])
})

test('normalises characters that can be encoded in two ways', async () => {
  expect(await checkPassword('caf\u0065\u0301 ארבעה', await hashPassword('caf\u00e9 ארבעה'))).toMatchObject({ isRight: true })
})

test('limits concurrent hashes, queues more and refuses beyond the queue', async () => {
  let [running, most] = [0, 0]
  const line = turns({ atOnce: 2, waiting: 5 })
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise((done) => setTimeout(done, 5))
    running--
  }
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => line(work)))
  expect(most).toBe(2)
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(LineFull)
  await expect(line(work)).resolves.toBeUndefined()
})

test('releases the slot of a failed hash', async () => {
  const line = turns({ atOnce: 1, waiting: 5 })
  await expect(line(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(line(() => Promise.resolve(1))).resolves.toBe(1)
})
