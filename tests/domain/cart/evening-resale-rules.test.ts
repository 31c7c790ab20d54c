import { describe, expect, test } from 'vitest'
import { givenBackUntil, mayGiveBack, resaleShare, type BoughtEvening } from '#lib/domain/cart/evening-resale-rules.ts'

const HOUR = 3_600_000
const START = 1_000 * HOUR
const TERMS = { untilMinutes: 180, percent: 90, fee: 500 }
const EVENING: BoughtEvening = {
  ...{
    startsAt: START,
    isCalledOff: false,
    isActive: true,
    isUsed: false,
    isExchanged: false,
    isSentOn: false,
    isLeftOver: false,
    resale: null,
  },
}

describe('an evening of a series', () => {
  test.each<[string, Partial<BoughtEvening>, string | undefined]>([
    ['that is to come is given back', {}, undefined],
    ['that counts no more is not', { isActive: false }, 'NOT_ACTIVE'],
    ['that was used is not', { isUsed: true }, 'NOT_ACTIVE'],
    ['that was exchanged is not', { isExchanged: true }, 'NOT_ACTIVE'],
    ['that was sent on is not', { isSentOn: true }, 'NOT_ACTIVE'],
    ['that is left of a cancelled membership is not', { isLeftOver: true }, 'RESALE_NOT_ALLOWED'],
    ['that is offered is not again', { resale: 'offered' }, 'ON_RESALE'],
    ['that was sold on is not', { resale: 'sold', isActive: false }, 'ON_RESALE'],
    ['that was called off is cancelled instead', { isCalledOff: true }, 'PRSNT_NOT_FOUND'],
  ])('%s', (_name, facts, refusal) => {
    expect(mayGiveBack({ ...EVENING, ...facts }, TERMS, 0)).toBe(refusal)
  })

  test('is given back until the time of the terms, to the millisecond; without terms never', () => {
    const until = givenBackUntil(EVENING, TERMS)
    expect(until).toBe(START - 3 * HOUR)
    expect([mayGiveBack(EVENING, TERMS, until - 1), mayGiveBack(EVENING, TERMS, until)]).toEqual([undefined, 'TOO_CLOSE_TO_PRSNT_DATE'])
    expect(mayGiveBack(EVENING, null, 0)).toBe('RESALE_NOT_ALLOWED')
  })
})

test.each([
  ['a quarter of four', 40_000, 4, 0, TERMS, 10_000, 8_500, 0],
  ['rounded down twice', 10_000, 3, 0, { ...TERMS, percent: 33, fee: 0 }, 3_333, 1_099, 0],
  ['never less than nothing', 400, 4, 0, TERMS, 100, 0, 0],
  ['free', 0, 4, 0, TERMS, 0, 0, 0],
  ['with what its ticket cost more in exchange, and one fee', 40_000, 4, 4_500, TERMS, 14_500, 12_550, 4_050],
  ['of what was paid more never more than all of it', 0, 4, 1_000, TERMS, 1_000, 400, 400],
  ['all of both, if the terms say so', 999, 10, 101, { untilMinutes: 0, percent: 100, fee: 0 }, 200, 200, 101],
])('what is credited: %s', (_name, paid, evenings, paidMore, terms, share, credit, ownCredit) => {
  expect(resaleShare({ paid, evenings, paidMore }, terms)).toEqual({ share, credit, ownCredit })
})

test('of the membership no more than its part is ever credited, whatever the percentage rounds to', () => {
  for (let percent = 1; percent <= 100; percent += 3)
    for (let paidMore = 0; paidMore < 40; paidMore += 3)
      for (let paid = 0; paid < 60; paid += 7) {
        const { share, credit, ownCredit } = resaleShare({ paid, evenings: 3, paidMore }, { untilMinutes: 0, percent, fee: 0 })
        expect(credit - ownCredit).toBeLessThanOrEqual(share - paidMore)
        expect(ownCredit).toBeLessThanOrEqual(paidMore)
      }
})
