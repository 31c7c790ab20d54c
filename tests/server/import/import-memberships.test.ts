import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { membershipView } from '#lib/server/programme/memberships.ts'
import { asFile, smallCatalogue, smallPlan } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeEach(async () => {
  await freshDatabase()
  forgetCatalogue()
})

type Item = NonNullable<CatalogueFileInput['memberships']>[number]

type Price = Item['prices'][number]
const ADULT: Price = { id: 11, code: 'adult', name: 'רגיל', price: 400 }
const STUDENT: Price = {
  ...{ id: 12, code: 'student', name: 'סטודנט', price: 300, ref1prompt: 'מספר', referenceCheck: 'list' },
  references: [{ reference1: 'S-77', quantity: 1 }],
}
const OPEN: Item = {
  ...{
    id: 1,
    code: 'eight',
    name: 'שמונה ערבים',
    type: 'open',
    tickets: [14],
    uses: 8,
    validDays: 365,
    topup: true,
    cancellationPolicyId: 1,
  },
  prices: [ADULT, STUDENT, { id: 13, code: 'abroad', name: 'חו״ל', price: 99.5, currency: { id: 2, code: 'USD', symbol: '$' } }],
}
const SEASON: Item = {
  ...{ id: 2, code: 'season', name: 'עונה', type: 'season', seasonId: 1, presentationIds: [2, 1], pricingPerTicket: true },
  choice: { count: 1, options: [3, { presentationId: 4, supplement: 20 }] },
  rates: [{ ticketId: 11, category: 'hall', priceCode: 'adult', price: 60 }],
  prices: [{ id: 21, code: 'adult', name: 'רגיל', price: 180 }],
  renewal: { previousId: 3, until: '2030-06-01T00:00' },
  exchange: { presentationIds: [3] },
}
const SERIES: Item = {
  ...{ id: 3, code: 'series', name: 'סדרה', type: 'series', presentationIds: [1, 2], skipMemberSeat: true },
  ...{ saleOpens: '2030-01-01T10:00', saleCloses: '2030-04-01T22:00' },
  prices: [{ id: 31, code: 'adult', name: 'רגיל', price: 120 }],
}

function house(): CatalogueFileInput {
  const small = smallCatalogue()
  const [first] = small.presentations ?? []
  if (!first) throw new Error('The small catalogue has a presentation.')
  const other = { ...smallPlan(), id: 2, name: 'שני' }
  return {
    ...small,
    venues: [...(small.venues ?? []), { id: 2, locationId: 1, name: 'קטן' }],
    seatplans: [smallPlan(), other, { ...smallPlan(), id: 3, venueId: 2 }],
    ticketGroups: [
      {
        ...{ id: 1, name: 'אולם', isByCodeEnabled: true },
        tickets: [
          { id: 11, name: 'רגיל', price: 89.9 },
          { id: 14, name: 'כניסה', price: 0, access: 'member' },
        ],
      },
    ],
    presentations: [
      first,
      { ...first, id: 2, start: '2030-05-05T20:30' },
      { ...first, id: 3, start: '2030-05-20T20:30' },
      { ...first, id: 4, start: '2030-05-19T20:30' },
      { ...first, id: 5, seatplanId: 2 },
      { ...first, id: 6, venueId: 2, seatplanId: 3 },
      { ...first, id: 7, businessId: 2 },
    ],
    cancellationPolicies: [{ id: 1, name: 'ביטול', preset: 'israeli-consumer-law' }],
    seasons: [{ id: 1, name: 'תש״ץ', starts: '2030-01-01T00:00', ends: '2030-12-31T00:00' }],
    memberships: [OPEN, SEASON, SERIES],
  }
}

async function run(change: Partial<CatalogueFileInput> = {}) {
  return importCatalogue([asFile({ ...house(), ...change })], { today: '2030-05-01' })
}

async function problemsOf(...memberships: readonly Item[]): Promise<readonly string[]> {
  return (await run({ memberships: [...memberships] })).problems.map(writeRemark)
}

