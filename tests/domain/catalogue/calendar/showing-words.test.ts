import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { findAll } from '#lib/domain/catalogue/calendar/search-shows.ts'
import { searchable } from '#lib/domain/catalogue/calendar/search-text.ts'
import { AlikeList } from '#lib/domain/catalogue/lists/alike-items.ts'
import { BlockList } from '#lib/domain/catalogue/lists/block-list.ts'
import { ShowingWords } from '#lib/domain/catalogue/calendar/showing-words.ts'
import { plainShowing } from '../catalogue-fixtures.ts'

const NAMES = ['הסערה', 'המלט', 'הסערה הגדולה'] as const

/** A showing of one of two shows in one of two halls. */
function showingOf(id: number, show: number, hall: number, name: string): Showing {
  const plain = plainShowing('2026-11-24', id)
  return { ...plain, feature: { ...plain.feature, id: show, name }, venue: { ...plain.venue, id: hall, name: `אולם ${String(hall)}` } }
}

/** All that is on: the name of each show, and how many showings of it each hall has. */
const programme = fc
  .tuple(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)), fc.array(fc.tuple(fc.nat(1), fc.nat(1)), { maxLength: 6 }))
  .map(([names, all]) => all.map(([show, hall], at) => showingOf(at + 1, show, hall, names[show] ?? '')))

test('words of showings after any changes are those of the showings that are there', () => {
  fc.assert(
    fc.property(fc.array(programme, { minLength: 2, maxLength: 5 }), ([first = [], ...later]) => {
      let [before, words] = [first, new ShowingWords(first)]
      for (const now of later) {
        expect(words.index).toEqual(new ShowingWords(before).index)
        words = words.with(now, before, now)
        before = now
      }
      expect(words.index).toEqual(new ShowingWords(before).index)
    }),
  )
})

/** Of showings that are alike. */
function alikeList(showings: readonly Showing[]): BlockList<Showing> {
  const make = (kind: Showing, position: number) => showings[position] ?? kind
  return BlockList.of(AlikeList.of<Showing>({ kinds: showings.slice(0, 1), kindAt: showings.map(() => 0), make }))
}

test.each([
  ['plain', (all: readonly Showing[]) => all],
  ['made when they are asked for', alikeList],
])('a show is found until the last of its showings is gone, if they are %s', (_how, list) => {
  const [one, other] = [showingOf(1, 7, 1, 'הסערה'), showingOf(2, 7, 1, 'הסערה')]
  const words = new ShowingWords(list([one, other]))
  const keysOf = (of: ShowingWords) => [...(findAll(of.index, 'סערה')?.keys ?? [])]
  expect(keysOf(words)).toEqual(['7 1'])
  const less = words.with([other], [one], [])
  expect(keysOf(less)).toEqual(['7 1'])
  const none = less.with([], [other], [])
  expect(keysOf(none)).toEqual([])
  const again = none.with([one], [], [one]).with([one, other], [], [other])
  expect(keysOf(again.with([other], [one], []))).toEqual(['7 1'])
})

test('words are the same object as long as nothing is found by others', () => {
  const one = showingOf(1, 7, 1, 'הסערה')
  const moved = { ...one, date: '2026-11-25' }
  const words = new ShowingWords([one])
  expect(words.index).toBe(words.with([moved], [one], [moved]).index)
})

describe('a show is found', () => {
  const PLAIN = plainShowing('2026-11-24')
  const SHOWN: Showing = {
    ...PLAIN,
    feature: {
      ...PLAIN.feature,
      name: 'Tempest',
      eyebrow: 'Theatre',
      tagline: 'Storms end',
      description: 'Description',
      badges: ['Premiere', 'Captioned'],
      credits: [{ role: 'Direction', names: 'Noa Bar' }],
      quote: { text: 'Quoted', source: 'Source' },
    },
    category: { id: 1, name: 'Drama' },
    venue: { ...PLAIN.venue, name: 'Hall' },
    location: { ...PLAIN.location, name: 'Playhouse', city: 'Haifa', address: 'Address', phone: '048600500', accessibility: 'Ramp' },
  }
  const IN_ENGLISH = ['tempest', 'theatre', 'storms', 'end', 'premiere', 'captioned', 'noa', 'bar', 'drama', 'hall', 'playhouse', 'haifa']
  const foundBy = (showing: Showing) => new Set(new ShowingWords([showing]).index.keys())

  test('by its name and what is told of it in short, by who takes part, and by where it is', () => {
    expect(foundBy(SHOWN)).toEqual(new Set(IN_ENGLISH))
  })

  test('without a category by all others', () => {
    expect(foundBy({ ...SHOWN, category: undefined })).toEqual(new Set(IN_ENGLISH.filter((word) => word !== 'drama')))
  })

  test('in another language by the same in Hebrew too', () => {
    const inHebrew: Showing = {
      ...SHOWN,
      feature: {
        ...SHOWN.feature,
        words: {
          he: {
            ...{
              name: 'הסערה',
              eyebrow: 'תיאטרון',
              tagline: 'סוף',
              description: 'תיאור',
              quote: { names: 'ציטוט' },
              badges: ['בכורה', 'שפה'],
            },
            ...{ credits: [{ role: 'בימוי', names: 'נועה' }, { role: 'אור' }], minutes: 100, fromAge: null },
          },
          ru: { name: 'Буря' },
        },
      },
      category: { id: 1, name: 'Drama', words: { he: { name: 'דרמה' } } },
      venue: { ...SHOWN.venue, words: { he: { name: 'אולם' } } },
      location: { ...SHOWN.location, words: { he: { city: 'חיפה', address: 'רחוב', accessibility: 'רמפה' } } },
    }
    const hebrew = ['הסערה', 'תיאטרון', 'סוף', 'בכורה', 'שפה', 'נועה', 'דרמה', 'אולם', 'חיפה'].map(searchable)
    expect(foundBy(inHebrew)).toEqual(new Set([...IN_ENGLISH, ...hebrew]))
  })
})
