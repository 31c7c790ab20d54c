import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { guardGuesses, type Guesser } from '#lib/server/entitlements/code-guesses.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { sweepSignIns } from '#lib/server/customers/sign-in/sign-in-sweep.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { ageCodes } from '#tests/support/buyers/sign-in.ts'

beforeAll(freshDatabase)

let last = 0

/** A visitor at an address that no other test uses. */
function someone(caller: string | null = `192.0.2.${String((last += 1))}`, network: string | null = null): Guesser {
  return { uuid: randomUUID(), caller, network }
}

/** The results of such look-ups in order, and how many were really made. */
async function ends(guessers: readonly Guesser[], result: Result<string>) {
  let made = 0
  const codes: string[] = []
  for (const guesser of guessers) {
    const end = await guardGuesses(guesser, () => {
      made += 1
      return Promise.resolve(result)
    })
    codes.push(end.ok ? 'found' : end.refusal.code)
  }
  return { made, codes }
}

const times = (count: number, guesser: Guesser) => Array.from({ length: count }, () => guesser)

describe('guessing codes', () => {
  it('makes a visitor wait after five failures for the rest of 15 minutes, even with the right code', async () => {
    const guesser = someone()
    const expectWait = countdown()
    expect(await ends(times(5, guesser), refuse('codeNotFound'))).toEqual({ made: 5, codes: times(5, guesser).map(() => 'codeNotFound') })
    expect(await ends([guesser], accept('right'))).toEqual({ made: 0, codes: ['TOO_MANY_CODES'] })
    const refused = await guardGuesses(guesser, () => Promise.resolve(accept('right')))
    expect(refused).toMatchObject({ refusal: { code: 'TOO_MANY_CODES' } })
    expectWait(refused.ok ? 0 : refused.refusal.facts?.seconds, 900)
    expect(statusOf('TOO_MANY_CODES')).toBe(429)
  })

  it('is allowed again after a quarter of an hour, and forgotten after a day', async () => {
    const guesser = someone()
    await ends(times(6, guesser), refuse('codeNotFound'))
    await ageCodes(901)
    expect(await ends([guesser], accept('right'))).toEqual({ made: 1, codes: ['found'] })
    await ageCodes(86_400)
    await sweepSignIns()
    expect(await cellOf('SELECT count(*)::int FROM sign_in_failure')).toBe(0)
  })

  it('does not stop another visitor of the same address, until the address has failed twenty times', async () => {
    const caller = '198.51.100.7'
    const visitors = Array.from({ length: 5 }, () => someone(caller))
    const { made, codes } = await ends(
      visitors.flatMap((one) => times(4, one)),
      refuse('memberNotFound'),
    )
    expect([made, new Set(codes)]).toEqual([20, new Set(['memberNotFound'])])
    expect(await ends([someone(caller)], accept('right'))).toEqual({ made: 0, codes: ['TOO_MANY_CODES'] })
    expect(await ends([someone()], accept('right'))).toEqual({ made: 1, codes: ['found'] })
  })

  it('spends nothing of the address’s limit beyond the visitor’s own, and retries do not extend the wait', async () => {
    const caller = '198.51.100.8'
    const guesser = someone(caller)
    const { made } = await ends(times(5, guesser), refuse('codeNotFound'))
    expect([made, (await ends(times(20, guesser), accept('right'))).made]).toEqual([5, 0])
    const other = someone(caller)
    expect(await ends(times(5, other), refuse('codeNotFound'))).toMatchObject({ made: 5 })
    expect(await ends([someone(caller)], accept('right'))).toEqual({ made: 1, codes: ['found'] })
    await ageCodes(901)
    expect(await ends([guesser], accept('right'))).toEqual({ made: 1, codes: ['found'] })
  })

  it('is limited to two hundred failures for a network full of addresses; the next network goes on', async () => {
    const at = (n: number, network = '2001:db8:1::/48') => someone(`2001:db8:1:${n.toString(16)}::/64`, network)
    const { made, codes } = await ends(
      Array.from({ length: 300 }, (_, n) => at(n)),
      refuse('memberNotFound'),
    )
    expect([made, new Set(codes)]).toEqual([200, new Set(['memberNotFound', 'TOO_MANY_CODES'])])
    expect(await ends([at(1000)], accept('right'))).toEqual({ made: 0, codes: ['TOO_MANY_CODES'] })
    expect(await ends([at(1001, '2001:db8:2::/48')], accept('right'))).toEqual({ made: 1, codes: ['found'] })
  })

  it('is limited to five of a hundred at once', async () => {
    const guesser = someone()
    let made = 0
    const slow = async (): Promise<Result<string>> => {
      made += 1
      await new Promise((resolve) => setTimeout(resolve, 20))
      return refuse('codeNotFound')
    }
    const all = await Promise.all(times(100, guesser).map((one) => guardGuesses(one, slow)))
    expect(made).toBe(5)
    expect(all.filter((end) => !end.ok && end.refusal.code === 'TOO_MANY_CODES')).toHaveLength(95)
  })

  it.each<[string, Result<string>]>([
    ['what is found', accept('right')],
    ...(
      [
        'captchaError',
        'invalidSSN',
        'referenceCheckFailed',
        'MEMBERSHIP_CODE_TWICE',
        'ticketNotFound',
        'noValidMember',
      ] as const satisfies RefusalCode[]
    ).map((code): [string, Result<string>] => [code, refuse(code)]),
  ])('does not count %s', async (_what, result) => {
    const guesser = someone()
    expect((await ends(times(30, guesser), result)).made).toBe(30)
    expect((await ends(times(6, guesser), refuse('codeNotFound'))).made).toBe(5)
  })

  it.each([
    'codeNotFound',
    'COUPON_USED',
    'voucherExpired',
    'memberExpired',
    'seniorNotFound',
    'referenceNotEligible',
    'SYSTEM_VOUCHER_NOT_FOUND',
  ] as const)('counts %s', async (code) => {
    expect((await ends(times(6, someone()), refuse(code))).made).toBe(5)
  })

  it('is not limited on this machine', async () => {
    expect((await ends(times(30, someone(null)), refuse('codeNotFound'))).made).toBe(30)
  })
})