describe('memberships', () => {
  test('R3.30 R3.31 R3.32 R3.33 are written with their tickets, dates by start, rates, prices and currencies', async () => {
    expect(await run()).toMatchObject({ problems: [], counts: { memberships: 3 } })
    const from = await catalogue()
    expect(from.membershipsByCode.get('eight')).toMatchObject({
      ...{ id: 1, typeId: 1, ticketIds: [14], uses: 8, amount: null, validDays: 365, isTopup: true, choice: null, maxQuantity: 1 },
      cancellation: { id: 1, withinDays: 14, charge: { kind: 'percent', percent: 5 }, chargeLimit: 10_000 },
      prices: [
        { id: 11, priceCode: 'adult', price: 40_000, currency: { id: 1, code: 'ILS', symbol: '₪' }, referenceCheck: 'none' },
        { id: 12, priceCode: 'student', ref1prompt: 'מספר', ref2prompt: null, referenceCheck: 'list' },
        { id: 13, price: 9_950, currency: { id: 2, code: 'USD', symbol: '$' } },
      ],
    })
    expect(from.memberships.get(2)).toMatchObject({
      ...{ typeId: 3, seasonId: 1, presentationIds: [2, 1], isPricingPerTicket: true, cancellation: null },
      choice: {
        count: 1,
        options: [
          { presentationId: 4, supplement: 2_000 },
          { presentationId: 3, supplement: 0 },
        ],
      },
      rates: [{ ticketId: 11, ticketGroupId: 1, category: 'hall', priceCode: 'adult', price: 6_000 }],
      renewal: { previousId: 3, until: Date.parse('2030-06-01T00:00+03:00') },
      exchange: { untilMinutes: 240, presentationIds: [3] },
    })
    const saleClosesAt = Date.parse('2030-04-01T22:00+03:00')
    expect(from.memberships.get(3)).toMatchObject({ typeId: 2, isSkipMemberSeat: true, renewal: null, saleClosesAt })
    expect(from.seasons.get(1)).toMatchObject({ name: 'תש״ץ', startsAt: Date.parse('2030-01-01T00:00+02:00') })
  })

  test('change nothing on a second import; references are keyed hashes', async () => {
    await run()
    expect(await run()).toMatchObject({ problems: [], changes: 0 })
    const { rows } = await database().query<{ lookup: string }>('SELECT lookup, quantity FROM membership_reference')
    expect(rows).toEqual([{ lookup: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown, quantity: 1 }])
  })

  test('have the terms on which evenings are given back', async () => {
    expect(await problemsOf(OPEN, { ...SEASON, resale: RESALE }, SERIES)).toEqual([])
    const from = await catalogue()
    expect(from.memberships.get(2)?.resale).toEqual({ untilMinutes: 150, percent: 90, fee: 500 })
    expect(from.memberships.get(3)?.resale).toBeNull()
  })

  test('lose what a later file leaves out of them', async () => {
    await run()
    const less: Item = { ...SEASON, choice: null, rates: [], presentationIds: [1] }
    expect(await problemsOf({ ...OPEN, prices: [ADULT] }, less, SERIES)).toEqual([])
    forgetCatalogue()
    const from = await catalogue()
    expect(from.memberships.get(1)?.prices.map(({ id }) => id)).toEqual([11])
    expect(from.memberships.get(2)).toMatchObject({ choice: null, rates: [], presentationIds: [1] })
    const { rowCount } = await database().query('SELECT FROM membership_reference')
    expect(rowCount).toBe(0)
  })
})

const RATE = { ticketId: 11, category: 'hall', priceCode: 'adult', price: 60 }
const RESALE = { untilHours: 2.5, percent: 90, fee: 5 }
const AT = 'catalogue.json: $.memberships'

