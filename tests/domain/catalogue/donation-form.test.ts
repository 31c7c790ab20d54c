import { describe, expect, test } from 'vitest'
import { chosenGifts, giftAmount, isOfTwoHouses, itemsOfGifts, NO_GIFT, typedAmount } from '#lib/domain/catalogue/donation-form.ts'
import {
  countOfGift,
  donationName,
  freeDetailOf,
  isOpenDonation,
  roundUpOf,
  type Donation,
  type DonationDetail,
} from '#lib/domain/catalogue/donations.ts'

const suggested = (id: number, amount: number): DonationDetail => ({ id, name: `gift ${String(id)}`, thanks: '', amount, least: null, most: null }) // prettier-ignore
const free = (id: number, least: number | null, most: number | null): DonationDetail => ({ ...suggested(id, 0), amount: null, least, most })
const cause = (id: number, details: readonly DonationDetail[], more: Partial<Donation> = {}): Donation => ({
  ...{ id, code: '', name: `cause ${String(id)}`, description: '', recipient: '', recipientNumber: '', businessId: 1, authProfileId: 1 },
  ...{ isRecognised: true, isRoundUp: true, maxQuantity: 10, opensAt: null, closesAt: null, details },
  ...more,
})

describe('an amount as it is typed', () => {
  test.each([
    ['50', 5_000],
    ['0.5', 50],
    ['12.34', 1_234],
    ['1,234.50', 123_450],
    [' ₪ 50 ', 5_000],
    ['123456789', 12_345_678_900],
    ['', undefined],
    ['-5', undefined],
    ['.5', undefined],
    ['5.', undefined],
    ['5.123', undefined],
    ['1234567890', undefined],
    ['5e3', undefined],
    ['x5', undefined],
    ['5 ILS', undefined],
  ])('%j is %s agorot', (typed, amount) => {
    expect(typedAmount(typed)).toBe(amount)
  })
})

describe('the amount of a gift', () => {
  test.each([
    ['the suggested one, whatever was typed', suggested(1, 6_000), '5', 6_000],
    ['a free one', free(1, 1_000, 50_000), '75', 7_500],
    ['the least that is allowed', free(1, 1_000, 50_000), '10', 1_000],
    ['the most that is allowed', free(1, 1_000, 50_000), '500', 50_000],
    ['none below', free(1, 1_000, 50_000), '9.99', undefined],
    ['none above', free(1, 1_000, 50_000), '500.01', undefined],
    ['none that is no amount', free(1, 1_000, 50_000), 'many', undefined],
    ['none, if no most is said', free(1, null, null), '5', undefined],
    ['any from nothing on, if no least is said', free(1, null, 50_000), '0.01', 1],
  ])('is %s', (_what, detail, typed, amount) => {
    expect(giftAmount(detail, { typed })).toBe(amount)
  })
})

describe('a form of donations', () => {
  const causes = [cause(1, [suggested(11, 6_000), free(12, 100, 90_000)]), cause(2, [suggested(21, 5_000)]), cause(3, [suggested(31, 500)])]
  const gifts = {
    3: { detailId: 31, typed: '', times: 2 },
    1: { detailId: 12, typed: '75', times: 1 },
    2: NO_GIFT,
  }

  test('R7.24 gives each chosen gift in the order of the causes, with its amount in shekels', () => {
    expect(itemsOfGifts(chosenGifts({ gifts }, causes), 'for Ruth')).toEqual([
      { donationId: 1, donationDetailId: 12, quantity: 1, customAmount: 75, dedication: 'for Ruth' },
      { donationId: 3, donationDetailId: 31, quantity: 2, customAmount: 5, dedication: 'for Ruth' },
    ])
  })

  test('gives nothing for a gift without an amount, nor for one of another cause', () => {
    const untyped = chosenGifts({ gifts: { 1: { detailId: 12, typed: '', times: 1 }, 2: { detailId: 31, typed: '', times: 1 } } }, causes)
    expect(untyped.map(({ detail, amount }) => [detail.id, amount])).toEqual([[12, undefined]])
    expect(itemsOfGifts(untyped, '')).toEqual([])
    expect(chosenGifts({ gifts: {} }, causes)).toEqual([])
  })

  test.each([
    ['one business', {}, false],
    ['two businesses', { businessId: 2 }, true],
    ['two accounts at the provider', { authProfileId: 2 }, true],
  ])('is of two houses, if gifts go to %s: %s', (_what, other, is) => {
    const two = [cause(1, [suggested(11, 100)]), cause(2, [suggested(21, 100)], other)]
    const chosen = chosenGifts({ gifts: { 1: { ...NO_GIFT, detailId: 11 }, 2: { ...NO_GIFT, detailId: 21 } } }, two)
    expect(isOfTwoHouses(chosen)).toBe(is)
    expect([isOfTwoHouses(chosen.slice(0, 1)), isOfTwoHouses([])]).toEqual([false, false])
  })
})

describe('a cause', () => {
  test('is called with what is given', () => {
    expect(donationName({ name: 'A first ticket' }, { name: 'four pupils' })).toBe('A first ticket: four pupils')
  })

  test.each([
    ['always, if it says nothing', null, null, true],
    ['from its first moment', 100, null, true],
    ['not before', 101, null, false],
    ['until its end', null, 101, true],
    ['not at its end', null, 100, false],
    ['in between', 99, 101, true],
    ['not after both', 1, 2, false],
  ])('takes donations %s', (_when, opensAt, closesAt, is) => {
    expect(isOpenDonation({ opensAt, closesAt }, 100)).toBe(is)
  })

  test('has a free amount or none', () => {
    expect(freeDetailOf(cause(1, [suggested(1, 100), free(2, 1, 2)]))?.id).toBe(2)
    expect(freeDetailOf(cause(1, [suggested(1, 100)]))).toBeUndefined()
  })

  test.each([
    ['to the next ten shekels', 12_340, [100, 900_000], 660],
    ['by ten, if it is round already', 12_000, [100, 900_000], 1_000],
    ['to the ten after, if its least is more', 12_340, [700, 900_000], 1_660],
    ['by exactly its least', 12_340, [660, 900_000], 660],
    ['by exactly its most', 12_340, [100, 660], 660],
    ['not, if its most is less', 12_340, [100, 659], undefined],
    ['not, if its least is more than the ten after', 12_340, [1_661, 900_000], undefined],
    ['not, if it says no most', 12_340, [100, null], undefined],
    ['from nothing on, if it says no least', 12_999, [null, 900_000], 1],
    ['not, if nothing is paid', 0, [100, 900_000], undefined],
  ] as const)('rounds an order up %s', (_how, sum, [least, most], amount) => {
    expect(roundUpOf(cause(1, [suggested(1, 100), free(2, least, most)]), sum)).toBe(amount)
  })

  test('rounds up only if it may, and has a free amount', () => {
    expect(roundUpOf(cause(1, [free(2, 100, 90_000)], { isRoundUp: false }), 12_340)).toBeUndefined()
    expect(roundUpOf(cause(1, [suggested(1, 100)]), 12_340)).toBeUndefined()
  })

  test.each([
    ['for as many as the smallest amount is for one', [24_000, 6_000], 24_000, 4],
    ['for whole ones', [6_000], 11_999, 1],
    ['for one at least', [6_000], 100, 1],
    ['for one, if it has free amounts only', [], 24_000, 1],
  ])('is enough %s', (_what, amounts, amount, count) => {
    const details = [...amounts.map((one, at) => suggested(at, one)), free(9, 1, 2)]
    expect(countOfGift({ details }, amount)).toBe(count)
  })
})
