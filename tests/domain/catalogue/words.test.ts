import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { keptInOrder, KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { byStart } from '#lib/domain/catalogue/presentations-of.ts'
import { inWords, placeIn } from '#lib/domain/catalogue/words.ts'
import { EMPTY } from '#lib/server/catalogue/catalogue-parts.ts'
import { plainMembership, plainPrice } from './memberships/membership-fixtures.ts'
import { keptAlike, plainShowing, plainTicket } from './catalogue-fixtures.ts'

const { feature, venue, location, presentation } = plainShowing('2026-11-24')
const named = (name: string, he: string) => ({ name: he, words: { en: { name } } })
const only = <T>(item: T): ReadonlyMap<number, T> => new Map([[1, item]])
const price = { id: 1, note: '', price: 100, redemption: { reference: null, price: 100, bundle: null }, ...named('Card', 'כרטיס') }
const voucherClass = {
  ...{ id: 9, superClassId: 1, description: '', businessId: 1, authProfileId: 1, businessIds: null, allowsPartial: true },
  ...{ validDays: null, validUntil: null, saleOpensAt: null, saleClosesAt: null, exchangeDays: null, cancellation: null },
  ...{ productIds: [], maxQuantity: 10, pictures: [], prices: [price], ...named('Gift card', 'כרטיס מתנה') },
}
const donation = {
  ...{ id: 1, code: '', description: '', recipient: '', recipientNumber: '', businessId: 1, authProfileId: 1 },
  ...{ isRecognised: true, isRoundUp: false, maxQuantity: 1, opensAt: null, closesAt: null, ...named('A first ticket', 'כרטיס ראשון') },
  details: [{ id: 1, thanks: '', amount: 100, least: null, most: null, ...named('a pupil', 'תלמיד') }],
}
const HEBREW: Catalogue = {
  ...EMPTY,
  locations: new Map([
    [1, { ...location, name: 'היכל', city: 'חיפה', words: { en: { city: 'Haifa' }, ru: { city: 'Хайфа' } } }],
    [2, { ...location, id: 2, name: 'אולם', city: 'עכו' }],
  ]),
  venues: only({ ...venue, ...named('Hall', 'אולם') }),
  features: only({ ...feature, ...named('The Tempest', 'הסערה') }),
  ticketGroups: only({
    id: 1,
    ...named('Stalls', 'יציע'),
    isByCodeEnabled: true,
    tickets: [{ ...plainTicket(), ...named('Adult', 'רגיל') }],
  }),
  presentations: only({ ...presentation, additionalTerms: 'תנאים', words: { en: { additionalTerms: 'Terms' } } }),
  seatplans: new Map([
    [1, { id: 1, venueId: 1, name: 'אולם', version: '3f', sections: [], words: { en: { stage: 'Stage' } } }],
    [2, { id: 2, venueId: 1, name: 'אולם', version: '4a', sections: [] }],
  ]),
  memberships: only({ ...plainMembership({ prices: [{ ...plainPrice(), ...named('Adult', 'רגיל') }] }), ...named('Eight', 'שמונה') }),
  voucherSuperClasses: only({ id: 1, description: '', classes: [voucherClass], ...named('Cards', 'כרטיסים') }),
  donations: only(donation),
}

describe('the catalogue in a language', () => {
  const inEnglish = () => inWords(HEBREW, 'en')

  test('has its words in every item, and in those inside of it', () => {
    const english = inEnglish()
    expect([...english.locations.values()].map(({ name, city }) => [name, city])).toEqual([
      ['היכל', 'Haifa'],
      ['אולם', 'עכו'],
    ])
    expect([english.venues, english.features].map((items) => items.get(1)?.name)).toEqual(['Hall', 'The Tempest'])
    expect(english.presentations.get(1)?.additionalTerms).toBe('Terms')
    expect(english.ticketGroups.get(1)).toMatchObject({ name: 'Stalls', tickets: [{ name: 'Adult' }] })
    expect(english.memberships.get(1)).toMatchObject({ name: 'Eight', prices: [{ name: 'Adult' }] })
    expect(english.voucherSuperClasses.get(1)).toMatchObject({
      name: 'Cards',
      classes: [{ name: 'Gift card', prices: [{ name: 'Card' }] }],
    })
    expect(english.donations.get(1)).toMatchObject({ name: 'A first ticket', details: [{ name: 'a pupil' }] })
  })

  test('finds the same memberships by their code, and vouchers by their class', () => {
    const english = inEnglish()
    expect(english.membershipsByCode.get('eight')).toBe(english.memberships.get(1))
    expect(english.voucherClasses.get(9)).toBe(english.voucherSuperClasses.get(1)?.classes[0])
  })

  test('has plans of their own edition, whose sections keep their Hebrew names', () => {
    expect(inEnglish().seatplans.get(1)).toMatchObject({ version: '3f.en', ownWords: { stage: 'Stage' }, name: 'אולם' })
    expect(inWords(HEBREW, 'ru').seatplans.get(1)).toBe(HEBREW.seatplans.get(1))
    expect(inEnglish().seatplans.get(2)).toBe(HEBREW.seatplans.get(2))
  })

  test('keeps the Hebrew of what it says among its words, because it is searched in every language', () => {
    expect(inEnglish().locations.get(1)?.words).toEqual({ en: { city: 'Haifa' }, ru: { city: 'Хайфа' }, he: { city: 'חיפה' } })
  })

  test('has the same objects where it has no words', () => {
    expect(inEnglish().locations.get(2)).toBe(HEBREW.locations.get(2))
    expect(inWords(HEBREW, 'ar').features.get(1)).toBe(HEBREW.features.get(1))
  })
})

describe('the catalogue in a language after a change', () => {
  const show: fc.Arbitrary<Presentation> = fc
    .record({ id: fc.nat(8), startsAt: fc.nat(5), english: fc.constantFrom('Terms', 'Others', undefined) })
    .map(({ id, startsAt, english }) => ({
      ...{ ...presentation, id, startsAt, additionalTerms: 'תנאים' },
      ...(english !== undefined && { words: { en: { additionalTerms: english } } }),
    }))
  const shows = fc.uniqueArray(show, { selector: ({ id }) => id, maxLength: 9 }).map((all) => all.sort(byStart))
  const changes = fc.array(fc.record({ ids: fc.uniqueArray(fc.nat(8), { maxLength: 3 }), items: shows }), { maxLength: 5 })

  test('is as if it were made anew, and an item that did not change is the same object', () => {
    fc.assert(
      fc.property(shows, changes, (first, steps) => {
        let before = { from: { ...HEBREW, presentations: KeptInOrder.of(first) }, worded: inWords(HEBREW, 'en') }
        before = { ...before, worded: inWords(before.from, 'en') }
        for (const { ids, items } of steps) {
          const from = { ...HEBREW, presentations: before.from.presentations.with(ids, items, byStart) }
          const worded = inWords(from, 'en', before)
          expect([...worded.presentations]).toEqual([...inWords(from, 'en').presentations])
          for (const [id, one] of from.presentations)
            if (one === before.from.presentations.get(id)) expect(worded.presentations.get(id)).toBe(before.worded.presentations.get(id))
          before = { from, worded }
        }
      }),
    )
  })

  test('is made of presentations that are alike as of others, and of those without words has the same objects', () => {
    fc.assert(
      fc.property(shows, changes, (first, steps) => {
        let before = { from: { ...HEBREW, presentations: keptAlike(first) }, worded: HEBREW }
        before = { ...before, worded: inWords(before.from, 'en') }
        const plain = inWords({ ...HEBREW, presentations: KeptInOrder.of(first) }, 'en')
        expect([...before.worded.presentations]).toEqual([...plain.presentations])
        for (const [id, one] of before.from.presentations) if (!one.words) expect(before.worded.presentations.get(id)).toBe(one)
        for (const { ids, items } of steps) {
          const from = { ...HEBREW, presentations: before.from.presentations.with(ids, items, byStart) }
          const worded = inWords(from, 'en', before)
          expect([...worded.presentations]).toEqual([
            ...inWords({ ...HEBREW, presentations: new Map(from.presentations) }, 'en').presentations,
          ])
          before = { from, worded }
        }
      }),
    )
  })

  test('says what has changed, as the Hebrew one does', () => {
    const [one, other] = [
      { ...presentation, id: 1 },
      { ...presentation, id: 2, words: { en: { additionalTerms: 'Terms' } } },
    ]
    const from = { ...HEBREW, presentations: KeptInOrder.of([one, other]) }
    const worded = inWords(from, 'en')
    const next = { ...from, presentations: from.presentations.with([2], [{ ...other, maxSeats: 3 }], byStart) }
    const earlier = keptInOrder(worded.presentations)
    expect(earlier && keptInOrder(inWords(next, 'en', { from, worded }).presentations)?.changedSince(earlier)).toEqual([2])
  })

  test('is the Hebrew list itself as long as none of it has words, also after a change', () => {
    const [one, other] = [
      { ...presentation, id: 1 },
      { ...presentation, id: 2 },
    ]
    const from = { ...HEBREW, presentations: KeptInOrder.of([one, other]) }
    const worded = inWords(from, 'en')
    expect(worded.presentations).toBe(from.presentations)
    const next = { ...from, presentations: from.presentations.with([2], [{ ...other, maxSeats: 3 }], byStart) }
    const nextWorded = inWords(next, 'en', { from, worded })
    expect(nextWorded.presentations).toBe(next.presentations)
    const said = { ...one, words: { en: { additionalTerms: 'Terms' } } }
    const last = { ...next, presentations: next.presentations.with([1], [said], byStart) }
    expect([...inWords(last, 'en', { from: next, worded: nextWorded }).presentations.values()]).toMatchObject([
      { id: 1, additionalTerms: 'Terms' },
      { id: 2, maxSeats: 3 },
    ])
  })

  test('takes over whole what has not changed, and nothing that has', () => {
    const worded = inWords(HEBREW, 'en')
    const next = inWords({ ...HEBREW, venues: only({ ...venue, ...named('Big hall', 'אולם גדול') }) }, 'en', { from: HEBREW, worded })
    expect(next.venues.get(1)?.name).toBe('Big hall')
    for (const part of ['locations', 'features', 'presentations', 'memberships', 'donations'] as const)
      expect(next[part]).toBe(worded[part])
  })
})

test.each([
  ['Haifa', 'חיפה'],
  ['Хайфа', 'חיפה'],
  ['חיפה', 'חיפה'],
  ['עכו', 'עכו'],
  ['2', '2'],
])('a city may be asked for in any language: %s', (asked, city) => {
  expect(placeIn(HEBREW.locations, asked)).toBe(city)
  expect(placeIn(inWords(HEBREW, 'en').locations, asked)).toBe(city === 'חיפה' ? 'Haifa' : city)
})
