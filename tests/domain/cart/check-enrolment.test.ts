import { describe, expect, test } from 'vitest'
import { checkCart } from '#lib/domain/cart/check-cart.ts'
import { checkMemberships } from '#lib/domain/cart/check-membership.ts'
import { seatsOf } from '#lib/domain/cart/check-seat.ts'
import type { MembershipFacts, WantedDate, WantedEnrolment, WantedMembership, WantedPlace } from '#lib/domain/cart/membership-line.ts'
import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { plainMembership, plainPrice } from '#tests/domain/catalogue/memberships/membership-fixtures.ts'
import { facts, houseOf, NOW, PLANS, showing, TICKET } from './cart-fixtures.ts'

const DAY = 86_400_000
const SEAT: WantedPlace = { venueId: 1, seatplanId: 1, sectionId: 1, ticketGroupId: 1, x: 5, y: 1 }
const RATES = [
  { ticketId: TICKET.full, ticketGroupId: 1, category: 'A', priceCode: 'adult', price: 30_000 },
  { ticketId: TICKET.student, ticketGroupId: 1, category: 'A', priceCode: 'student', price: 20_000 },
]
const PRICES = [plainPrice({ id: 11 }), plainPrice({ id: 12, priceCode: 'student', price: 35_000 })]
/** Presentations 1 to 3 are fixed; of 4 to 6 two are chosen, 4 for ₪15 more. */
const SERIES = plainMembership({
  typeId: 2,
  uses: null,
  validDays: null,
  seasonId: 7,
  presentationIds: [1, 2, 3],
  prices: PRICES,
  rates: RATES,
})
const CHOICE = { count: 2, options: [4, 5, 6].map((presentationId) => ({ presentationId, supplement: presentationId === 4 ? 1_500 : 0 })) }
const SEASON: Membership = { ...SERIES, typeId: 3, choice: CHOICE }
const FACTS: MembershipFacts = {
  held: new Map(),
  references: new Map(),
  had: new Set(),
  plans: new Map([...PLANS, ...[...PLANS.values()].map((plan) => [2, plan] as const)]),
}
const ITEM: WantedMembership = {
  ...{ membershipId: 1, priceId: 11, currencyId: null, reference1: null, reference2: null, topsUp: null, name: '', additionalName: '' },
  seat: SEAT,
}

function on(presentationId: number, more: Partial<WantedDate> = {}): WantedDate {
  return { ...SEAT, presentationId, ...more }
}
function enrol(more: Partial<WantedEnrolment> = {}): WantedEnrolment {
  return { seasonId: 7, ticketId: TICKET.full, totalAmount: null, selections: [on(4), on(5)], ...more }
}

interface Around {
  readonly had?: readonly number[]
  readonly shows?: Readonly<Record<number, Partial<Presentation>>>
}

function check(membership: Membership, wanted: readonly Partial<WantedMembership>[], { had = [], shows = {} }: Around = {}) {
  const dates = [1, 2, 3, 4, 5, 6].map((id) => showing(id, { startsAt: NOW + (10 - id) * DAY, serviceChargeId: 1, ...shows[id] }))
  const season = { id: 7, name: '', startsAt: NOW, endsAt: NOW + 99 * DAY }
  const catalogue = { ...houseOf(...dates), memberships: new Map([[1, membership]]), seasons: new Map([[7, season]]) }
  return checkMemberships(
    wanted.map((one) => ({ ...ITEM, ...one })),
    { ...FACTS, had: new Set(had) },
    { catalogue, now: NOW, before: [], mixed: () => undefined },
  )
}

function codeOf(...asked: Parameters<typeof check>): string {
  const checked = check(...asked)
  return checked.ok ? 'ok' : checked.refusal.code
}

