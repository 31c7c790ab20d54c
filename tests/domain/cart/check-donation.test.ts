import { describe, expect, test } from 'vitest'
import { checkDonations, type WantedDonation } from '#lib/domain/cart/check-donation.ts'
import { countOfGift, isOpenDonation, roundUpOf, type Donation } from '#lib/domain/catalogue/donations.ts'
import { priceOrder } from '#lib/domain/pricing/price-order.ts'
import { houseOf, NOW } from './cart-fixtures.ts'

const CAUSE: Donation = {
  ...{ id: 1, code: 'first', name: 'כרטיס ראשון', description: '', recipient: 'הקרן', recipientNumber: '580341192', businessId: 3 },
  ...{ authProfileId: 4, isRecognised: true, isRoundUp: true, maxQuantity: 5, opensAt: null, closesAt: null },
  details: [
    { id: 11, name: 'תלמיד', thanks: '', amount: 6_000, least: null, most: null },
    { id: 12, name: 'סכום אחר', thanks: '', amount: null, least: 500, most: 500_000 },
  ],
}
const WANTED: WantedDonation = { donationId: 1, detailId: 11, quantity: 1, customAmount: null, dedication: '' }
const FREE = { detailId: 12 }

function check(
  wanted: readonly Partial<WantedDonation>[] = [{}],
  cause: Partial<Donation> = {},
  before: Parameters<typeof checkDonations>[1]['before'] = [],
) {
  const catalogue = { ...houseOf(), donations: new Map([[1, { ...CAUSE, ...cause }]]) }
  return checkDonations(
    wanted.map((one) => ({ ...WANTED, ...one })),
    { catalogue, now: NOW, before, mixed: () => undefined },
  )
}

function codeOf(...asked: Parameters<typeof check>): string {
  const checked = check(...asked)
  return checked.ok ? 'ok' : checked.refusal.code
}

const lineOf = (kind: string) => ({ ...(check() as { value: Parameters<typeof checkDonations>[1]['before'] }).value[0], kind })

describe('a donation in a cart', () => {
  test('is a line of its seller at its amount, without any charge', () => {
    expect(check([{ quantity: 2, dedication: ' לזכר סבתא ' }])).toMatchObject({
      value: [
        {
          ...{ kind: 'donation', total: 'others', name: 'כרטיס ראשון: תלמיד', seller: { businessId: 3, authProfileId: 4 }, price: 6_000 },
          ...{ quantity: 2, serviceCharge: 0, isCharged: false, isMoneyOnly: true, presentation: null, redeems: [] },
          ...{ subjectId: 1, priceId: 11, facts: { dedication: 'לזכר סבתא' } },
        },
      ],
    })
  })

  test.each(['', '  '])('has no dedication if none was written: %j', (dedication) => {
    const checked = check([{ dedication }])
    expect(checked.ok && checked.value.map(({ facts }) => facts)).toEqual([{}])
  })

  test.each<[string, Partial<WantedDonation>, string]>([
    ['the suggested amount, said again', { customAmount: 60 }, 'ok'],
    ['another than the suggested amount', { customAmount: 59.99 }, 'DONATION_AMOUNT'],
    ['the smallest free amount', { ...FREE, customAmount: 5 }, 'ok'],
    ['the largest free amount', { ...FREE, customAmount: 5_000 }, 'ok'],
    ['a free amount with agorot', { ...FREE, customAmount: 12.34 }, 'ok'],
    ['less than the smallest', { ...FREE, customAmount: 4.99 }, 'DONATION_AMOUNT'],
    ['more than the largest', { ...FREE, customAmount: 5_000.01 }, 'DONATION_AMOUNT'],
    ['a part of an agora', { ...FREE, customAmount: 5.001 }, 'DONATION_AMOUNT'],
    ['less than nothing', { ...FREE, customAmount: -60 }, 'DONATION_AMOUNT'],
    ['without end', { ...FREE, customAmount: Infinity }, 'DONATION_AMOUNT'],
    ['a free amount that is not said', FREE, 'DONATION_AMOUNT'],
    ['an unknown cause', { donationId: 2 }, 'DONATION_NOT_FOUND'],
    ['an unknown amount', { detailId: 13 }, 'DONATION_NOT_FOUND'],
    ['as often as allowed', { quantity: 5 }, 'ok'],
    ['more often', { quantity: 6 }, 'DONATION_LIMIT'],
  ])('of %s', (_what, wanted, code) => {
    expect(codeOf([wanted])).toBe(code)
  })

  test('says its limits in shekels, and counts its quantity over all lines', () => {
    expect(check([FREE])).toMatchObject({ refusal: { facts: { min: 5, max: 5_000 } } })
    expect(check([{ quantity: 3 }, { quantity: 3 }])).toEqual({ ok: false, refusal: { code: 'DONATION_LIMIT', facts: { max: 5 } } })
    expect(codeOf([{ quantity: 3 }, { ...FREE, customAmount: 5, quantity: 3 }])).toBe('ok')
  })

  test('is taken from its opening until its closing', () => {
    expect(codeOf([{}], { opensAt: NOW + 1 })).toBe('SALE_NOT_OPEN')
    expect(codeOf([{}], { opensAt: NOW, closesAt: NOW + 1 })).toBe('ok')
    expect(codeOf([{}], { closesAt: NOW })).toBe('SALE_CLOSED')
    expect(codeOf([{}], { opensAt: NOW - 1, closesAt: NOW })).toBe('SALE_CLOSED')
    expect(codeOf([{}], { opensAt: NOW + 1, closesAt: NOW + 2 })).toBe('SALE_NOT_OPEN')
    expect(codeOf([{}], { opensAt: NOW, closesAt: NOW }), 'a sale without any time is over').toBe('SALE_CLOSED')
    expect(isOpenDonation({ opensAt: null, closesAt: null }, NOW)).toBe(true)
  })

  test('goes beside tickets, vouchers and products, and beside nothing else', () => {
    const beside = (kind: string) => codeOf([{}], {}, [lineOf(kind)] as Parameters<typeof check>[2])
    expect([beside('seat'), beside('voucher'), beside('product'), beside('membership')]).toEqual(['ok', 'ok', 'ok', 'CART_INCOMPATIBLE'])
    expect(codeOf([], {}, [lineOf('membership')] as Parameters<typeof check>[2])).toBe('ok')
  })
})

