import { expect, test } from 'vitest'
import { checkSeat, referenceName, type WantedSeat } from '#lib/domain/cart/check-seat.ts'
import type { Grant } from '#lib/domain/entitlements/grant.ts'
import { plainTicket } from '#tests/domain/catalogue/catalogue-fixtures.ts'
import { facts, grant, houseOf, NOW, place, PLANS, seat, showing, TICKET } from './cart-fixtures.ts'

const HOUSE = houseOf(showing(1), showing(2, { isCancelled: true }), showing(3, { seatplanId: 9 }))

function check(wanted: WantedSeat, ...grants: Grant[]) {
  const result = checkSeat({ catalogue: HOUSE, now: NOW }, { plans: PLANS, ...facts(grants) }, wanted)
  return result.ok ? result.value : result.refusal.code
}

test.each<[string, WantedSeat, number, number, number]>([
  ['an ordinary seat', seat(1), 10_000, 500, 10_000],
  ['a cheaper ticket beside the first one’s price', seat(1, { ticketId: TICKET.student }), 7_000, 0, 10_000],
  ['a place of general admission', place(), 6_000, 0, 6_000],
  ['amounts that the client has right', seat(1, { amount: 100, serviceCharge: 5 }), 10_000, 500, 10_000],
  ['amounts that the client leaves open', seat(1, { amount: null, serviceCharge: undefined }), 10_000, 500, 10_000],
  ['a sub-ticket mark on a ticket for one seat', seat(1, { isSubTicket: true }), 10_000, 500, 10_000],
])('R9.3 %s', (_name, wanted, price, serviceCharge, firstPrice) => {
  expect(check(wanted)).toMatchObject({
    price,
    serviceCharge,
    firstPrice,
    grant: null,
    referenceGrant: null,
    isSub: false,
    isCharged: true,
  })
})

test.each<[string, WantedSeat, string]>([
  ['an unknown showing', seat(1, { presentationId: 8 }), 'NOT_FOUND'],
  ['another venue’s', seat(1, { venueId: 2 }), 'NOT_FOUND'],
  ['another plan’s', seat(1, { seatplanId: 2 }), 'NOT_FOUND'],
  ['another plan’s, which is there', seat(1, { presentationId: 3 }), 'NOT_FOUND'],
  ['a cancelled showing', seat(1, { presentationId: 2 }), 'SALE_CLOSED'],
  ['a plan that is not there', seat(1, { presentationId: 3, seatplanId: 9 }), 'NOT_FOUND'],
  ['an unknown section', seat(1, { sectionId: 3 }), 'NOT_FOUND'],
  ['a reserved section without a seat', seat(1, { x: null, y: null }), 'NOT_FOUND'],
  ['a reserved section with half an address', seat(1, { y: null }), 'NOT_FOUND'],
  ['a place with an address', place({ x: 1, y: 1 }), 'NOT_FOUND'],
  ['R5.43 a place with an address where no seat is', place({ x: 60, y: 1 }), 'NOT_FOUND'],
  ['a seat that is not there', seat(99), 'NOT_FOUND'],
  ['another ticket group than the seat’s', seat(1, { ticketGroupId: 2, ticketId: TICKET.place }), 'NOT_FOUND'],
  ['a ticket of another group', seat(1, { ticketId: TICKET.place }), 'ticketNotFound'],
  ['a ticket for several seats that no code gives', seat(1, { ticketId: TICKET.pairForAll }), 'ticketNotFound'],
  ['a ticket of the box office', seat(1, { ticketId: TICKET.walkin }), 'ticketNotFound'],
])('refuses %s', (_name, wanted, code) => {
  expect(check(wanted)).toBe(code)
})

test.each<[string, WantedSeat]>([
  ['of a category that is not sold', seat(1, { y: 3 })],
  ['without an allocation', seat(1, { y: 2 })],
  ['whose ticket has no price', seat(1, { ticketId: TICKET.unpriced })],
])('R8.56 finds no price policy for a seat %s', (_name, wanted) => {
  expect(check(wanted)).toBe('NO_PRICE_POLICY')
})

test.each<[string, Partial<WantedSeat>]>([
  ['another price', { amount: 1 }],
  ['another service charge', { serviceCharge: 0 }],
  ['a price that is no money', { amount: 100.001 }],
  ['a negative price', { amount: -100 }],
])('R1.30 refuses %s and never charges it', (_name, more) => {
  expect(check(seat(1, more))).toBe('PRICE_CHANGED')
})

