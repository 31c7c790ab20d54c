import { describe, expect, test } from 'vitest'
import { checkCart } from '#lib/domain/cart/check-cart.ts'
import { checkProducts } from '#lib/domain/cart/check-product.ts'
import { checkVoucherItems, type WantedVoucherItem } from '#lib/domain/cart/check-voucher-items.ts'
import type { SystemVoucherClass } from '#lib/domain/catalogue/system-vouchers.ts'
import type { WantedGift } from '#lib/domain/gifts/gift.ts'
import { facts, houseOf, NOW, PRODUCT, voucher } from './cart-fixtures.ts'

const DAY = 86_400_000
const CLASS: SystemVoucherClass = {
  ...{ id: 1, superClassId: 1, name: 'שובר', description: '', businessId: 3, authProfileId: 4, businessIds: [3], allowsPartial: false },
  ...{ validDays: 10, validUntil: null, saleOpensAt: null, saleClosesAt: null, exchangeDays: 5, cancellation: null },
  ...{ productIds: [PRODUCT.id], maxQuantity: 10, pictures: ['seat'] },
  prices: [
    { id: 11, name: 'שובר', note: '', price: 10_000, redemption: { reference: null, price: 10_000, bundle: null } },
    { id: 12, name: 'זוג', note: '', price: 8_400, redemption: { reference: 'PAIR', price: 9_000, bundle: null } },
  ],
}
const WANTED: WantedVoucherItem = { classId: 1, priceId: 11, quantity: 1, date: null, price: null, redemption: null, gift: null }

const GIFT: WantedGift = {
  ...{ to: ' דנה ', from: 'אורי', greeting: '', picture: 'seat', channel: 'mail', contact: 'dana@example.com', at: '2026-11-22T09:00' },
}
const GIFT_DAY = Date.parse('2026-11-22T09:00+02:00')

function check(change: Partial<SystemVoucherClass> = {}, ...wanted: readonly Partial<WantedVoucherItem>[]) {
  const catalogue = { ...houseOf(), voucherClasses: new Map([[1, { ...CLASS, ...change }]]) }
  const items = (wanted.length === 0 ? [{}] : wanted).map((one) => ({ ...WANTED, ...one }))
  return checkVoucherItems(items, { catalogue, now: NOW, before: [], mixed: () => undefined })
}

function codeOf(...asked: Parameters<typeof check>): unknown {
  const checked = check(...asked)
  return checked.ok ? 'ok' : [checked.refusal.code, ...Object.values(checked.refusal.facts ?? {})]
}

