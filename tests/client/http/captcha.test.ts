import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { withPass } from '#lib/client/http/captcha.ts'

/** Requests to the fake server, and the passes that it issued. */
const given: string[] = []
let isDemanded = true
let captcha: { withPass: typeof withPass }

beforeEach(async () => {
  given.length = 0
  isDemanded = true
  vi.resetModules() // the module keeps passes, so each test loads it anew
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (isDemanded || !selector.includes('captcha') ? { content: 'x' } : null),
  })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
  vi.stubGlobal('fetch', answerCall)
  captcha = await import('#lib/client/http/captcha.ts')
})
afterEach(() => {
  vi.doUnmock('#lib/client/http/captcha-solve.ts')
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

/** A call that accepts only the newest pass and records the passes that it was sent. */
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

test('uses one solution for many seats and lets concurrent callers wait for the same one', async () => {
  const { ask, asked } = office()
  await Promise.all(Array.from({ length: 5 }, () => captcha.withPass('seats', ask)))
  await captcha.withPass('seats', ask)
  expect(asked).toEqual(Array(6).fill('pass_1'))
  expect(given).toHaveLength(1)
})

test('renews a refused pass once for all callers that were refused', async () => {
  const { ask, asked, accept } = office()
  await captcha.withPass('seats', ask)
  accept('pass_2')
  const answers = await Promise.all(Array.from({ length: 3 }, () => captcha.withPass('seats', ask)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(asked).toEqual(['pass_1', ...Array<string>(3).fill('pass_1'), ...Array<string>(3).fill('pass_2')])
  expect(given).toHaveLength(2)
})

test('returns the refusal if the new pass is refused as well', async () => {
  const { ask, asked, accept } = office()
  accept('none')
  expect(await captcha.withPass('seats', ask)).toMatchObject({ ok: false, refusal: { code: 'invalid_captcha' } })
  expect(asked).toEqual(['pass_1', 'pass_2'])
})

test('does not count a read as a use of a pass and accepts a spent one; a lock then needs a new one', async () => {
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

test('renews a pass shortly before it is ten minutes old', async () => {
  const { ask, asked, accept } = office()
  await captcha.withPass('seats', ask, 'show')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 60_000 + 1 })
  accept('pass_2')
  await captcha.withPass('seats', ask, 'show')
  expect(asked).toEqual(['pass_1', 'pass_2'])
})

test('solves nothing if no captcha is required', async () => {
  isDemanded = false
  const { ask, asked } = office()
  await captcha.withPass('seats', ask)
  expect(asked).toEqual([undefined])
  expect(given).toEqual([])
})

test('calls without a pass if the solver cannot be loaded, and earns one as soon as it can', async () => {
  vi.doMock('#lib/client/http/captcha-solve.ts', () => {
    throw new Error('no connection')
  })
  const { ask, asked } = office()
  expect(await captcha.withPass('seats', ask)).toMatchObject({ ok: false, refusal: { code: 'invalid_captcha' } })
  vi.doUnmock('#lib/client/http/captcha-solve.ts')
  expect(await captcha.withPass('seats', ask)).toMatchObject({ ok: true })
  expect(asked).toEqual([undefined, undefined, 'pass_1'])
})