test('R4.24 makes a sub-ticket free and lets it claim no code', () => {
  const sub = seat(1, { ticketId: TICKET.pair, code: 'STAGE', isSubTicket: true })
  expect(check(sub, grant())).toMatchObject({ price: 0, serviceCharge: 0, firstPrice: 10_000, isSub: true })
  expect(check({ ...sub, amount: 100 }, grant())).toBe('PRICE_CHANGED')
})

test.each<[string, WantedSeat, Grant]>([
  ['a coupon, in any spelling', seat(1, { ticketId: TICKET.half, code: ' stage ' }), grant()],
  ['a member', seat(1, { ticketId: TICKET.member, memberNumber: 'M-1' }), grant({ kind: 'member', publicCode: 'M-1' })],
  ['a ticket voucher', seat(1, { ticketId: TICKET.voucher, systemVoucher: 'V-1' }), grant({ kind: 'voucher', publicCode: 'V-1' })],
  ['a senior benefit', seat(1, { ticketId: TICKET.senior, code: 'S-1' }), grant({ kind: 'senior', publicCode: 'S-1' })],
])('gives the ticket of %s', (_name, wanted, own) => {
  expect(check(wanted, own)).toMatchObject({ grant: own })
})

test.each<[string, WantedSeat, string]>([
  ['coupon', seat(1, { ticketId: TICKET.half, code: 'OTHER' }), 'codeNotFound'],
  ['coupon that names none', seat(1, { ticketId: TICKET.half }), 'codeNotFound'],
  ['ticket voucher', seat(1, { ticketId: TICKET.voucher, systemVoucher: 'OTHER' }), 'codeNotFound'],
  ['member', seat(1, { ticketId: TICKET.member, memberNumber: 'OTHER' }), 'memberNotFound'],
  ['member named as a code', seat(1, { ticketId: TICKET.member, code: 'STAGE' }), 'memberNotFound'],
  ['senior benefit', seat(1, { ticketId: TICKET.senior, code: 'OTHER' }), 'seniorNotFound'],
])('gives nothing for a %s that was not verified', (_name, wanted, code) => {
  expect(check(wanted, grant())).toBe(code)
})

test('refuses an invalid code with the code’s own reason', () => {
  expect(check(seat(1, { ticketId: TICKET.half, code: 'STAGE' }), grant({ usesLeft: 0 }))).toBe('COUPON_USED')
})

/** What a mini-site gives to whoever is in it, for each of its tickets. */
const OF_SITE = grant({ kind: 'site', publicCode: '40', ticketIds: new Set([40, 41]) })

const LISTED = seat(1, { ticketId: TICKET.listed, ref1: ' 7001 ' })
const onList = (more: Partial<Grant> = {}) =>
  grant({ kind: 'reference', publicCode: referenceName(TICKET.listed, { ref1: '7001' }), ...more })

test('trims what is typed for a ticket', () => {
  expect(check(LISTED, onList())).toMatchObject({ ref1: '7001', ref2: null, referenceGrant: { kind: 'reference' } })
  expect(check(seat(1, { ref1: ' ', ref2: 'x' }))).toMatchObject({ ref1: null, ref2: 'x', referenceGrant: null })
})

test.each<[string, WantedSeat, Grant[], string]>([
  ['nothing typed', seat(1, { ticketId: TICKET.listed }), [onList()], 'referenceNotEligible'],
  ['only spaces typed', seat(1, { ticketId: TICKET.listed, ref1: '  ' }), [onList()], 'referenceNotEligible'],
  ['not on the list', LISTED, [], 'referenceNotEligible'],
  ['no longer on the list', LISTED, [onList({ endsAt: NOW })], 'referenceNotEligible'],
])('checks a ticket with a prompt: %s', (_name, wanted, grants, code) => {
  expect(check(wanted, ...grants)).toBe(code)
})

test.each<[string, Partial<WantedSeat>]>([
  ['the first', { ref2: 'B2' }],
  ['the second', { ref1: 'A1' }],
  ['the second with more than spaces', { ref1: 'A1', ref2: ' ' }],
])('asks for %s of a ticket with two prompts that nobody has checked', (_which, typed) => {
  expect(check(seat(1, { ticketId: TICKET.asked, ...typed }))).toBe('referenceNotEligible')
  expect(check(seat(1, { ticketId: TICKET.asked, ref1: 'A1', ref2: 'B2' }))).toMatchObject({ ref1: 'A1', ref2: 'B2', referenceGrant: null })
})