describe('an import refuses', () => {
  test.each<[string, Partial<Item>, string]>([
    ['entries and money together', { amount: 100 }, '.uses: counts entries and money; only one of both is possible'],
    ['money of nothing', { uses: null, amount: 0 }, '.amount: is worth nothing'],
    ['an end by days and by a date', { validUntil: '2031-01-01T00:00' }, '.validDays: ends by days and by a date; only one is possible'],
    ['an open one without tickets', { tickets: [] }, '.tickets: an open membership gives tickets'],
    ['an open one with dates', { presentationIds: [1] }, '.presentationIds: an open membership has no fixed dates'],
    ['an open one with rates', { rates: [RATE] }, '.rates: an open membership has no rates of seats'],
    ['evenings of an open one', { resale: RESALE }, '.resale: an open membership has no evenings to give back'],
    ['an open one that skips seats', { skipMemberSeat: true }, '.skipMemberSeat: an open membership has no seats to skip'],
    ['a top-up of unlimited entries', { uses: null }, '.topup: has nothing that is topped up'],
    ['a ticket that is not for members', { tickets: [11] }, '.tickets[0]: ticket 11: its access is not "member"'],
    ['a ticket that is not there', { tickets: [99] }, '.tickets[0]: ticket 99: there is no such ticket'],
    ['a season that is not there', { seasonId: 9 }, '.seasonId: there is no season 9'],
    ['a ticket group that is not there', { defaultTicketGroupId: 9 }, '.defaultTicketGroupId: there is no ticket group 9'],
    ['a policy that is not there', { cancellationPolicyId: 9 }, '.cancellationPolicyId: there is no cancellation policy 9'],
    ['a location that is not there', { locations: [1, 9] }, '.locations[1]: there is no location 9'],
    [
      'a renewal of what is not there',
      { renewal: { previousId: 9, until: '2030-06-01T00:00' } },
      '.renewal.previousId: there is no membership 9',
    ],
    [
      'a renewal that ends before it begins',
      { renewal: { previousId: 3, from: '2030-06-01T00:00', until: '2030-05-01T00:00' } },
      '.renewal.until: is not after its start',
    ],
    [
      'a price at the address of renewals',
      { prices: [{ ...ADULT, code: 'renew' }] },
      '.prices[0].code: is the address of the page of renewals',
    ],
    ['an open one whose evenings are exchanged', { exchange: {} }, '.exchange: an open membership has no evenings to exchange'],
    ['a renewal of itself', { renewal: { previousId: 1, until: '2030-06-01T00:00' } }, '.renewal.previousId: renews itself'],
    [
      'a sale that closes before it opens',
      { saleOpens: '2030-06-01T00:00', saleCloses: '2030-05-01T00:00' },
      '.saleCloses: is not after its start',
    ],
    [
      'a validity that ends before it starts',
      { validDays: null, validFrom: '2030-06-01T00:00', validUntil: '2030-05-01T00:00' },
      '.validUntil: is not after its start',
    ],
    ['a price code twice', { prices: [{ ...ADULT, id: 14 }, ADULT] }, '.prices[1].code: the price "adult" is there already'],
    [
      'a second reference alone',
      { prices: [{ ...ADULT, ref2prompt: 'ב' }] },
      '.prices[0].ref2prompt: asks for a second reference without a first',
    ],
    [
      'a list that nobody is asked for',
      { prices: [{ ...ADULT, referenceCheck: 'list' }] },
      '.prices[0]: checks what is typed, but has no ref1prompt',
    ],
    [
      'a list that is not checked',
      { prices: [{ ...STUDENT, referenceCheck: 'none' }] },
      '.prices[0].references: are on a list that referenceCheck does not name',
    ],
    [
      'a reference twice',
      {
        prices: [
          {
            ...STUDENT,
            references: [
              { reference1: 'a', quantity: 1 },
              { reference1: ' A ', quantity: 2 },
            ],
          },
        ],
      },
      '.prices[0].references[1]: says the same reference as another before it',
    ],
  ])('%s', async (_name, change, problem) => {
    expect(await problemsOf({ ...OPEN, ...change }, SEASON, SERIES)).toEqual([`${AT}[0]${problem}`])
  })

  test.each<[string, Partial<Item>, string]>([
    ['tickets of a season', { tickets: [14] }, '.tickets: only an open membership gives tickets'],
    ['entries of a season', { uses: 3 }, '.uses: only an open membership has entries or money'],
    ['a top-up of a season', { topup: true }, '.topup: only an open membership is topped up'],
    [
      'a fee that leaves nothing of an evening',
      { resale: { ...RESALE, percent: 50, fee: 30 } },
      '.resale.fee: leaves nothing to credit of the cheapest evening',
    ],
    [
      'evenings without seats',
      { skipMemberSeat: true, exchange: null, resale: RESALE },
      '.resale: is sold without seats, so no seat is given back',
    ],
    ['a season of no season', { seasonId: null }, '.seasonId: a season membership is of a season'],
    ['a season without dates', { presentationIds: [] }, '.presentationIds: a series or season has fixed dates'],
    ['a date that is not there', { presentationIds: [1, 99] }, '.presentationIds[1]: there is no presentation 99'],
    ['a date twice', { presentationIds: [1, 1] }, '.presentationIds[1]: presentation 1 is listed twice'],
    ['a date in another hall', { presentationIds: [1, 6] }, '.presentationIds[1]: presentation 6 is in venue 2, the first one in 1'],
    ['a date on another plan', { presentationIds: [1, 5] }, '.presentationIds[1]: presentation 5 is on seat plan 2, the first one on 1'],
    ['a date of another business', { presentationIds: [1, 7] }, '.presentationIds[1]: presentation 7 is of another business'],
    ['fewer options than are chosen', { choice: { count: 2, options: [3] } }, '.choice.count: 2 are chosen of only 1 options'],
    ['an option twice', { choice: { count: 1, options: [3, 3] } }, '.choice.options[1]: presentation 3 is listed twice'],
    [
      'an option that is fixed',
      { choice: { count: 1, options: [1] } },
      '.choice.options[0]: presentation 1 is one of the fixed ones already',
    ],
    ['an option that is not there', { choice: { count: 1, options: [99] } }, '.choice.options[0]: there is no presentation 99'],
    ['an exchange without seats', { skipMemberSeat: true }, '.exchange: exchanges evenings that have no seats'],
    [
      'an exchange for what is not there',
      { exchange: { presentationIds: [99] } },
      '.exchange.presentationIds[0]: there is no presentation 99',
    ],
    [
      'an exchange for another business',
      { exchange: { presentationIds: [7] } },
      '.exchange.presentationIds[0]: presentation 7 is of another business',
    ],
    [
      'an exchange for one date twice',
      { exchange: { presentationIds: [3, 3] } },
      '.exchange.presentationIds[1]: presentation 3 is listed twice',
    ],
    [
      'an exchange for an own date',
      { exchange: { presentationIds: [1] } },
      '.exchange.presentationIds[0]: presentation 1 is one of its own dates',
    ],
    ['dates to choose of a series', { type: 'series' }, '.choice: only a season has dates to choose'],
    [
      'a rate of a category that is not there',
      { rates: [{ ...RATE, category: 'box' }] },
      '.rates[0].category: the seat plan has no category "box"',
    ],
    [
      'a rate of a price that is not there',
      { rates: [{ ...RATE, priceCode: 'child' }] },
      '.rates[0].priceCode: the membership has no price "child"',
    ],
    [
      'a rate of a ticket that is not there',
      { rates: [{ ...RATE, ticketId: 99 }] },
      '.rates[0].ticketId: ticket 99: there is no such ticket',
    ],
    ['a rate twice', { rates: [RATE, RATE] }, '.rates[1]: is of the same category and price as another before it'],
  ])('%s', async (_name, change, problem) => {
    expect(await problemsOf(OPEN, { ...SEASON, ...change }, SERIES)).toEqual([`${AT}[1]${problem}`])
  })

  test('codes, prices and seasons that contradict others', async () => {
    expect(await problemsOf(OPEN, { ...SERIES, code: 'eight' })).toEqual([expect.stringContaining('the code eight is taken by another')])
    expect(await problemsOf(OPEN, SERIES, { ...SERIES, id: 4, code: 'more' })).toEqual([
      expect.stringContaining('the id 31 is taken by another'),
    ])
    expect(
      (await run({ memberships: [], seasons: [{ id: 1, name: 'ת', starts: '2030-02-01T00:00', ends: '2030-01-01T00:00' }] })).problems,
    ).toMatchObject([{ path: ['seasons', 0, 'ends'], sentence: 'is not after its start' }])
    await run()
    expect(await problemsOf({ ...SERIES, id: 4, code: 'eight', prices: [{ id: 41, code: 'a', name: 'א', price: 1 }] })).toEqual([
      `${AT}[0].code: the code eight is that of membership 1 already`,
    ])
    expect(await problemsOf({ ...SERIES, id: 4, code: 'more' })).toEqual([`${AT}[0].prices[0]: the price 31 is of membership 3 already`])
  })
})

