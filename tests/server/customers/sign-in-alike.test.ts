import { argon2 } from 'node:crypto'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { logInByPassword } from '#lib/server/customers/sign-in/password-login.ts'
import { sendLink } from '#lib/server/customers/sign-in/sign-in-link.ts'
import type { SigningIn } from '#lib/server/customers/sign-in/signing-in.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { newVisitor } from '#tests/support/buyers/sign-in.ts'

vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>()
  return { ...real, argon2: vi.fn(real.argon2) }
})

const NOA = 'noa@shura.example'
beforeAll(async () => {
  await freshDatabase()
  const passwordHash = await hashPassword('shura-noa-2026')
  await makeCustomer({ email: NOA, passwordHash })
  await makeCustomer({ email: 'without@shura.example' })
  await makeCustomer({ email: 'unproved@shura.example', isEmailProved: false, passwordHash })
})

async function asking(): Promise<SigningIn> {
  const cookies: SigningIn['context']['cookies'] = Object.create(null)
  return {
    visitor: await newVisitor(),
    context: { cookies },
    request: new Request('http://127.0.0.1/'),
    source: { caller: '203.0.113.7' },
    locale: 'he',
  }
}

/** The work done for somebody: the statements in order and the cost of each hash. `npm run bench -- sign-in` measures the time. */
async function workOf(act: () => Promise<unknown>): Promise<{ statements: readonly string[]; hashes: readonly unknown[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  vi.mocked(argon2).mockClear()
  await act()
  const statements = query.mock.calls.map(([asked]) => nameOf(asked))
  query.mockRestore()
  return {
    statements,
    hashes: vi.mocked(argon2).mock.calls.map(([kind, { memory, passes, parallelism }]) => ({ kind, memory, passes, parallelism })),
  }
}

function nameOf(asked: unknown): string {
  return typeof asked === 'object' && asked !== null && 'name' in asked ? String(asked.name) : String(asked)
}

test('R8.25 does the same work for a wrong password whoever is asked about: the same statements and one hash of current cost', async () => {
  const asked = await asking()
  const tryIt = (email: string) => workOf(() => logInByPassword(asked, email, 'wrong-password'))
  await tryIt('warm@shura.example')
  const known = await tryIt(NOA)
  expect(known.statements).toContain('customer-by-password')
  expect(known.hashes).toEqual([{ kind: 'argon2id', memory: 19_456, passes: 2, parallelism: 1 }])
  for (const email of ['nobody@shura.example', 'without@shura.example', 'unproved@shura.example', 'no address'])
    expect(await tryIt(email), email).toEqual(known)
})

test('does the same work for a link to a verified address and to any other', async () => {
  const asked = await asking()
  const askFor = (email: string) => workOf(() => sendLink(asked, email))
  await askFor('warm@shura.example')
  const known = await askFor(NOA)
  expect(known.statements).toContain('customer-of-email')
  for (const email of ['nobody@shura.example', 'unproved@shura.example']) expect(await askFor(email), email).toEqual(known)
})
