import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { isSolvedChallenge, openChallenge } from '#lib/server/providers/captcha/captcha-altcha.ts'
import { issuePass, spendPass } from '#lib/server/providers/captcha/captcha-passes.ts'
import { showCaptcha, verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

const visitor = someone()

/** A new visitor on a network of the tests. */
function someone(network: string | null = '192.0.2.0/24'): Holder {
  return { uuid: randomUUID(), network }
}

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

describe('the challenge', () => {
  it('is accepted once when solved', async () => {
    const payload = await solve(await openChallenge('seats', visitor.uuid))
    const answers = await Promise.all(Array.from({ length: 5 }, () => verifyCaptcha(payload, 'seats', visitor)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await verifyCaptcha(payload, 'seats', visitor)).toBe(false)
  })

  it('belongs to one visitor and one action', async () => {
    const payload = await solve(await openChallenge('seats', visitor.uuid))
    expect(await verifyCaptcha(payload, 'payment', visitor)).toBe(false)
    expect(await verifyCaptcha(payload, 'seats', someone())).toBe(false)
    expect(await verifyCaptcha(payload, 'seats', undefined)).toBe(false)
    expect(await verifyCaptcha(payload, 'seats', visitor)).toBe(true)
  })

  it('is refused if any part is forged', async () => {
    const payload = await solve(await openChallenge('seats', visitor.uuid))
    const forged = [
      undefined,
      '',
      'x',
      Buffer.from('{}').toString('base64'),
      Buffer.from('null').toString('base64'),
      `pass_${'0'.repeat(48)}`,
      changed(payload, (it) => (it.solution.derivedKey = '00'.repeat(32))),
      changed(payload, (it) => (it.challenge.parameters.keyPrefix = '00')),
      changed(payload, (it) => (it.challenge.parameters.data = { action: 'seats', uuid: visitor.uuid, more: 1 })),
      changed(payload, (it) => (it.challenge.signature = '0'.repeat(64))),
    ]
    for (const token of forged) expect(await verifyCaptcha(token, 'seats', visitor)).toBe(false)
  })

  it('expires after five minutes', async () => {
    const payload = await solve(await openChallenge('seats', visitor.uuid))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1_000 })
    try {
      expect(await isSolvedChallenge(payload, 'seats', visitor.uuid)).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('gets harder with every pass within the hour, up to eight times', async () => {
    const hurried = someone()
    const triesOfNext = async () => {
      const { parameters } = await openChallenge('codes', hurried.uuid)
      return (await solveChallenge({ challenge: { parameters }, deriveKey }))?.counter ?? 0
    }
    for (const factor of [1, 2, 4, 8, 8]) {
      const tries = await triesOfNext()
      expect(tries).toBeGreaterThanOrEqual(40 * factor)
      expect(tries).toBeLessThan(120 * factor)
      await issuePass('codes', hurried)
      // Expired passes count too.
      await database().query(`UPDATE captcha_pass SET expires_at = now() WHERE uuid = $1`, [hurried.uuid])
    }
    await database().query(`UPDATE captcha_pass SET issued_at = issued_at - interval '61 minutes' WHERE uuid = $1`, [hurried.uuid])
    expect(await triesOfNext()).toBeLessThan(120)
  })
})

describe('the pass', () => {
  it('works for its visitor and action as often as it says, also for concurrent callers', async () => {
    const pass = await issuePass('codes', visitor)
    expect(await spendPass(pass, 'seats', visitor)).toBe(false)
    expect(await spendPass(pass, 'codes', someone())).toBe(false)
    const answers = await Promise.all(Array.from({ length: 12 }, () => verifyCaptcha(pass, 'codes', visitor)))
    expect(answers.filter(Boolean)).toHaveLength(5)
  })

  it('R5.51 is good for sixty seats, and invalid from another network', async () => {
    const pass = await issuePass('seats', visitor)
    expect(await verifyCaptcha(pass, 'seats', { ...visitor, network: '198.51.100.0/24' })).toBe(false)
    expect(await verifyCaptcha(pass, 'seats', { ...visitor, network: null })).toBe(false)
    const answers = await Promise.all(Array.from({ length: 70 }, () => verifyCaptcha(pass, 'seats', visitor)))
    expect(answers.filter(Boolean)).toHaveLength(60)
    const here = someone(null)
    expect(await verifyCaptcha(await issuePass('seats', here), 'seats', here)).toBe(true)
  })

  it('R5.49 is only shown for seat reads: that takes no use, and a spent pass works until it expires', async () => {
    const pass = await issuePass('codes', visitor)
    for (let time = 0; time < 20; time++) expect(await showCaptcha(pass, 'codes', visitor)).toBe(true)
    for (let time = 0; time < 5; time++) expect(await verifyCaptcha(pass, 'codes', visitor)).toBe(true)
    expect(await verifyCaptcha(pass, 'codes', visitor)).toBe(false)
    expect(await showCaptcha(pass, 'codes', visitor)).toBe(true)
    expect(await showCaptcha(pass, 'codes', someone())).toBe(false)
    expect(await showCaptcha(pass, 'codes', { ...visitor, network: null })).toBe(false)
    expect(await showCaptcha(pass, 'seats', visitor)).toBe(false)
    await database().query(`UPDATE captcha_pass SET expires_at = now()`)
    expect(await showCaptcha(pass, 'codes', visitor)).toBe(false)
  })

  it('lasts ten minutes and is stored as a hash only', async () => {
    const pass = await issuePass('seats', visitor)
    const { rows } = await database().query<{ pass_hash: Buffer }>('SELECT * FROM captcha_pass')
    expect(JSON.stringify(rows)).not.toContain(pass.slice(5))
    await database().query(`UPDATE captcha_pass SET expires_at = expires_at - interval '10 minutes'`)
    expect(await spendPass(pass, 'seats', visitor)).toBe(false)
  })
})