describe('the dates to choose of a season', () => {
  const SMALL = { ...smallPlan([2, 1]), id: 4, name: 'סטודיו' }
  const FOUR = { ...smallPlan([4]), id: 4, name: 'סטודיו' }

  /** The house with the dates to choose in a studio of three seats, where eight seats of the fixed dates are kept for the season's subscribers. */
  function studio(kept = true): Partial<CatalogueFileInput> {
    const { presentations = [], seatplans = [] } = house()
    const subscriberSeats = [{ categories: ['hall'], daysBefore: 2, membershipIds: [2] }]
    return {
      seatplans: [...seatplans.map((plan) => (plan.id === 1 ? smallPlan([4, 4]) : plan)), SMALL],
      presentations: presentations.map((one) =>
        [3, 4].includes(one.id) ? { ...one, seatplanId: 4 } : [1, 2].includes(one.id) && kept ? { ...one, subscriberSeats } : one,
      ),
    }
  }

  const NEEDED = 'have 6 seats for 8 subscribers, who need 8: 1 each'

  test('have seats for as many subscribers as the fixed dates keep seats for', async () => {
    expect((await run(studio())).problems.map(writeRemark)).toEqual([`${AT}[1].choice: the dates to choose of membership 2 ${NEEDED}`])
    expect((await database().query('SELECT FROM membership')).rowCount).toBe(0)
    expect((await run(studio(false))).problems).toEqual([])
    const six = {
      ...studio(),
      seatplans: [...(studio().seatplans ?? []).filter(({ id }) => id !== 4), FOUR],
    }
    expect((await run(six)).problems).toEqual([])
  })

  test('do not seat one subscriber twice on one date', async () => {
    const two: Item = { ...SEASON, choice: { count: 2, options: [3, 4] } }
    const { presentations = [], ...rest } = studio()
    const large = presentations.map((one) => (one.id === 3 ? { ...one, seatplanId: 1 } : one))
    const outcome = await run({ ...rest, presentations: large, memberships: [OPEN, two, SERIES] })
    expect(outcome.problems.map(writeRemark)).toEqual([
      `${AT}[1].choice: the dates to choose of membership 2 have 11 seats for 8 subscribers, who need 16: 2 each`,
    ])
  })

  test('have seats of a category that the season sells', async () => {
    const { presentations = [] } = house()
    const option = (change: object) => ({ presentations: presentations.map((one) => (one.id === 4 ? { ...one, ...change } : one)) })
    const refused = [`${AT}[1].choice.options[1]: presentation 4, which membership 2 has to choose, has no seats that it sells`]
    expect((await run(option({ prices: { lawn: 1 } }))).problems.map(writeRemark)).toEqual(refused)
    expect((await run(option({ prices: { hall: { ticketGroupId: 1, allocationId: -1 }, lawn: 1 } }))).problems.map(writeRemark)).toEqual(
      refused,
    )
    const plan = JSON.parse(JSON.stringify({ ...smallPlan(), id: 4, name: 'תא' }).replace('"hall"', '"box"')) as ReturnType<
      typeof smallPlan
    >
    const inBox = { ...option({ seatplanId: 4, prices: { box: 1 } }), seatplans: [...(house().seatplans ?? []), plan] }
    expect((await run(inBox)).problems.map(writeRemark)).toEqual(refused)
    expect((await run({ ...inBox, memberships: [OPEN, { ...SEASON, rates: [] }, SERIES] })).problems).toEqual([])
  })

  test('are checked again when a later file changes their seats only', async () => {
    await run({
      ...studio(),
      seatplans: [...(studio().seatplans ?? []).filter(({ id }) => id !== 4), FOUR],
    })
    const sentence = `the dates to choose of membership 2 ${NEEDED}`
    expect((await importCatalogue([asFile({ seatplans: [SMALL] })])).problems.map(writeRemark)).toEqual([
      `catalogue.json: $.seatplans[0]: ${sentence}`,
    ])
    const [, , third] = studio().presentations ?? []
    if (!third) throw new Error('The house has a third presentation.')
    expect(
      (await importCatalogue([asFile({ presentations: [{ ...third, prices: { lawn: 1 } }] })], { today: '2030-05-01' })).problems.map(
        writeRemark,
      ),
    ).toEqual(['catalogue.json: $.presentations[0]: presentation 3, which membership 2 has to choose, has no seats that it sells'])
  })
})

