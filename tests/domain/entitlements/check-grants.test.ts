import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grantProblem, notFoundCode, usedUpCode, usesOf, type RedeemingLine } from '#lib/domain/entitlements/check-grants.ts'
import type { Grant, GrantKind } from '#lib/domain/entitlements/grant.ts'
import { namedGrantOf, normaliseCode } from '#lib/domain/entitlements/grant.ts'
import { plainTicket } from '#tests/domain/catalogue/catalogue-fixtures.ts'
import { grant, NOW, showing } from '#tests/domain/cart/cart-fixtures.ts'

/** The refusal of each kind: missing or foreign, too early, too late, for another ticket, used up. */
test.each<[GrantKind, string, string, string, string, string]>([
  ['coupon', 'codeNotFound', 'codeNotFound', 'codeNotFound', 'ticketNotFound', 'COUPON_USED'],
  ['voucher', 'codeNotFound', 'codeNotFound', 'voucherExpired', 'ticketNotFound', 'voucherBalance'],
  ['member', 'memberNotFound', 'memberNotStarted', 'memberExpired', 'noValidMember', 'memberNoneAvailable'],
  ['senior', 'seniorNotFound', 'seniorNotFound', 'seniorNotFound', 'ticketNotFound', 'seniorNoBalance'],
  ['reference', 'referenceNotEligible', 'referenceNotEligible', 'referenceNotEligible', 'ticketNotFound', 'TICKET_BALANCE_INSUFFICIENT'],
  ['site', 'referenceNotEligible', 'referenceNotEligible', 'referenceNotEligible', 'ticketNotFound', 'TICKET_BALANCE_INSUFFICIENT'],
])('says why a %s gives no ticket', (kind, notThere, tooEarly, tooLate, otherTicket, usedUp) => {
  const problem = (more: Partial<Grant>) =>
    grantProblem(
      grant({ kind, ticketIds: new Set([1]), ...more }),
      { ticketId: 1, presentation: { id: 1, businessId: 1, venueId: 1 } },
      NOW,
    )
  expect(problem({})).toBeUndefined()
  expect(problem({ businessId: 1, startsAt: NOW, endsAt: NOW + 1, usesLeft: 1 })).toBeUndefined()
  expect(problem({ isActive: false })).toBe(notThere)
  expect(problem({ businessId: 2 })).toBe(notThere)
  expect(problem({ startsAt: NOW + 1 })).toBe(tooEarly)
  expect(problem({ endsAt: NOW })).toBe(tooLate)
  expect(problem({ ticketIds: new Set([2]) })).toBe(otherTicket)
  expect(problem({ venueIds: new Set([1, 2]) })).toBeUndefined()
  expect(problem({ venueIds: new Set([2]) })).toBe(otherTicket)
  expect(problem({ usesLeft: 0 })).toBe(usedUp)
  expect([notFoundCode(kind), usedUpCode(kind)]).toEqual([notThere, usedUp])
})

test.each([
  ['open', undefined],
  ['code', 'coupon:CODE'],
  ['senior', 'senior:code'],
  ['member', 'member:M'],
  ['voucher', 'voucher:V'],
] as const)('gives a ticket of access "%s" for what the line names as %s', (access, key) => {
  expect(namedGrantOf(access, { code: 'code', memberNumber: 'M', systemVoucher: 'V' })).toBe(key)
  expect(namedGrantOf(access, {})).toBeUndefined()
})

test.each([
  ['summer-24', 'in small letters'],
  ['  SUMMER-24\t', 'with spaces around it'],
  ['\u200fSUMMER-24\u200e', 'with marks of direction'],
  ['\u2067SUMMER-24\u2069', 'isolated in a Hebrew message'],
  ['SUM\u00adMER\u200b-24', 'with a soft hyphen and a space without width'],
  ['SUMMER\u05be24', 'with a maqaf'],
  ['SUMMER–24', 'with a dash'],
  ['ＳＵＭＭＥＲ－２４', 'in wide letters'],
])('reads %j (%s) as the code SUMMER-24', (typed) => {
  expect(normaliseCode(typed)).toBe('SUMMER-24')
})

