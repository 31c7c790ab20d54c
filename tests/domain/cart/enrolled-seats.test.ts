import { describe, expect, test } from 'vitest'
import type { PlanFacts } from '#lib/domain/cart/check-seat.ts'
import { coveredSeat, seatOn, ticketOn, type RatedDate } from '#lib/domain/cart/enrolled-seats.ts'
import type { WantedPlace } from '#lib/domain/cart/membership-line.ts'
import type { Membership, SeatRate } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { PlanSeat, PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { plainTicket } from '#tests/domain/catalogue/catalogue-fixtures.ts'
import { plainMembership } from '#tests/domain/catalogue/memberships/membership-fixtures.ts'
import { houseOf, PLANS, showing, TICKET } from './cart-fixtures.ts'

/** The date sells category A under ticket group 1, and category B under group 2. */
const DATE = showing(1)
const PLACE: WantedPlace = { venueId: 1, seatplanId: 1, sectionId: 1, ticketGroupId: 1, x: 5, y: 1 }
const SECTION: PlanSection = {
  ...{ id: 1, name: '', isReserved: true, capacity: 50, firstPlace: null, category: null, outline: [], labelX: 0, labelY: 0 },
}
const SEAT: PlanSeat = {
  ...{ id: 105, sectionId: 1, groupId: 0, x: 5, y: 1, seatplanX: 5, seatplanY: 1, rotate: 0, rowName: '1', seatName: '5' },
  ...{ category: 'A', features: [] },
}
const SEAT_EVERYWHERE: PlanFacts = { sectionOf: () => SECTION, seatAt: () => SEAT }

function rate(more: Partial<SeatRate> = {}): SeatRate {
  return { ticketId: TICKET.full, ticketGroupId: 1, category: 'A', priceCode: 'adult', price: 30_000, ...more }
}

describe('the seat of a date', () => {
  function codeOf(place: WantedPlace | null, membership: Partial<Membership> = {}, plans = PLANS): string {
    const found = seatOn({ presentation: DATE, place }, plainMembership(membership), { plans })
    return found.ok ? 'ok' : found.refusal.code
  }

  test('is the one of the plan, with its section', () => {
    expect(seatOn({ presentation: DATE, place: PLACE }, plainMembership(), { plans: PLANS })).toMatchObject({
      ok: true,
      value: { presentation: { id: 1 }, section: { id: 1 }, seat: { id: 105 } },
    })
  })

  test('is not found in a plan that is not there', () => {
    expect(codeOf(PLACE, {}, new Map())).toBe('NOT_FOUND')
  })

  test.each<[string, string, Partial<WantedPlace>]>([
    ['a whole address', 'ok', {}],
    ['an address without x', 'NOT_FOUND', { x: null }],
    ['an address without y', 'NOT_FOUND', { y: null }],
    ['no address', 'NOT_FOUND', { x: null, y: null }],
  ])('of a plan that has one everywhere, asked for by %s: %s', (_name, code, address) => {
    expect(codeOf({ ...PLACE, ...address }, {}, new Map([[1, SEAT_EVERYWHERE]]))).toBe(code)
  })

  test.each<[string, string, number, Partial<Membership>]>([
    ['of its category on the date', 'ok', 1, {}],
    ['of another category on the date', 'NOT_FOUND', 2, {}],
    ['of the membership', 'ok', 3, { defaultTicketGroupId: 3 }],
    ['of the date where the membership has its own', 'NOT_FOUND', 1, { defaultTicketGroupId: 3 }],
    ['of its rate', 'ok', 2, { rates: [rate({ ticketGroupId: 2 })] }],
    ['of the date where its rate has another', 'NOT_FOUND', 1, { rates: [rate({ ticketGroupId: 2 })] }],
    ['of the membership where its rate has another', 'NOT_FOUND', 3, { rates: [rate()], defaultTicketGroupId: 3 }],
    ['of the second of its rates', 'ok', 2, { rates: [rate(), rate({ priceCode: 'student', ticketGroupId: 2 })] }],
    ['of the rate of another category', 'NOT_FOUND', 2, { rates: [rate(), rate({ category: 'B', ticketGroupId: 2 })] }],
    ['of its rate beside one of another category', 'ok', 1, { rates: [rate({ category: 'B', ticketGroupId: 2 }), rate()] }],
  ])('is taken under the ticket group %s: %s', (_name, code, ticketGroupId, membership) => {
    expect(codeOf({ ...PLACE, ticketGroupId }, membership)).toBe(code)
  })
})

describe('the ticket of a seat of an enrolment', () => {
  test.each<[string, number | undefined, { rate?: SeatRate; category?: string; defaultTicketGroupId?: number }]>([
    ['that of its rate', TICKET.student, { rate: rate({ ticketId: TICKET.student }) }],
    ['that of its rate, whatever the group of the membership', TICKET.student, { rate: rate({ ticketId: 2 }), defaultTicketGroupId: 2 }],
    ['none if the group of its rate does not have it', undefined, { rate: rate({ ticketId: TICKET.place }) }],
    ['none if the group of its rate is gone', undefined, { rate: rate({ ticketGroupId: 99 }) }],
    ['what anybody gets in the group of the membership, without a rate', TICKET.place, { defaultTicketGroupId: 2 }],
    ['none without a rate if the group of the membership is gone', undefined, { defaultTicketGroupId: 99 }],
    ['none without a rate if the group of the membership has tickets for members alone', undefined, { defaultTicketGroupId: 3 }],
    ['what anybody gets there, without a rate and a group of the membership', TICKET.full, {}],
    ['what anybody gets in another category, without both', TICKET.place, { category: 'B' }],
    ['none in a category that is not sold, without both', undefined, { category: 'Z' }],
  ])('is %s', (_name, ticketId, { rate: own = null, category = 'A', defaultTicketGroupId = null }) => {
    const date: RatedDate = { presentation: DATE, section: SECTION, seat: { ...SEAT, category }, rate: own }
    expect(ticketOn(date, plainMembership({ defaultTicketGroupId }), houseOf())?.id).toBe(ticketId)
  })
})

test('the seat of a date is a ticket that costs nothing by itself, carries no charge and redeems nothing: its membership pays it', () => {
  const ticket = plainTicket({ id: TICKET.member, name: 'מנוי', price: 3_000, serviceCharge: 500 })
  const covered = coveredSeat({ presentation: DATE, section: SECTION, seat: SEAT }, ticket, { coveredBy: 1, membershipId: 8 })
  expect(covered).toEqual({
    ...{ kind: 'seat', name: 'מנוי', total: 'seats', presentation: DATE, section: SECTION, seat: SEAT, ticket, seller: null },
    ...{ coveredBy: 1, membershipId: 8, quantity: 1, price: 0, serviceCharge: 0, firstPrice: 0, isCharged: false },
    ...{ redeems: [], grant: null, referenceGrant: null, isSub: false, ref1: null, ref2: null },
  })
})