describe('a prepaid voucher in a cart', () => {
  test('is a line of its own for each, at its price, with what it pays, its terms and its seller', () => {
    const checked = check({}, { priceId: 12, quantity: 2 })
    const line = {
      ...{ kind: 'voucher', total: 'others', name: 'שובר, זוג', seller: { businessId: 3, authProfileId: 4 }, price: 8_400, quantity: 1 },
      ...{ presentation: null, isCharged: false, isPrepaid: true, subjectId: 1, priceId: 12, worth: 9_000, allowsPartial: false },
      ...{ businessIds: [3], exchangeDays: 5, offers: [PRODUCT.id] },
    }
    expect(checked).toMatchObject({ ok: true, value: [line, line] })
    expect(check()).toMatchObject({ ok: true, value: [{ name: 'שובר', worth: 10_000 }] })
  })

  test('is valid from the start of its day for whole days, or until the date of its class', () => {
    const from = Date.parse('2026-11-21T00:00+02:00')
    expect(check()).toMatchObject({ ok: true, value: [{ validFrom: from, validUntil: from + 11 * DAY }] })
    const date = '2026-12-24'
    const start = Date.parse('2026-12-24T00:00+02:00')
    expect(check({}, { date })).toMatchObject({ ok: true, value: [{ validFrom: start, validUntil: start + 11 * DAY }] })
    const validUntil = NOW + 100 * DAY
    expect(check({ validDays: null, validUntil }, { date })).toMatchObject({ ok: true, value: [{ validFrom: start, validUntil }] })
    expect(check({ validDays: null })).toMatchObject({ ok: true, value: [{ validUntil: null }] })
  })

  test.each([
    ['yesterday', '2026-11-20', {}],
    ['a day that no calendar has', '2026-11-31', {}],
    ['a day of no month', '2027-02-30', {}],
    ['more than a year ahead', '2027-11-23', {}],
    ['after its class ends', '2026-12-24', { validDays: null, validUntil: NOW + DAY }],
    ['of a class that has ended', null, { validDays: null, validUntil: NOW }],
  ])('is not valid from %s', (_, date, change) => {
    expect(codeOf(change, { date })).toEqual(['VOUCHER_DATE'])
  })

  test('is bought from today until a year ahead', () => {
    expect([codeOf({}, { date: '2026-11-21' }), codeOf({}, { date: '2027-11-22' })]).toEqual(['ok', 'ok'])
  })

  test('R9.7 at most ten of one price, however many items ask for it, and fewer if its class says so', () => {
    expect(codeOf({}, { quantity: 10 })).toBe('ok')
    expect(codeOf({}, { quantity: 11 })).toEqual(['VOUCHER_LIMIT', 10])
    expect(codeOf({}, { quantity: 6 }, { quantity: 5 })).toEqual(['VOUCHER_LIMIT', 10])
    expect(codeOf({}, { quantity: 6 }, { quantity: 5, priceId: 12 })).toBe('ok')
    expect(codeOf({ maxQuantity: 2 }, { quantity: 3 })).toEqual(['VOUCHER_LIMIT', 2])
  })

  test.each<readonly [string, Partial<SystemVoucherClass>, Partial<WantedVoucherItem>, string]>([
    ['an unknown class', {}, { classId: 9 }, 'SYSTEM_VOUCHER_NOT_FOUND'],
    ['an unknown class, of which no price is named', {}, { classId: 9, priceId: null }, 'SYSTEM_VOUCHER_NOT_FOUND'],
    ['an unknown price', {}, { priceId: 9 }, 'SYSTEM_VOUCHER_NOT_FOUND'],
    ['an unknown price of a class with one alone', { prices: CLASS.prices.slice(0, 1) }, { priceId: 12 }, 'SYSTEM_VOUCHER_NOT_FOUND'],
    ['no price among several', {}, { priceId: null }, 'SYSTEM_VOUCHER_NOT_FOUND'],
    ['a sale that opens later', { saleOpensAt: NOW + 1 }, {}, 'SALE_NOT_OPEN'],
    ['a sale that is over', { saleClosesAt: NOW }, {}, 'SALE_CLOSED'],
    ['another price than was seen', {}, { price: 99 }, 'PRICE_CHANGED'],
    ['another value than was seen', {}, { redemption: { reference: null, price: 101 } }, 'PRICE_CHANGED'],
    ['another redemption than was seen', {}, { priceId: 12, redemption: { reference: 'ONE', price: 90 } }, 'PRICE_CHANGED'],
  ])('refuses %s', (_, change, wanted, code) => {
    expect(codeOf(change, wanted)).toEqual([code])
  })

  test('takes the only price of a class, and what was seen as it is', () => {
    expect(check({ prices: CLASS.prices.slice(1) }, { priceId: null })).toMatchObject({ ok: true, value: [{ priceId: 12 }] })
    expect(codeOf({}, { priceId: 12, price: 84, redemption: { reference: 'PAIR', price: 90 } })).toBe('ok')
    expect(codeOf({}, { redemption: { reference: null, price: null } })).toBe('ok')
  })

  test.each([
    ['from its opening', { saleOpensAt: NOW }],
    ['after its opening', { saleOpensAt: NOW - 1 }],
    ['until its closing', { saleClosesAt: NOW + 1 }],
    ['from its opening until its closing', { saleOpensAt: NOW, saleClosesAt: NOW + 1 }],
  ])('is sold %s', (_when, change) => {
    expect(codeOf(change)).toBe('ok')
  })

  test('of a bundle is worth tickets, not shekels, to whoever has seen it and to whoever has not', () => {
    const bundle = { ticketGroupIds: [1], categoryIds: null, most: null }
    const change = { prices: [{ id: 11, name: 'שובר', note: '', price: 40_000, redemption: { reference: null, price: 5, bundle } }] }
    expect(check(change)).toMatchObject({ ok: true, value: [{ price: 40_000, worth: 5, bundle }] })
    expect(codeOf(change, { redemption: { reference: null, price: 5 } })).toBe('ok')
    expect(codeOf(change, { redemption: { reference: null, price: 0.05 } })).toEqual(['PRICE_CHANGED'])
  })

  test('as a gift is one, with its receiver on its line, and otherwise for the buyer', () => {
    expect(check({}, { gift: GIFT })).toMatchObject({ ok: true, value: [{ gift: { to: 'דנה', from: 'אורי', dueAt: GIFT_DAY } }] })
    expect(check({}, {}, { gift: GIFT })).toMatchObject({ ok: true, value: [{ gift: null }, { gift: { to: 'דנה' } }] })
  })

  test.each<readonly [string, Partial<SystemVoucherClass>, Partial<WantedVoucherItem>, string]>([
    ['for several vouchers at once', {}, { quantity: 2 }, 'GIFT_IS_ONE'],
    ['from nobody', {}, { gift: { ...GIFT, from: ' ' } }, 'GIFT_NAMES'],
    ['with a picture of another class', { pictures: ['moon'] }, {}, 'GIFT_PICTURE'],
    ['for a time before now', {}, { gift: { ...GIFT, at: '2026-11-21T11:00' } }, 'GIFT_TIME'],
    ['once its voucher has ended', { validDays: null, validUntil: GIFT_DAY }, {}, 'GIFT_TIME'],
  ])('is no gift %s', (_how, change, wanted, code) => {
    expect(codeOf(change, { gift: GIFT, ...wanted })).toEqual([code])
  })

  test('has the products of its class beside it, and no others', () => {
    const lines = check()
    const catalogue = houseOf()
    const before = lines.ok ? lines.value : []
    expect(checkProducts({ catalogue, before }, [{ id: PRODUCT.id, quantity: 1 }])).toMatchObject({ ok: true, value: [{ quantity: 1 }] })
    expect(
      checkProducts({ catalogue, before: before.map((line) => ({ ...line, offers: [] })) }, [{ id: PRODUCT.id, quantity: 1 }]),
    ).toMatchObject({
      refusal: { code: 'PRODUCT_NOT_FOUND' },
    })
  })

  test('is not paid with another voucher, whose value would not run out then', () => {
    const lines = check()
    const around = facts([], [voucher({ id: 7, balance: 50_000 })])
    const part = () => lines
    expect(checkCart(houseOf(), around, { parts: [part], vouchers: [{ id: 7 }] })).toMatchObject({
      refusal: { code: 'NOT_SOLD_IN_OUTLET' },
    })
    expect(checkCart(houseOf(), around, { parts: [part] })).toMatchObject({ ok: true, value: { totals: { balanceDue: 10_000 } } })
  })
})