describe('a series in a cart', () => {
  test('R7.20 is one line with all the money, and one ticket for each date that carries none', () => {
    const checked = check(SERIES, [{}])
    expect(checked).toMatchObject({
      value: [
        {
          ...{ kind: 'membership', price: 30_000, quantity: 1, isCharged: false, serviceCharge: 0, uses: null, validUntil: NOW + 99 * DAY },
          dates: { presentationIds: [3, 2, 1], isVirtual: false, isOnce: false },
        },
        ...[1, 2, 3].map((id) => ({ kind: 'seat', coveredBy: 0, presentation: { id }, seat: { id: 105 }, ticket: { id: TICKET.full } })),
      ],
    })
    const seats = seatsOf(checked.ok ? checked.value : [])
    expect(seats.map(({ price, serviceCharge, isCharged, seller }) => [price, serviceCharge, isCharged, seller])).toEqual([
      ...[1, 2, 3].map(() => [0, 0, false, null]),
    ])
  })

  test('pays no handling fee of its dates', () => {
    const lines = check(SERIES, [{}])
    const house = houseOf()
    const cart = checkCart(house, facts(), { parts: [() => lines] })
    expect(cart).toMatchObject({ value: { serviceCharge: null, totals: { balanceDue: 30_000, globalServiceCharge: 0 } } })
    expect(cart.ok && cart.value.presentations.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('takes the ticket and the rate of its price line, or what anybody gets where it has no rates', () => {
    expect(check(SERIES, [{ priceId: 12 }])).toMatchObject({ value: [{ price: 20_000 }, { ticket: { id: TICKET.student } }, {}, {}] })
    expect(check({ ...SERIES, rates: [] }, [{}])).toMatchObject({ value: [{ price: 40_000 }, { ticket: { id: TICKET.full } }, {}, {}] })
    expect(check({ ...SERIES, rates: [], defaultTicketGroupId: 2 }, [{ seat: { ...SEAT, ticketGroupId: 2 } }])).toMatchObject({
      value: [{}, { ticket: { id: TICKET.place } }, {}, {}],
    })
  })

  test('two of one membership have two seats, each covered by its own line', () => {
    const two = check({ ...SERIES, maxQuantity: 2 }, [{}, { seat: { ...SEAT, x: 6 } }])
    expect(seatsOf(two.ok ? two.value : []).map(({ coveredBy, seat }) => [coveredBy, seat?.id])).toEqual([
      ...[1, 2, 3].map(() => [0, 105]),
      ...[1, 2, 3].map(() => [1, 106]),
    ])
    expect(codeOf({ ...SERIES, maxQuantity: 2 }, [{}, {}])).toBe('BAD_REQUEST')
    expect(codeOf(SERIES, [{}, { seat: { ...SEAT, x: 6 } }])).toBe('MEMBERSHIP_LIMIT')
  })

  test.each<[string, string, Membership, Partial<WantedMembership>, Around?]>([
    ['without a seat', 'NOT_FOUND', SERIES, { seat: null }],
    ['with a virtual seat', 'NOT_FOUND', SERIES, { seat: { ...SEAT, x: null, y: null } }],
    ['on a seat that is not there', 'NOT_FOUND', SERIES, { seat: { ...SEAT, x: 51 } }],
    ['in another section', 'NOT_FOUND', SERIES, { seat: { ...SEAT, sectionId: 3 } }],
    ['in another venue', 'NOT_FOUND', SERIES, { seat: { ...SEAT, venueId: 2 } }],
    ['on another plan', 'NOT_FOUND', SERIES, { seat: { ...SEAT, seatplanId: 2 } }],
    ['under another ticket group', 'NOT_FOUND', SERIES, { seat: { ...SEAT, ticketGroupId: 2 } }],
    ['in a category that is not sold on the dates', 'NO_PRICE_POLICY', SERIES, { seat: { ...SEAT, y: 2 } }],
    [
      'in a category that is not sold on the dates, without rates',
      'NO_PRICE_POLICY',
      { ...SERIES, rates: [] },
      { seat: { ...SEAT, y: 2 } },
    ],
    ['in a category that the dates do not price', 'NO_PRICE_POLICY', SERIES, { seat: { ...SEAT, y: 3 } }],
    ['in a category without a rate', 'NO_PRICE_POLICY', { ...SERIES, rates: [{ ...RATES[0], category: 'B' }] as never }, {}],
    ['under a price without a rate', 'NO_PRICE_POLICY', { ...SERIES, rates: RATES.slice(0, 1) }, { priceId: 12 }],
    ['whose ticket is gone', 'ticketNotFound', { ...SERIES, rates: [{ ...RATES[0], ticketId: 999 }] as never }, {}],
    ['that has begun', 'SALE_CLOSED', SERIES, {}, { shows: { 2: { startsAt: NOW } } }],
    ['of which a date was called off', 'GENERAL_ERROR', SERIES, {}, { shows: { 2: { isCancelled: true } } }],
    ['in two halls', 'GENERAL_ERROR', SERIES, {}, { shows: { 2: { seatplanId: 2 } } }],
    ['of which a date is not there', 'GENERAL_ERROR', { ...SERIES, presentationIds: [1, 99] }, {}],
    ['without dates', 'GENERAL_ERROR', { ...SERIES, presentationIds: [] }, {}],
    ['that is topped up', 'memberNotFound', SERIES, { topsUp: '7' }],
    ['that the visitor has already', 'ok', SERIES, {}, { had: [1] }],
    ['as an enrolment of its season', 'ok', SERIES, { enrolment: enrol({ selections: [] }) }],
  ])('%s: %s', (_name, code, membership, wanted, around) => {
    expect(codeOf(membership, [wanted], around)).toBe(code)
  })
})

describe('an enrolment in a season', () => {
  test('R7.21 R7.22 has the fixed dates on one seat and the chosen ones on theirs, with supplements', () => {
    const checked = check(SEASON, [{ enrolment: enrol({ selections: [on(4, { x: 9 }), on(6, { x: 2 })], totalAmount: 315 }) }])
    expect(checked).toMatchObject({
      value: [{ price: 31_500, dates: { presentationIds: [6, 4, 3, 2, 1], isOnce: true } }, {}, {}, {}, {}, {}],
    })
    const seats = seatsOf(checked.ok ? checked.value : [])
    expect(seats.map(({ presentation, seat }) => [presentation.id, seat?.id])).toEqual([
      ...[1, 2, 3].map((id) => [id, 105]),
      ...[
        [4, 109],
        [6, 102],
      ],
    ])
  })

  test('refuses another total with the right one', () => {
    const other = check(SEASON, [{ enrolment: enrol({ totalAmount: 315.01 }) }])
    expect(other).toMatchObject({ refusal: { code: 'PRICE_CHANGED', facts: { amount: 315 } } })
    expect(codeOf({ ...SEASON, isPricingPerTicket: true }, [{ enrolment: enrol({ totalAmount: 1515 }) }])).toBe('ok')
  })

  test('without a price it is the one whose rate has the ticket', () => {
    const student = { priceId: null, enrolment: enrol({ ticketId: TICKET.student }) }
    expect(check(SEASON, [student])).toMatchObject({ value: [{ priceId: 12, price: 21_500 }, {}, {}, {}, {}, {}] })
    const same = { ...SEASON, rates: RATES.map((one) => ({ ...one, ticketId: TICKET.full })) }
    expect(codeOf(same, [{ priceId: null, enrolment: enrol() }])).toBe('GENERAL_ERROR')
    expect(codeOf(SEASON, [{ priceId: null, enrolment: enrol({ ticketId: 99 }) }])).toBe('MEMBERSHIP_NOT_FOUND')
  })

  test.each<[string, string, Partial<WantedMembership>, (Around & { membership?: Partial<Membership> })?]>([
    ['of another season', 'NOT_FOUND', { enrolment: enrol({ seasonId: 8 }) }],
    ['as a plain membership', 'NOT_FOUND', { enrolment: null }],
    ['with a date that is no choice', 'NOT_FOUND', { enrolment: enrol({ selections: [on(4), on(99)] }) }],
    ['with too few dates', 'CHOICE_COUNT', { enrolment: enrol({ selections: [on(4)] }) }],
    ['with too many dates', 'CHOICE_COUNT', { enrolment: enrol({ selections: [on(4), on(5), on(6)] }) }],
    ['with a date twice', 'CHOICE_COUNT', { enrolment: enrol({ selections: [on(4), on(4, { x: 6 })] }) }],
    ['with a date twice beside another', 'CHOICE_COUNT', { enrolment: enrol({ selections: [on(4), on(5), on(5, { x: 6 })] }) }],
    ['with its fixed dates repeated', 'ok', { enrolment: enrol({ selections: [on(1), on(2), on(4), on(5)] }) }],
    ['with a fixed date on another seat', 'NOT_FOUND', { enrolment: enrol({ selections: [on(1, { x: 6 }), on(4), on(5)] }) }],
    ['with a fixed date in another row', 'NOT_FOUND', { enrolment: enrol({ selections: [on(1, { y: 2 }), on(4), on(5)] }) }],
    ['with a fixed date in another section', 'NOT_FOUND', { enrolment: enrol({ selections: [on(1, { sectionId: 2 }), on(4), on(5)] }) }],
    ['with a fixed date on another plan', 'NOT_FOUND', { enrolment: enrol({ selections: [on(1, { seatplanId: 2 }), on(4), on(5)] }) }],
    ['with a chosen seat in another hall', 'NOT_FOUND', { enrolment: enrol({ selections: [on(4, { venueId: 2 }), on(5)] }) }],
    ['with a chosen seat that is not there', 'NOT_FOUND', { enrolment: enrol({ selections: [on(4, { x: 77 }), on(5)] }) }],
    ['with the ticket of another rate', 'ticketNotFound', { enrolment: enrol({ ticketId: TICKET.student }) }],
    ['with a chosen date that has begun', 'SALE_CLOSED', { enrolment: enrol() }, { shows: { 5: { startsAt: NOW } } }],
    ['with a chosen date that was called off', 'GENERAL_ERROR', { enrolment: enrol() }, { shows: { 5: { isCancelled: true } } }],
    ['with a date not chosen that was called off', 'ok', { enrolment: enrol() }, { shows: { 6: { isCancelled: true } } }],
    ['that the visitor has', 'ALREADY_ENROLLED', { enrolment: enrol() }, { had: [1] }],
    ['beside another that the visitor has', 'ok', { enrolment: enrol() }, { had: [2] }],
    ['before its sale', 'SALE_NOT_OPEN', { enrolment: enrol() }, { membership: { saleOpensAt: NOW + 1 } }],
    [
      'before its sale, renewed',
      'ok',
      { enrolment: enrol() },
      { had: [3], membership: { saleOpensAt: NOW + 1, renewal: { previousId: 3, until: NOW + 1 } } },
    ],
    ['in another currency', 'CURRENCY_MIXED', { enrolment: enrol(), currencyId: 2 }],
  ])('R8.49 %s: %s', (_name, code, wanted, { membership = {}, ...around } = {}) => {
    expect(codeOf({ ...SEASON, ...membership }, [wanted], around)).toBe(code)
  })

  test('has chosen dates in other halls than its fixed ones, on seats there', () => {
    const elsewhere = { enrolment: enrol({ selections: [on(4, { seatplanId: 2, x: 9 }), on(5)] }) }
    const checked = check(SEASON, [elsewhere], { shows: { 4: { seatplanId: 2 } } })
    const seats = seatsOf(checked.ok ? checked.value : [])
    expect(seats.map(({ presentation, seat }) => [presentation.id, presentation.seatplanId, seat?.id])).toEqual([
      ...[1, 2, 3].map((id) => [id, 1, 105]),
      ...[
        [4, 2, 109],
        [5, 1, 105],
      ],
    ])
  })

  test('says how many dates are to be chosen', () => {
    const tooFew = check(SEASON, [{ enrolment: enrol({ selections: [on(4)] }) }])
    expect(tooFew).toEqual({ ok: false, refusal: { code: 'CHOICE_COUNT', facts: { count: 2 } } })
    const none = check({ ...SEASON, choice: null }, [{ enrolment: enrol({ selections: [] }) }])
    expect(none).toMatchObject({ ok: true, value: [{ dates: { presentationIds: [3, 2, 1] } }, {}, {}, {}] })
  })

  test('R8.49 twice in one cart is for two holders', () => {
    const two = (...names: readonly string[]) =>
      names.map((name, n) => {
        const seat = { ...SEAT, x: 10 + n }
        return { name, seat, enrolment: enrol({ selections: [on(4, { x: 10 + n }), on(5, { x: 10 + n })] }) }
      })
    const season = { ...SEASON, maxQuantity: 3 }
    expect(codeOf(season, two('', ''))).toBe('ALREADY_ENROLLED')
    expect(codeOf(season, two('Dana', ' dana '))).toBe('ALREADY_ENROLLED')
    expect(codeOf(season, two('Dana', 'Uri'))).toBe('ok')
    expect(codeOf(SEASON, two('Dana', 'Uri'))).toBe('MEMBERSHIP_LIMIT')
  })
})

describe('R4.63 an enrolment without seats', () => {
  const skipped = { ...SEASON, isSkipMemberSeat: true, rates: [] }
  const virtual = (id: number) => on(id, { x: null, y: null })
  test.each<[string, string, Partial<WantedMembership>]>([
    ['without an address', 'ok', { seat: null, enrolment: enrol({ selections: [virtual(4), virtual(5)] }) }],
    ['with a section', 'ok', { seat: { ...SEAT, x: null, y: null }, enrolment: enrol({ selections: [virtual(4), virtual(5)] }) }],
    ['with its fixed dates repeated', 'ok', { seat: null, enrolment: enrol({ selections: [virtual(1), virtual(4), virtual(5)] }) }],
    ['with a fixed seat', 'NOT_FOUND', { enrolment: enrol({ selections: [virtual(4), virtual(5)] }) }],
    ['with a chosen seat', 'NOT_FOUND', { seat: null, enrolment: enrol({ selections: [on(4), virtual(5)] }) }],
    ['with a seat on a fixed date', 'NOT_FOUND', { seat: null, enrolment: enrol({ selections: [on(1), virtual(4), virtual(5)] }) }],
    [
      'with half a seat on a fixed date',
      'NOT_FOUND',
      { seat: null, enrolment: enrol({ selections: [on(1, { x: null }), virtual(4), virtual(5)] }) },
    ],
    [
      'with the other half of one',
      'NOT_FOUND',
      { seat: null, enrolment: enrol({ selections: [on(1, { y: null }), virtual(4), virtual(5)] }) },
    ],
    ['with half a seat', 'NOT_FOUND', { seat: { ...SEAT, x: null }, enrolment: enrol({ selections: [virtual(4), virtual(5)] }) }],
  ])('%s: %s', (_name, code, wanted) => {
    expect(codeOf(skipped, [wanted])).toBe(code)
  })

  test('has no tickets, and its price line', () => {
    const checked = check(skipped, [{ seat: null, enrolment: enrol({ selections: [virtual(4), virtual(5)] }) }])
    expect(checked).toMatchObject({ value: [{ price: 41_500, dates: { isVirtual: true } }] })
    expect(checked.ok && checked.value.length).toBe(1)
  })
})
