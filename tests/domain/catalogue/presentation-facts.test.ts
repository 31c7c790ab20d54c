import { expect, test } from 'vitest'
import type { Catalogue, SectionFacts, TicketGroup } from '#lib/domain/catalogue/catalogue.ts'
import { groupsOfSections, isPast, presentationFacts, priceAt, seatingModeOf } from '#lib/domain/catalogue/presentation-facts.ts'
import { plainPresentation, plainTicket } from './catalogue-fixtures.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'

const NOW = Date.UTC(2026, 10, 22, 18)
const HOUR = 3_600_000

function ticket(id: number, price: number | null, multiplyFactor = 1, serviceCharge = 0) {
  return plainTicket({ id, price, multiplyFactor, serviceCharge })
}

function group(id: number, ...tickets: TicketGroup['tickets']): TicketGroup {
  return { id, name: '', isByCodeEnabled: false, tickets }
}

const PRESENTATION = plainPresentation({
  startsAt: NOW + HOUR,
  prices: [
    { category: 'A', ticketGroupId: 1, allocationId: 1 },
    { category: 'B', ticketGroupId: 2, allocationId: 1 },
    { category: 'C', ticketGroupId: 2, allocationId: -1 },
  ],
})

function house(featureTypeId = 1): Catalogue {
  const sections: readonly SectionFacts[] = [
    { id: 1, name: '', isReserved: true, capacity: 30, categories: { A: 20, C: 10 }, accessible: {} },
    { id: 2, name: '', isReserved: false, capacity: 50, categories: { B: 50 }, accessible: {} },
  ]
  const feature = {
    id: 1,
    name: '',
    featureTypeId,
    categoryId: 1,
    tagline: '',
    description: '',
    eyebrow: '',
    minutes: 0,
    fromAge: null,
    badges: [],
    credits: [],
    quote: null,
  }
  return {
    version: 1,
    locations: new Map(),
    venues: new Map(),
    categories: new Map(),
    products: new Map(),
    serviceCharges: new Map(),
    presentations: new Map(),
    features: new Map([[1, feature]]),
    ticketGroups: new Map([
      [1, group(1, ticket(1, 20_000, 2), ticket(2, 10_000, 1, 500))],
      [2, group(2, ticket(3, 15_000))],
    ]),
    pictures: new Map(),
    memberships: new Map(),
    membershipsByCode: new Map(),
    seasons: new Map(),
    voucherSuperClasses: new Map(),
    voucherClasses: new Map(),
    donations: new Map(),
    films: new Map(),
    miniSites: new Map(),
    seatplans: new Map([[1, { id: 1, venueId: 1, name: '', version: '1', sections }]]),
  }
}

test('counts as available what is priced and allocated and not taken', () => {
  const facts = presentationFacts(house(), PRESENTATION, { taken: 15, now: NOW })
  expect(facts).toMatchObject({
    capacity: 70,
    available: 55,
    prices: { from: 10_500, to: 15_000 },
    isReserved: false,
    isGA: 1,
    seatingMode: 'mixed',
    saleState: 'open',
  })
})

test.each([
  [1, 'singleGA'],
  [2, 'multiGA'],
] as const)('R3.8 names a plan of %i general-admission sections alone %s', (general, seatingMode) => {
  const sections = Array.from({ length: general }, (_, at): SectionFacts => {
    return { id: at + 1, name: '', isReserved: false, capacity: 10, categories: { B: 10 }, accessible: {} }
  })
  const from = { ...house(), seatplans: new Map([[1, { id: 1, venueId: 1, name: '', version: '1', sections }]]) }
  expect(presentationFacts(from, PRESENTATION, { taken: 0, now: NOW })).toMatchObject({ seatingMode, isReserved: false })
})

test('shows no price of a category without an allocation, which is not sold', () => {
  const prices = [...PRESENTATION.prices, { category: 'D', ticketGroupId: 3, allocationId: -1 }]
  const ticketGroups = new Map([...house().ticketGroups, [3, group(3, ticket(4, 2_000))] as const])
  const facts = presentationFacts({ ...house(), ticketGroups }, { ...PRESENTATION, prices }, { taken: 0, now: NOW })
  expect(facts.prices).toEqual({ from: 10_500, to: 15_000 })
})

test('takes a presentation whose feature is not in the catalogue as timed', () => {
  expect(presentationFacts({ ...house(7), features: new Map() }, PRESENTATION, { taken: 0, now: NOW }).isUntimed).toBe(false)
})