test('does not match look-alike letters or other codes', () => {
  expect(['SUММER-24', 'SUMMER24', 'SUMMER 24', 'SUMMER-24A'].map(normaliseCode)).not.toContain('SUMMER-24')
  const isStable = (typed: string): boolean => normaliseCode(normaliseCode(typed)) === normaliseCode(typed)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), isStable), { examples: [['\u0390'], ['a\u200d\u0301'], ['\u00aa']] })
})

const COUPON = grant({ id: 7 })

/** `paid` lines and `subs` sub-tickets of one ticket. */
function lines(paid: number, subs: number, { own = COUPON, factor = 1, presentationId = 1, ticketId = 1 } = {}): RedeemingLine[] {
  const presentation = showing(presentationId)
  const ticket = plainTicket({ id: ticketId, multiplyFactor: factor })
  return Array.from({ length: paid + subs }, (_, at) => ({ grant: own, presentation, ticket, isSub: at >= paid }))
}

const use = (quantity: number, entitlementId = 7, presentationId = 1) => ({ entitlementId, presentationId, quantity })

test.each([
  ['nothing redeemed', [], []],
  ['one seat', lines(1, 0), [use(1)]],
  ['three seats of one membership', lines(3, 0), [use(3)]],
  ['two uses of a coupon for three', lines(2, 4, { factor: 3 }), [use(2)]],
  ['one membership with two of its tickets', [...lines(1, 0), ...lines(2, 0, { ticketId: 2 })], [use(3)]],
  ['one coupon at two showings', [...lines(1, 1, { factor: 2 }), ...lines(1, 1, { factor: 2, presentationId: 2 })], [use(1), use(1, 7, 2)]],
  ['two coupons for the same ticket', [...lines(1, 0), ...lines(1, 0, { own: grant({ id: 8 }) })], [use(1), use(1, 8)]],
])('R5.31 counts the uses of %s', (_name, redeeming, expected) => {
  expect(usesOf(redeeming)).toEqual({ ok: true, value: expected })
})

test.each([
  ['lacks one seat', lines(1, 0, { factor: 2 }), { code: 'COUPON_NEEDS_ONE' }],
  ['lacks two seats', lines(1, 0, { factor: 3 }), { code: 'COUPON_NEEDS_MORE', facts: { n: 2 } }],
  ['lacks its second use’s seats', lines(2, 2, { factor: 3 }), { code: 'COUPON_NEEDS_MORE', facts: { n: 2 } }],
  [
    'lacks a seat at one of two showings',
    [...lines(1, 1, { factor: 2 }), ...lines(1, 0, { factor: 2, presentationId: 2 })],
    { code: 'COUPON_NEEDS_ONE' },
  ],
  ['has seats that nothing covers', lines(0, 1, { factor: 2 }), { code: 'ticketNotFound' }],
  ['has one seat too many', lines(1, 2, { factor: 2 }), { code: 'ticketNotFound' }],
])('R5.24 refuses a multi-seat ticket that %s', (_name, redeeming, refusal) => {
  expect(usesOf(redeeming)).toEqual({ ok: false, refusal })
})

test.each<[GrantKind, string]>([
  ['coupon', 'COUPON_USED'],
  ['voucher', 'voucherBalance'],
  ['member', 'memberNoneAvailable'],
  ['senior', 'seniorNoBalance'],
  ['reference', 'TICKET_BALANCE_INSUFFICIENT'],
])('R5.31 R8.57 uses a %s no more often than its balance, across all tickets and presentations', (kind, code) => {
  const own = grant({ kind, usesLeft: 2 })
  const two = [...lines(1, 0, { own }), ...lines(1, 0, { own, presentationId: 2, ticketId: 2 })]
  expect(usesOf(two).ok).toBe(true)
  expect(usesOf([...two, ...lines(1, 0, { own, ticketId: 3 })])).toEqual({ ok: false, refusal: { code } })
})
