import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { withPass } from '#lib/client/http/captcha.ts'

/** What the box office of this test was asked for, and the passes that it gave. */
const given: string[] = []
let isDemanded = true
let captcha: { withPass: typeof withPass }

beforeEach(async () => {
  given.length = 0
  isDemanded = true
  vi.resetModules() // passes are kept by the page: each test opens a new one
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (isDemanded || !selector.includes('captcha') ? { content: 'x' } : null),
  })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
  vi.stubGlobal('fetch', answerCall)
  captcha = await import('#lib/client/http/captcha.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function answerCall(request: string | URL | Request): Promise<Response> {
  const address = request instanceof Request ? request.url : String(request)
  if (address.includes('/captcha/challenge'))
    return Response.json(
      await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 3, deriveKey, hmacSignatureSecret: 'test' }),
    )
  given.push(`pass_${String(given.length + 1)}`)
  return Response.json({ pass: given.at(-1) })
}

/** A call that takes only the newest pass, and remembers with which it was asked. */
function office() {
  const asked: (string | undefined)[] = []
  const refusal = { code: 'invalid_captcha', message: '', status: 403 }
  let good: string | undefined = 'pass_1'
  return {
    asked,
    accept: (pass: string) => (good = pass),
    ask: (token: string | undefined) => {
      asked.push(token)
      return Promise.resolve(token === good ? ({ ok: true, value: 1 } as const) : ({ ok: false, refusal } as const))
    },
  }
}

test('one solution is enough for many seats, and callers at the same time wait for the same', async () => {
  const { ask, asked } = office()
  await Promise.all(Array.from({ length: 5 }, () => captcha.withPass('seats', ask)))
  await captcha.withPass('seats', ask)
  expect(asked).toEqual(Array(6).fill('pass_1'))
  expect(given).toHaveLength(1)
})

test('a pass that is refused is renewed by itself, once for all who were refused', async () => {
  const { ask, asked, accept } = office()
  await captcha.withPass('seats', ask)
  accept('pass_2')
  const answers = await Promise.all(Array.from({ length: 3 }, () => captcha.withPass('seats', ask)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(asked).toEqual(['pass_1', ...Array<string>(3).fill('pass_1'), ...Array<string>(3).fill('pass_2')])
  expect(given).toHaveLength(2)
})

test('where a new pass is refused as well, the refusal is the answer', async () => {
  const { ask, asked, accept } = office()
  accept('none')
  expect(await captcha.withPass('seats', ask)).toMatchObject({ ok: false, refusal: { code: 'invalid_captcha' } })
  expect(asked).toEqual(['pass_1', 'pass_2'])
})

test('looking takes no use of a pass and is content with a spent one; locking needs a new one then', async () => {
  const { ask, asked, accept } = office()
  for (let time = 0; time < 200; time++) await captcha.withPass('seats', ask, 'show')
  for (let time = 0; time < 55; time++) await captcha.withPass('seats', ask)
  await captcha.withPass('seats', ask, 'show')
  expect(given).toHaveLength(1)
  accept('pass_2')
  await captcha.withPass('seats', ask)
  expect(given).toHaveLength(2)
  expect(asked.at(-1)).toBe('pass_2')
})

test('a pass that is nearly ten minutes old is renewed before it is refused', async () => {
  const { ask, asked, accept } = office()
  await captcha.withPass('seats', ask, 'show')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 60_000 + 1 })
  accept('pass_2')
  await captcha.withPass('seats', ask, 'show')
  expect(asked).toEqual(['pass_1', 'pass_2'])
})

test('where no check is demanded nothing is solved', async () => {
  isDemanded = false
  const { ask, asked } = office()
  await captcha.withPass('seats', ask)
  expect(asked).toEqual([undefined])
  expect(given).toEqual([])
})