describe('the price of an order with a donation', () => {
  const others = [{ price: 6_000, serviceCharge: 0, quantity: 2, isCharged: false, isMoneyOnly: true }]
  const seats = [{ price: 10_000, serviceCharge: 500 }]

  test('carries no percentage of it', () => {
    const totals = priceOrder({ seats, products: [], others, serviceCharge: { amountPerOrder: null, percentRatePerOrder: 10 } })
    expect(totals).toMatchObject({ othersPrice: 12_000, globalServiceCharge: 1_050, balanceDue: 23_550 })
  })

  test('is not paid by vouchers as far as it is a donation', () => {
    const totals = priceOrder({ seats, products: [], others, serviceCharge: null, voucherBalances: [50_000] })
    expect(totals).toMatchObject({ voucherPayments: [10_500], balanceDue: 12_000 })
    expect(priceOrder({ seats: [], products: [], others, serviceCharge: null, voucherBalances: [50_000] }).voucherPayments).toEqual([0])
  })
})

describe('rounding up', () => {
  test.each([
    ['to the next ten shekels', CAUSE, 23_400, 600],
    ['to the ten after it from a round sum', CAUSE, 23_000, 1_000],
    ['over the next ten, if the smallest amount is more', CAUSE, 23_640, 1_360],
    ['not of an order of nothing', CAUSE, 0, undefined],
    ['not for a cause that is not for it', { ...CAUSE, isRoundUp: false }, 23_640, undefined],
    ['not without a free amount', { ...CAUSE, details: CAUSE.details.slice(0, 1) }, 23_640, undefined],
  ])('is %s', (_how, cause, sum, amount) => {
    expect(roundUpOf(cause, sum)).toBe(amount)
  })
})

test.each([
  ['the smallest suggested amount', 6_000, 1],
  ['four times as much', 24_000, 4],
  ['a free amount between', 17_900, 2],
  ['a free amount below', 500, 1],
])('%s, %d agorot, is enough for %d', (_name, amount, count) => {
  expect(countOfGift(CAUSE, amount)).toBe(count)
})

test('a gift to a cause of free amounts alone is one', () => {
  expect(countOfGift({ details: CAUSE.details.slice(1) }, 24_000)).toBe(1)
})