test('shows no price of seats that are for subscribers, until the moment of their release', () => {
  const subscriberSeats = [{ categories: [PRESENTATION.prices[0]?.category ?? ''], until: NOW, membershipIds: [] }]
  const at = (now: number) => presentationFacts(house(), { ...PRESENTATION, subscriberSeats }, { taken: 0, now })
  expect(at(NOW).prices).toEqual({ from: 10_500, to: 15_000 })
  expect(at(NOW - 1).prices).not.toEqual(at(NOW).prices)
  expect(at(NOW - 1).capacity).toBe(at(NOW).capacity)
})

test('has nothing to sell and no price without a plan or prices', () => {
  expect(presentationFacts(house(), { ...PRESENTATION, seatplanId: 9 }, { taken: 0, now: NOW })).toMatchObject({
    capacity: 0,
    available: 0,
    saleState: 'unpriced',
  })
  expect(presentationFacts(house(), { ...PRESENTATION, prices: [] }, { taken: 0, now: NOW }).prices).toBeNull()
})

test.each([
  ['no price at all', { prices: [] }],
  ['no price, and its flag says sold out', { prices: [], soldout: true }],
  ['no category that has seats', { prices: [{ category: 'elsewhere', ticketGroupId: 1, allocationId: 1 }] }],
  ['a ticket group that is not there', { prices: PRESENTATION.prices.map((price) => ({ ...price, ticketGroupId: 77 })) }],
])('is not on sale, never sold out, with %s', (_name, change) => {
  expect(presentationFacts(house(), { ...PRESENTATION, ...change }, { taken: 0, now: NOW }).saleState).toBe('unpriced')
  expect(presentationFacts(house(), { ...PRESENTATION, ...change, saleOpensAt: NOW + 1 }, { taken: 0, now: NOW }).saleState).toBe('notOpen')
})

test('is sold out, as spec §4 says, with prices of which none is allocated', () => {
  const prices = PRESENTATION.prices.map((price) => ({ ...price, allocationId: -1 }))
  expect(presentationFacts(house(), { ...PRESENTATION, prices }, { taken: 0, now: NOW }).saleState).toBe('soldout')
})

test('is not on sale with tickets that have no price', () => {
  const free = { ...ticket(9, 0), price: null }
  const ticketGroups = new Map(PRESENTATION.prices.map(({ ticketGroupId }) => [ticketGroupId, group(ticketGroupId, free)] as const))
  expect(presentationFacts({ ...house(), ticketGroups }, PRESENTATION, { taken: 0, now: NOW }).saleState).toBe('unpriced')
})

test.each([
  ['all inside, a fixed amount per order too', true, { amountPerOrder: 700, percentRatePerOrder: null }, 11_200],
  ['all inside, a percentage too', true, { amountPerOrder: null, percentRatePerOrder: 5 }, 11_025],
  ['as they are', false, { amountPerOrder: 700, percentRatePerOrder: null }, 10_000],
])('the price of one seat "from", with charges %s', (_name, isTotal, charge, expected) => {
  const from = { ...house(), serviceCharges: new Map([[1, { id: 1, name: null, ...charge }]]) }
  expect(presentationFacts(from, { ...PRESENTATION, serviceChargeId: 1 }, { taken: 0, now: NOW, isTotal }).prices?.from).toBe(expected)
})

test('shows prices that anybody may pay, those of wheelchair and companion places only if there are no others', () => {
  const from = house()
  const groups = new Map([...from.ticketGroups, [3, group(3, ticket(4, 2_000))] as const])
  const prices = [...PRESENTATION.prices, { category: 'W', ticketGroupId: 3, allocationId: 1 }]
  const withPlaces = (accessible: number, ordinary: number) => {
    const section = {
      id: 3,
      name: '',
      isReserved: true,
      capacity: 4,
      categories: { W: accessible + ordinary },
      accessible: { W: accessible },
    }
    const sections = [...(from.seatplans.get(1)?.sections ?? []), section]
    const plan = { id: 1, venueId: 1, name: '', version: '1', sections }
    return { ...from, ticketGroups: groups, seatplans: new Map([[1, plan]]) }
  }
  expect(presentationFacts(withPlaces(4, 0), { ...PRESENTATION, prices }, { taken: 0, now: NOW }).prices).toEqual({
    from: 10_500,
    to: 15_000,
  })
  expect(presentationFacts(withPlaces(3, 1), { ...PRESENTATION, prices }, { taken: 0, now: NOW }).prices).toEqual({
    from: 2_000,
    to: 15_000,
  })
  const alone = prices.slice(-1)
  expect(presentationFacts(withPlaces(4, 0), { ...PRESENTATION, prices: alone }, { taken: 0, now: NOW }).prices).toEqual({
    from: 2_000,
    to: 2_000,
  })
})

