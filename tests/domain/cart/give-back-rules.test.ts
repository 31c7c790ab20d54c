import { describe, expect, test } from 'vitest'
import { givenBackUntil, mayGiveBack, resaleShare, type BoughtEvening } from '#lib/domain/cart/give-back-rules.ts'

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
    isStandIn: false,
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
    ['that was had in exchange is not', { isStandIn: true }, 'RESALE_NOT_ALLOWED'],
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
  ['a quarter of four', 40_000, 4, TERMS, 10_000, 8_500],
  ['rounded down twice', 10_000, 3, { ...TERMS, percent: 33, fee: 0 }, 3_333, 1_099],
  ['never less than nothing', 400, 4, TERMS, 100, 0],
  ['free', 0, 4, TERMS, 0, 0],
])('what is credited: %s', (_name, paid, evenings, terms, share, credit) => {
  expect(resaleShare(paid, evenings, terms)).toEqual({ share, credit })
})
