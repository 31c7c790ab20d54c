import { beforeEach, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { showingWords, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { calendarView } from '#lib/server/programme/calendar.ts'
import { featureView } from '#lib/server/programme/feature-page.ts'
import { presentationAnswer } from '#lib/server/programme/presentations.ts'
import { suggestionsFor } from '#lib/server/programme/search.ts'
import { LOCALES, type Locale } from '#lib/text/locales.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeEach(async () => {
  process.env.SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789'
  await freshDatabase()
  forgetCatalogue()
})

const [FEATURE] = smallCatalogue().features ?? []
const POSTER = FEATURE?.poster ?? { svg: '<svg viewBox="0 0 9 9"/>' }
const START = '2090-05-06T20:30'

const WORDED = smallCatalogue({
  locations: [{ id: 1, name: 'האולם', city: 'חיפה', words: { en: { name: 'The Hall', city: 'Haifa' }, ru: { city: 'Хайфа' } } }],
  venues: [{ id: 1, locationId: 1, name: 'ראשי', words: { en: { name: 'Main stage' } } }],
  categories: [{ id: 1, name: 'תיאטרון', words: { en: { name: 'Theatre' } } }],
  features: [
    {
      ...{ id: 1, name: 'הצגה', tagline: 'ערב אחד', categoryId: 1, poster: POSTER },
      credits: [{ role: 'במאית', names: 'נועה ברק' }],
      words: { en: { name: 'The Play', credits: [{ role: 'Director', names: 'Noa Barak' }] }, ar: { name: 'المسرحية' } },
    },
  ],
  ticketGroups: [
    {
      ...{ id: 1, name: 'אולם', words: { en: { name: 'Stalls' } } },
      tickets: [
        { id: 11, name: 'רגיל', price: 89.9, words: { en: { name: 'Regular' }, ru: { name: 'Обычный' } } },
        { id: 12, name: 'סטודנט', price: 70 },
      ],
    },
  ],
  products: [{ id: 1, name: 'תוכנייה', price: 25, image: POSTER, words: { en: { name: 'Programme' } } }],
  serviceCharges: [{ id: 1, name: 'דמי טיפול', percentRatePerOrder: 2.5, words: { en: { name: 'Handling' } } }],
  presentations: (smallCatalogue().presentations ?? []).map((one) => ({
    ...one,
    start: START,
    additionalTerms: 'בלי איחורים',
    words: { en: { additionalTerms: 'No latecomers' } },
  })),
})

async function run(file: unknown): Promise<readonly string[]> {
  return (await importCatalogue([asFile(file)], { today: '2030-05-01' })).problems.map(writeRemark)
}

async function shown(locale: Locale) {
  const answer = await presentationAnswer(1, locale)
  return [
    ...[answer?.featureName, answer?.featureCategoryName, answer?.locationName, answer?.city, answer?.venueName],
    ...[answer?.ticketGroups[0]?.name, ...(answer?.ticketGroups[0]?.tickets.map(({ name }) => name) ?? [])],
    ...[answer?.products[0]?.name, answer?.serviceCharge?.name, answer?.additionalTerms],
  ]
}

const HEBREW = ['הצגה', 'תיאטרון', 'האולם', 'חיפה', 'ראשי', 'אולם', 'רגיל', 'סטודנט', 'תוכנייה', 'דמי טיפול', 'בלי איחורים']

describe('words in languages', () => {
  test('R1.18 are shown in the language, each that is missing in Hebrew', async () => {
    expect(await run(WORDED)).toEqual([])
    expect(await shown('he')).toEqual(HEBREW)
    expect(await shown('en')).toEqual([
      ...['The Play', 'Theatre', 'The Hall', 'Haifa', 'Main stage', 'Stalls', 'Regular', 'סטודנט'],
      ...['Programme', 'Handling', 'No latecomers'],
    ])
    expect(await shown('ru')).toEqual(HEBREW.map((word) => ({ חיפה: 'Хайфа', רגיל: 'Обычный' })[word] ?? word))
    expect((await shown('ar'))[0]).toBe('المسرحية')
    const view = await featureView(1, null, 'en')
    expect(view?.feature).toMatchObject({ name: 'The Play', tagline: 'ערב אחד', credits: [{ names: 'Noa Barak' }] })
  })

  test('are gone when the file has none any more, and a file without any imports unchanged', async () => {
    await run(WORDED)
    expect(await run(smallCatalogue({ presentations: WORDED.presentations?.map(({ words: _words, ...one }) => one) ?? [] }))).toEqual([])
    forgetCatalogue()
    expect((await shown('en')).slice(0, 3)).toEqual(HEBREW.slice(0, 3))
    expect((await catalogue('en')).features.get(1)).toBe((await catalogue()).features.get(1))
  })

  test('R1.18 find a show by the words of the language and by the Hebrew ones', async () => {
    await run(WORDED)
    const found = async (q: string, locale: Locale) => (await calendarView(new URLSearchParams({ q }), locale)).foundCount
    for (const q of ['Play', 'Barak', 'Haifa', 'Theatre', 'הצגה', 'ברק', 'חיפה']) expect([q, await found(q, 'en')]).toEqual([q, 1])
    expect([await found('המסרחית', 'he'), await found('Play', 'he')]).toEqual([0, 0])
    expect((await suggestionsFor('pla', 'en')).map(({ text }) => text)).toContain('The Play')
  })

  test('a city is found under its name in each language', async () => {
    await run(WORDED)
    const at = async (location: string, locale: Locale) => {
      const view = await calendarView(new URLSearchParams({ location }), locale)
      return [view.query.location, view.foundCount]
    }
    for (const city of ['חיפה', 'Haifa', 'Хайфа']) expect(await at(city, 'en')).toEqual(['Haifa', 1])
    expect(await at('Haifa', 'he')).toEqual(['חיפה', 1])
    expect(await at('1', 'en')).toEqual(['1', 1])
    expect((await featureView(1, 'חיפה', 'en'))?.city).toBe('Haifa')
  })

  test('name what was bought in the language of its buyer, unless the ticket is called otherwise by now', async () => {
    await run(WORDED)
    const from = await catalogue('en')
    expect(showingWords(from, 1)).toMatchObject({
      featureName: 'The Play',
      venueName: 'Main stage',
      locationName: 'The Hall',
      city: 'Haifa',
    })
    expect(showingWords(from, 99)).toEqual({})
    expect([ticketWord(from, 11, 'רגיל'), ticketWord(from, 11, 'מבוגר'), ticketWord(from, 12, 'סטודנט')]).toEqual([
      'Regular',
      'מבוגר',
      'סטודנט',
    ])
    expect(ticketWord(await catalogue(), 11, 'רגיל')).toBe('רגיל')
  })

  test('are refused in a language that there is not, when empty, and for a field that has none', async () => {
    const withWords = (words: unknown) => ({ ...WORDED, venues: [{ id: 1, locationId: 1, name: 'ראשי', words }] })
    for (const words of [
      { fr: { name: 'Salle' } },
      { he: { name: 'אולם' } },
      { en: { name: ' ' } },
      { en: { minutes: 9 } },
      { en: 'Hall' },
    ])
      expect([words, (await run(withWords(words))).length > 0]).toEqual([words, true])
    for (const words of [null, {}, ...LOCALES.slice(1).map((locale) => ({ [locale]: { name: 'Hall' } }))])
      expect([words, await run(withWords(words))]).toEqual([words, []])
  })
})