test('a later file moves no fixed date of a series to another hall, but all of them', async () => {
  await run()
  const [first, second] = house().presentations ?? []
  if (!first || !second) throw new Error('The house has two presentations.')
  const moved = [first, second].map((one) => ({ ...one, seatplanId: 2 }))
  expect(
    (await importCatalogue([asFile({ presentations: moved.slice(0, 1) })], { today: '2030-05-01' })).problems.map(writeRemark),
  ).toEqual([
    'catalogue.json: $.presentations[0].seatplanId: is not in the hall of presentation 2, with which membership 2 sells it on one seat',
  ])
  expect((await importCatalogue([asFile({ presentations: moved })], { today: '2030-05-01' })).problems).toEqual([])
})

test('the season and the house of the documentation import as they stand, and the season is for sale', async () => {
  const page = await readFile('src/content/docs/catalogue.md', 'utf8')
  const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => text)
  const [season, house] = ['"seasons"', '"locations"'].map((part) => examples.find((text) => text.includes(part)) ?? '')
  expect(season?.trim().split('\n').length).toBeLessThanOrEqual(10)
  const files = [season, house].map((text, at) => asFile(JSON.parse(text ?? ''), `${String(at)}.json`))
  expect((await importCatalogue(files)).problems.map(writeRemark)).toEqual([])
  forgetCatalogue()
  expect(await membershipView('winter')).toMatchObject({ kind: 'season', isSoldHere: true })
})
