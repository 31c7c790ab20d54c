import { describe, expect, test } from 'vitest'
import { exchangeUntil, replacementDates, replacementProblem, type VoucherToReplace } from '#lib/domain/entitlements/replace-voucher.ts'

const NOW = Date.parse('2026-11-21T12:00+02:00')
const DAY = 86_400_000
const VOUCHER: VoucherToReplace = {
  ...{
    isBought: true,
    isReplacement: false,
    state: 'active',
    balance: 1,
    createdAt: NOW - 10 * DAY,
    endsAt: NOW + DAY,
    exchangeDays: 30,
    isPaying: false,
  },
}

describe('a voucher is replaced', () => {
  test.each<readonly [string, Partial<VoucherToReplace>, string | undefined]>([
    ['as it was bought', {}, undefined],
    ['after it has expired, while its days last', { endsAt: NOW - DAY }, undefined],
    ['if it was bought elsewhere', { isBought: false }, 'NOT_SOLD_IN_OUTLET'],
    ['a second time', { isReplacement: true }, 'ALREADY_FOR_REPLACEMENT'],
    ['while it waits for its replacement', { state: 'forReplacement' }, 'ALREADY_FOR_REPLACEMENT'],
    ['once it was replaced', { state: 'replaced' }, 'ALREADY_FOR_REPLACEMENT'],
    ['once it was cancelled', { state: 'cancelled' }, 'NOT_ACTIVE'],
    ['if its class is not exchanged', { exchangeDays: null }, 'NOT_ACTIVE'],
    ['R9.30 after the days of its class', { createdAt: NOW - 31 * DAY }, 'TOO_FAR_FROM_PURCHASE_DATE'],
    ['R9.30 on the last day of its class', { createdAt: NOW - 30 * DAY }, undefined],
    ['while an order is being paid with it', { isPaying: true }, 'ORDER_IN_PROGRESS'],
    ['when nothing is left of it', { balance: 0 }, 'VOUCHER_NO_BALANCE'],
  ])('%s', (_, change, code) => {
    expect(replacementProblem({ ...VOUCHER, ...change }, NOW)).toBe(code)
  })

  test('from today, until its old end or for the days of its class, whichever is later', () => {
    const startsAt = Date.parse('2026-11-21T00:00+02:00')
    const window = Date.parse('2026-12-22T00:00+02:00')
    expect(replacementDates({ endsAt: NOW + DAY, exchangeDays: 30 }, NOW)).toEqual({ startsAt, endsAt: window })
    expect(replacementDates({ endsAt: NOW + 90 * DAY, exchangeDays: 30 }, NOW)).toEqual({ startsAt, endsAt: NOW + 90 * DAY })
    expect(replacementDates({ endsAt: null, exchangeDays: 30 }, NOW)).toEqual({ startsAt, endsAt: null })
    expect(exchangeUntil(NOW, 30)).toBe(window)
  })
})
