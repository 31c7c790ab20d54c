import { describe, expect, test } from 'vitest'
import { checkMemberships, membershipsOf } from '#lib/domain/cart/check-membership.ts'
import { referenceKey, type MembershipFacts, type WantedMembership } from '#lib/domain/cart/membership-line.ts'
import type { Membership, MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'
import { houseOf, NOW } from './cart-fixtures.ts'

const DAY = 86_400_000
const PRICE: MembershipPrice = {
  ...{ id: 11, priceCode: 'adult', name: 'רגיל', note: '', price: 80_000, currency: { id: 1, code: 'ILS', symbol: '₪' } },
  ...{ ref1prompt: null, ref2prompt: null, referenceCheck: 'none' },
}
const OPEN: Membership = {
  ...{ id: 1, code: 'eight', name: 'שמונה', className: '', description: '', typeId: 1, seasonId: null, businessId: 3, authProfileId: 4 },
  ...{
    isSkipMemberSeat: false,
    isPricingPerTicket: false,
    defaultTicketGroupId: null,
    ticketIds: [5],
    locationIds: [],
    uses: 8,
    amount: null,
  },
  ...{ validDays: null, validFrom: null, validUntil: null, isTopup: true, presentationIds: [], choice: null, rates: [] },
  ...{
    saleOpensAt: null,
    saleClosesAt: null,
    renewal: null,
    exchange: null,
    cancellation: null,
    resale: null,
    maxQuantity: 1,
    prices: [PRICE],
  },
}
const WANTED: WantedMembership = {
  ...{ membershipId: 1, priceId: 11, currencyId: null, reference1: null, reference2: null, topsUp: null, name: '', additionalName: '' },
}
const NOTHING: MembershipFacts = { held: new Map(), references: new Map(), had: new Set(), plans: new Map() }

function check(
  membership: Partial<Membership> = {},
  wanted: readonly Partial<WantedMembership>[] = [{}],
  facts: MembershipFacts = NOTHING,
  before: Parameters<typeof checkMemberships>[2]['before'] = [],
) {
  const catalogue = { ...houseOf(), memberships: new Map([[1, { ...OPEN, ...membership }]]) }
  return checkMemberships(
    wanted.map((one) => ({ ...WANTED, ...one })),
    facts,
    { catalogue, now: NOW, before, mixed: () => undefined },
  )
}

function codeOf(...asked: Parameters<typeof check>): string {
  const checked = check(...asked)
  return checked.ok ? 'ok' : checked.refusal.code
}

const at = (price: Partial<MembershipPrice>): Partial<Membership> => ({ prices: [{ ...PRICE, ...price }] })

describe('a membership in a cart', () => {
  test('of money carries what it loads, and no entries', () => {
    const checked = check({ uses: null, amount: 90_000 })
    expect(checked).toMatchObject({ ok: true, value: [{ price: 80_000, uses: null, money: 90_000 }] })
  })

  test('is one line of its seller at its price', () => {
    expect(check({}, [{ name: ' דנה ', additionalName: 'אורי' }])).toMatchObject({
      ok: true,
      value: [
        {
          ...{ kind: 'membership', total: 'others', name: 'שמונה, רגיל', seller: { businessId: 3, authProfileId: 4 }, price: 80_000 },
          ...{ quantity: 1, isCharged: false, subjectId: 1, priceId: 11, uses: 8, topsUp: null, reference: null },
          ...{ serviceCharge: 0, firstPrice: 80_000, presentation: null, redeems: [] },
          facts: { name: 'דנה', additionalName: 'אורי' },
        },
      ],
    })
    expect(check({}, [])).toEqual({ ok: true, value: [] })
  })

  test.each<[string, string, Partial<Membership>, Partial<WantedMembership>]>([
    ['of no such membership', 'MEMBERSHIP_NOT_FOUND', {}, { membershipId: 2 }],
    ['of no such price', 'MEMBERSHIP_NOT_FOUND', {}, { priceId: 12 }],
    ['before its sale', 'SALE_NOT_OPEN', { saleOpensAt: NOW + 1 }, {}],
    ['as its sale opens', 'ok', { saleOpensAt: NOW }, {}],
    ['as its sale closes', 'SALE_CLOSED', { saleClosesAt: NOW }, {}],
    ['just before its sale closes', 'ok', { saleClosesAt: NOW + 1 }, {}],
    ['without naming one of two prices', 'GENERAL_ERROR', { prices: [PRICE, { ...PRICE, id: 12 }] }, { priceId: null }],
    ['without naming its only price', 'ok', {}, { priceId: null }],
    [
      'before its sale, by whoever had the one that it renews',
      'ok',
      { saleOpensAt: NOW + 1, renewal: { previousId: 2, until: NOW + 1 } },
      {},
    ],
    ['before its sale, after the renewal', 'SALE_NOT_OPEN', { saleOpensAt: NOW + 1, renewal: { previousId: 2, until: NOW } }, {}],
    ['before its sale, by others', 'SALE_NOT_OPEN', { saleOpensAt: NOW + 1, renewal: { previousId: 3, until: NOW + 1 } }, {}],
    ['under its own currency', 'ok', {}, { currencyId: 1 }],
    ['R5.22 under another', 'CURRENCY_MIXED', {}, { currencyId: 2 }],
    ['in dollars', 'CURRENCY_NOT_CHARGED', at({ currency: { id: 2, code: 'USD', symbol: '$' } }), {}],
    ['without what is asked for', 'referenceNotEligible', at({ ref1prompt: 'א' }), {}],
    [
      'without the second that is asked for',
      'referenceNotEligible',
      at({ ref1prompt: 'א', ref2prompt: 'ב' }),
      { reference1: '1', reference2: ' ' },
    ],
    ['with what is asked for', 'ok', at({ ref1prompt: 'א', ref2prompt: 'ב' }), { reference1: '1', reference2: '2' }],
    ['with what is not on the list', 'referenceNotEligible', at({ ref1prompt: 'א', referenceCheck: 'list' }), { reference1: '1' }],
    ['that tops up what nobody has', 'memberNotFound', {}, { topsUp: '7' }],
  ])('%s: %s', (_name, code, membership, wanted) => {
    expect(codeOf(membership, [wanted], { ...NOTHING, had: new Set([2]) })).toBe(code)
  })

  test('R9.6 one of a price, or as many as the catalogue says', () => {
    expect(codeOf({}, [{}, {}])).toBe('MEMBERSHIP_LIMIT')
    expect(codeOf({ maxQuantity: 2 }, [{}, {}])).toBe('ok')
    expect(check({}, [{}, {}])).toMatchObject({ refusal: { facts: { max: 1 } } })
    expect(codeOf({ prices: [PRICE, { ...PRICE, id: 12 }] }, [{}, { priceId: 12 }])).toBe('ok')
  })

  test('R5.22 prices of one currency only, and nothing else beside them', () => {
    const dollars = { ...PRICE, id: 12, currency: { id: 2, code: 'USD', symbol: '$' } }
    expect(codeOf({ prices: [PRICE, dollars] }, [{}, { priceId: 12 }])).toBe('CURRENCY_MIXED')
    const line = check()
    expect(codeOf({}, [{}], NOTHING, line.ok ? line.value : [])).toBe('CART_INCOMPATIBLE')
    expect(codeOf({}, [], NOTHING, line.ok ? line.value : [])).toBe('ok')
  })

  test('a reference of the list gives its price until it is used up', () => {
    const typed = { priceId: 11, reference1: 'S-1', reference2: null }
    const price = at({ ref1prompt: 'א', referenceCheck: 'list' })
    const proved = (left: number | null): MembershipFacts => ({
      ...NOTHING,
      references: new Map([[referenceKey(typed), { lookups: ['h'], left }]]),
    })
    expect(check(price, [typed], proved(1))).toMatchObject({
      ok: true,
      value: [{ reference: { lookups: ['h'] }, facts: { reference1: 'S-1' } }],
    })
    expect(codeOf(price, [typed], proved(null))).toBe('ok')
    expect(codeOf(price, [typed], proved(0))).toBe('TICKET_BALANCE_INSUFFICIENT')
    expect(codeOf(price, [{ ...typed, reference2: 'x' }], proved(1))).toBe('referenceNotEligible')
  })

  test('a reference that is proved for one price, or for one number, proves no other', () => {
    const typed = { priceId: 11, reference1: 'S-1', reference2: '7' }
    const proved = (other: Partial<typeof typed>): MembershipFacts => ({
      ...NOTHING,
      references: new Map([[referenceKey({ ...typed, ...other }), { lookups: ['h'], left: null }]]),
    })
    const price = at({ ref1prompt: 'א', ref2prompt: 'ב', referenceCheck: 'list' })
    expect(codeOf(price, [typed], proved({}))).toBe('ok')
    const others = [{ priceId: 12 }, { reference1: 'S-2' }, { reference2: '8' }]
    expect(others.map((other) => codeOf(price, [typed], proved(other)))).toEqual(others.map(() => 'referenceNotEligible'))
  })

  test('knows what was typed, without spaces around it and without what was left empty', () => {
    const factsOf = (wanted: Partial<WantedMembership>) => {
      const checked = check({}, [wanted])
      return checked.ok ? membershipsOf(checked.value)[0]?.facts : checked
    }
    expect(factsOf({ name: ' דנה ', additionalName: ' אורי ', reference1: ' S-1 ', reference2: ' 7 ' })).toEqual({
      ...{ name: 'דנה', additionalName: 'אורי', reference1: 'S-1', reference2: '7' },
    })
    expect(factsOf({ name: ' ', reference2: '' })).toEqual({})
  })

  const HELD = { entitlementId: 9, membershipId: 1, isActive: true, endsAt: null }
  test.each<[string, string, Partial<typeof HELD> | { endsAt: number }, Partial<Membership>]>([
    ['its own', 'ok', {}, {}],
    ['one that goes on', 'ok', { endsAt: NOW + 1 }, {}],
    ['one that has ended', 'memberExpired', { endsAt: NOW }, {}],
    ['one that was cancelled', 'memberNotFound', { isActive: false }, {}],
    ['another membership', 'memberNotFound', { membershipId: 2 }, {}],
    ['one that cannot be', 'memberNotFound', {}, { isTopup: false }],
  ])('tops up %s: %s', (_name, code, held, membership) => {
    const facts = { ...NOTHING, held: new Map([['7', { ...HELD, ...held }]]) }
    expect(codeOf(membership, [{ topsUp: '7' }], facts)).toBe(code)
    if (code === 'ok') expect(check(membership, [{ topsUp: '7' }], facts)).toMatchObject({ value: [{ topsUp: 9 }] })
  })

  test('is valid for whole days of Israel from the purchase, or as the catalogue says', () => {
    const [from, until] = [NOW - DAY, NOW + DAY]
    expect(check({ validFrom: from, validUntil: until })).toMatchObject({ value: [{ validFrom: from, validUntil: until }] })
    expect(check()).toMatchObject({ value: [{ validFrom: null, validUntil: null }] })
    expect(check({ validDays: 2 })).toMatchObject({ value: [{ validUntil: Date.parse('2026-11-24T00:00+02:00') }] })
  })
})
