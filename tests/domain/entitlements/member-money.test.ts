import { describe, expect, test } from 'vitest'
import { memberMoneyOf } from '#lib/domain/entitlements/member-money.ts'
import type { Grant } from '#lib/domain/entitlements/grant.ts'

const GRANT: Grant = {
  ...{ id: 1, kind: 'member', publicCode: '7', ticketIds: new Set([1]), usesLeft: null, businessId: null, venueIds: null },
  ...{ startsAt: null, endsAt: null, isActive: true, holderName: '', membershipName: '' },
}

/** Tickets at these prices, all by one membership with this balance; null: one without money. */
function lines(balance: number | null, ...prices: number[]) {
  const grant = balance === null ? GRANT : { ...GRANT, purse: { voucherId: 9, balance } }
  return prices.map((price) => ({ price, serviceCharge: 5, quantity: 1, redeems: [{ grant }] }))
}

describe('the money of a membership pays', () => {
  test.each([
    ['its tickets with their charges', lines(500, 100, 100), 0, [{ voucherId: 9, most: 210 }]],
    ['the last of them in part', lines(110, 100, 100), 0, [{ voucherId: 9, most: 110 }]],
    ['nothing of free tickets, even if it is empty', lines(0, -5), 0, [{ voucherId: 9, most: 0 }]],
    ['nothing of tickets without a membership of money', lines(null, 100), 0, []],
    ['an exchange that needs no more of it', lines(0, 100), 105, [{ voucherId: 9, most: 0 }]],
  ] as const)('%s', (_name, asked, exchanged, money) => {
    expect(memberMoneyOf(asked, exchanged)).toEqual({ ok: true, value: money })
  })

  test.each([
    ['one ticket, if it is empty', lines(0, 100)],
    ['two tickets, if it is enough for one only', lines(105, 100, 100)],
    ['the dearest of two, if the other takes all of it', lines(105, 200, 100)],
  ] as const)('no member price for %s', (_name, asked) => {
    expect(memberMoneyOf(asked, 0)).toEqual({ ok: false, refusal: { code: 'memberNoneAvailable' } })
  })
})