test('asks for both prompts of a ticket and matches them in any spelling', () => {
  const ranked = { ...LISTED, ticketId: TICKET.ranked, ref1: 'a1' }
  const own = grant({ kind: 'reference', publicCode: referenceName(TICKET.ranked, { ref1: 'A1', ref2: ' b2 ' }) })
  expect(check(ranked, own)).toBe('referenceNotEligible')
  expect(check({ ...ranked, ref2: 'B2' }, own)).toMatchObject({ ref1: 'a1', ref2: 'B2' })
  expect(referenceName(1, {})).toBe('[1,"",""]')
})

test.each<[string, boolean, number, readonly Grant[], object]>([
  ['goes to whoever is there', true, 40, [OF_SITE], { ok: true, value: { ticket: { id: 40 }, grant: OF_SITE } }],
  ['needs no code, so that its group need not take any', false, 40, [OF_SITE], { ok: true, value: { grant: OF_SITE } }],
  ['goes to nobody else', true, 40, [], { ok: false, refusal: { code: 'referenceNotEligible' } }],
  ['is not sold for several seats', true, 41, [OF_SITE], { ok: false, refusal: { code: 'ticketNotFound' } }],
])('a ticket of a mini-site %s', (_name, isByCodeEnabled, ticketId, grants, result) => {
  const tickets = [40, 41].map((id) => plainTicket({ id, ticketGroupId: 4, access: 'site', multiplyFactor: id - 39 }))
  const house = houseOf(showing(1, { prices: [{ category: 'A', ticketGroupId: 4, allocationId: 1 }] }))
  const catalogue = { ...house, ticketGroups: new Map([[4, { id: 4, name: '', isByCodeEnabled, tickets }]]) }
  const wanted = seat(1, { ticketGroupId: 4, ticketId })
  expect(checkSeat({ catalogue, now: NOW }, { plans: PLANS, ...facts(grants) }, wanted)).toMatchObject(result)
})

test('has no ticket of a group that is not there', () => {
  const catalogue = houseOf(showing(1, { prices: [{ category: 'A', ticketGroupId: 99, allocationId: 1 }] }))
  const result = checkSeat({ catalogue, now: NOW }, { plans: PLANS, ...facts() }, seat(1, { ticketGroupId: 99 }))
  expect(result).toMatchObject({ ok: false, refusal: { code: 'ticketNotFound' } })
})

test.each([
  ['a coupon', { ticketId: TICKET.half, code: 'STAGE' }, grant()],
  ['a member', { ticketId: TICKET.member, memberNumber: 'M-1' }, grant({ kind: 'member', publicCode: 'M-1' })],
])('gives nothing for %s in a group that takes no codes, even if it was looked up for another group', (_name, wanted, own) => {
  const closed = [...HOUSE.ticketGroups.values()].map((group) => [group.id, { ...group, isByCodeEnabled: false }] as const)
  const result = checkSeat(
    { catalogue: { ...HOUSE, ticketGroups: new Map(closed) }, now: NOW },
    { plans: PLANS, ...facts([own]) },
    seat(1, wanted),
  )
  expect(result).toMatchObject({ ok: false, refusal: { code: 'ticketNotFound' } })
})

test('uses the ticket’s own price as first price if the group sells nothing to everybody', () => {
  const wanted = seat(1, { sectionId: 2, ticketGroupId: 3, ticketId: TICKET.clubOnly, memberNumber: 'M', x: null, y: null })
  const club = houseOf(showing(1, { prices: [{ category: 'B', ticketGroupId: 3, allocationId: 1 }] }))
  const result = checkSeat({ catalogue: club, now: NOW }, { plans: PLANS, ...facts([grant({ kind: 'member', publicCode: 'M' })]) }, wanted)
  expect(result).toMatchObject({ ok: true, value: { price: 1_000, firstPrice: 1_000 } })
})

test('R8.57 refuses a reference whose tickets are used up with an insufficient balance', () => {
  expect(check(LISTED, onList({ usesLeft: 0 }))).toBe('TICKET_BALANCE_INSUFFICIENT')
})
