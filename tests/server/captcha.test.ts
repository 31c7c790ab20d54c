import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { database } from '#lib/server/db/connect.ts'
import { isSolvedChallenge, openChallenge } from '#lib/server/providers/captcha-altcha.ts'
import { issuePass, spendPass } from '#lib/server/providers/captcha-passes.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha.ts'
import { freshDatabase } from '#tests/support/database.ts'

const visitor = randomUUID()

beforeAll(async () => {
  process.env.CAPTCHA_PROVIDER = 'altcha'
  await freshDatabase()
})
afterAll(() => {
  delete process.env.CAPTCHA_PROVIDER
})

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

function changed(
  payload: string,
  change: (parsed: { challenge: Challenge; solution: { counter: number; derivedKey: string } }) => void,
): string {
  const parsed = JSON.parse(Buffer.from(payload, 'base64').toString()) as Parameters<typeof change>[0]
  change(parsed)
  return Buffer.from(JSON.stringify(parsed)).toString('base64')
}

describe('the human check', () => {
  it('takes a solved challenge, once', async () => {
    const payload = await solve(await openChallenge('seats', visitor))
    const answers = await Promise.all(Array.from({ length: 5 }, () => verifyCaptcha(payload, 'seats', visitor)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await verifyCaptcha(payload, 'seats', visitor)).toBe(false)
  })

  it('belongs to one visitor and one action', async () => {
    const payload = await solve(await openChallenge('seats', visitor))
    expect(await verifyCaptcha(payload, 'payment', visitor)).toBe(false)
    expect(await verifyCaptcha(payload, 'seats', randomUUID())).toBe(false)
    expect(await verifyCaptcha(payload, 'seats', undefined)).toBe(false)
    expect(await verifyCaptcha(payload, 'seats', visitor)).toBe(true)
  })

  it('is refused where anything of it was made up', async () => {
    const payload = await solve(await openChallenge('seats', visitor))
    const forged = [
      undefined,
      '',
      'x',
      Buffer.from('{}').toString('base64'),
      Buffer.from('null').toString('base64'),
      `pass_${'0'.repeat(48)}`,
      changed(payload, (it) => (it.solution.derivedKey = '00'.repeat(32))),
      changed(payload, (it) => (it.challenge.parameters.keyPrefix = '00')),
      changed(payload, (it) => (it.challenge.parameters.data = { action: 'seats', uuid: visitor, more: 1 })),
      changed(payload, (it) => (it.challenge.signature = '0'.repeat(64))),
    ]
    for (const token of forged) expect(await verifyCaptcha(token, 'seats', visitor)).toBe(false)
  })

  it('runs out after five minutes', async () => {
    const payload = await solve(await openChallenge('seats', visitor))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1_000 })
    try {
      expect(await isSolvedChallenge(payload, 'seats', visitor)).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('gets dearer with every pass, up to eight times', async () => {
    const hurried = randomUUID()
    for (let pass = 0; pass < 5; pass++) await issuePass('codes', hurried)
    const { parameters } = await openChallenge('codes', hurried)
    const solution = await solveChallenge({ challenge: { parameters }, deriveKey })
    expect(solution?.counter).toBeGreaterThanOrEqual(320)
    expect(solution?.counter).toBeLessThan(960)
  })
})

describe('the pass', () => {
  it('works for its visitor and action as often as it says, also for callers at the same time', async () => {
    const pass = await issuePass('codes', visitor)
    expect(await spendPass(pass, 'seats', visitor)).toBe(false)
    expect(await spendPass(pass, 'codes', randomUUID())).toBe(false)
    const answers = await Promise.all(Array.from({ length: 12 }, () => verifyCaptcha(pass, 'codes', visitor)))
    expect(answers.filter(Boolean)).toHaveLength(5)
  })

  it('lasts ten minutes and is stored as a hash only', async () => {
    const pass = await issuePass('seats', visitor)
    const { rows } = await database().query<{ pass_hash: Buffer }>('SELECT * FROM captcha_pass')
    expect(JSON.stringify(rows)).not.toContain(pass.slice(5))
    await database().query(`UPDATE captcha_pass SET expires_at = expires_at - interval '10 minutes'`)
    expect(await spendPass(pass, 'seats', visitor)).toBe(false)
  })
})