test.each([
  ['R4.49 sold out by its flag', { soldout: true }, 0, 'soldout'],
  ['sold out because nothing is left', {}, 70, 'soldout'],
  ['cancelled', { isCancelled: true }, 0, 'cancelled'],
  ['not open yet', { saleOpensAt: NOW + 1 }, 0, 'notOpen'],
  ['open from the very moment', { saleOpensAt: NOW }, 0, 'open'],
  ['past once it has begun', { startsAt: NOW }, 0, 'past'],
] as const)('%s', (_name, change, taken, expected) => {
  expect(presentationFacts(house(), { ...PRESENTATION, ...change }, { taken, now: NOW }).saleState).toBe(expected)
})

test('R4.51 R9.23 treats a presentation of feature type 7 as untimed and sells it all day', () => {
  const facts = presentationFacts(house(7), { ...PRESENTATION, startsAt: NOW - 10 * HOUR }, { taken: 0, now: NOW })
  expect(facts).toMatchObject({ isUntimed: true, saleState: 'open' })
  // Its ticket admits on its day alone, and so it is sold on no other: not in the night after it, and through all 25 hours of a day on which clocks change.
  const stateAt = (startsAt: string, now: string) =>
    presentationFacts(house(7), { ...PRESENTATION, startsAt: Date.parse(startsAt) }, { taken: 0, now: Date.parse(now) }).saleState
  expect(stateAt('2026-11-22T10:00+02:00', '2026-11-22T23:59+02:00')).toBe('open')
  expect(stateAt('2026-11-22T10:00+02:00', '2026-11-23T00:00+02:00')).toBe('past')
  expect(stateAt('2026-10-25T00:00+03:00', '2026-10-25T23:59+02:00')).toBe('open')
  expect(stateAt('2026-10-25T00:00+03:00', '2026-10-26T00:00+02:00')).toBe('past')
  expect(stateAt('2026-03-27T00:00+02:00', '2026-03-27T23:59+03:00')).toBe('open')
  expect(stateAt('2026-03-27T00:00+02:00', '2026-03-28T00:00+03:00')).toBe('past')
  expect(presentationFacts(house(1), PRESENTATION, { taken: 0, now: NOW }).isUntimed).toBe(false)
})

test.each([
  [0, true],
  [1, false],
  [3, false],
])('R3.7 sets isGA to the number of general-admission sections: %i', (general, isReserved) => {
  const sections = Array.from({ length: 2 + general }, (_, at): SectionFacts => {
    return { id: at + 1, name: '', isReserved: at < 2, capacity: 10, categories: { A: 10 }, accessible: {} }
  })
  const from = { ...house(), seatplans: new Map([[1, { id: 1, venueId: 1, name: '', version: '1', sections }]]) }
  expect(presentationFacts(from, PRESENTATION, { taken: 0, now: NOW })).toMatchObject({ isGA: general, isReserved })
})

test.each([
  [2, 0, 'reserved'],
  [1, 1, 'mixed'],
  [0, 1, 'singleGA'],
  [0, 3, 'multiGA'],
] as const)('R3.8 names %i reserved and %i general-admission sections %s', (reserved, ga, mode) => {
  expect(seatingModeOf(reserved, ga)).toBe(mode)
})

test('R4.2 selects by default the first ticket of its group with a multiplyFactor of 1 or less', () => {
  expect(defaultTicket(group(1, ticket(1, 1, 2), ticket(2, 1, 1), ticket(3, 1, 0)))?.id).toBe(2)
  expect(defaultTicket(group(1, ticket(1, 1, 2)))).toBeUndefined()
})

test.each([
  ['before it starts', 1, NOW + 1, false, false],
  ['from its start on', 1, NOW, false, true],
  ['on its day, if it has no time of day', 7, Date.parse('2026-11-22T00:00+02:00'), false, false],
  ['after it', 7, Date.parse('2026-11-22T00:00+02:00') - 1, false, true],
  ['long ago, if it was cancelled', 1, NOW - 24 * HOUR, true, false],
])('R4.51 a presentation is over or not: %s', (_when, featureTypeId, startsAt, isCancelled, is) => {
  expect(isPast(house(featureTypeId), { ...PRESENTATION, startsAt, isCancelled }, NOW)).toBe(is)
})

test('numbered seats and general admission are sold under the groups of their own categories', () => {
  expect([true, false].map((isReserved) => [...groupsOfSections(house(), PRESENTATION, isReserved)])).toEqual([[1, 2], [2]])
  expect([...groupsOfSections(house(), { ...PRESENTATION, seatplanId: 99 }, true)]).toEqual([])
})

test('a seat has the price of its category, and none if that is not sold', () => {
  expect(['A', 'B', 'X', null].map((category) => priceAt(PRESENTATION, { category })?.ticketGroupId)).toEqual([1, 2, undefined, undefined])
  expect(priceAt(PRESENTATION, undefined)).toBeUndefined()
})
