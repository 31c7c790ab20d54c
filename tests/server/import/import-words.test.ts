import { beforeEach, describe, expect, test } from 'vitest'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { lineWord, linesIn, seriesIn, voucherNames } from '#lib/server/catalogue/line-words.ts'
import { sectionWord, showingWords, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { planIn } from '#lib/domain/catalogue/plan-words.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { calendarView } from '#lib/server/programme/calendar.ts'
import { featureView } from '#lib/server/programme/feature-page.ts'
import { presentationAnswer } from '#lib/server/programme/presentations.ts'
import { suggestionsFor } from '#lib/server/programme/search.ts'
import { LOCALES, type Locale } from '#lib/text/locales.ts'
import { asFile, smallCatalogue, smallPlan } from '#tests/support/catalogue-files.ts'
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

const OFFERS = smallCatalogue({
  seasons: [{ id: 1, name: 'העונה', starts: '2030-01-01T00:00', ends: '2031-01-01T00:00', words: { en: { name: 'The season' } } }],
  ticketGroups: [
    {
      id: 1,
      name: 'אולם',
      tickets: [
        { id: 11, name: 'רגיל', price: 80 },
        { id: 14, name: 'כניסה', price: 0, access: 'member' },
      ],
    },
  ],
  memberships: [
    {
      ...{ id: 1, code: 'eight', name: 'שמונה', className: 'כרטיסייה', description: 'שמונה כניסות', type: 'open', tickets: [14], uses: 8 },
      words: { en: { name: 'Eight', className: 'Pass', description: 'Eight entries' }, ru: { name: 'Восемь' } },
      prices: [
        { id: 11, code: 'adult', name: 'רגיל', note: 'לכול', price: 80, words: { en: { name: 'Adult', note: 'For all' } } },
        { id: 12, code: 'student', name: 'סטודנט', price: 60, ref1prompt: 'מספר', words: { en: { ref1prompt: 'Number' } } },
      ],
    },
  ],
  voucherSuperClasses: [
    {
      ...{ id: 1, name: 'שוברים', description: 'לכול', words: { en: { name: 'Vouchers', description: 'For all' } } },
      classes: [
        {
          ...{ id: 11, name: 'שובר', words: { en: { name: 'Voucher' }, ar: { name: 'قسيمة' } } },
          prices: [
            { id: 111, name: 'מאה', price: 100, words: { en: { name: 'A hundred' } } },
            { id: 112, name: 'שובר', price: 50, words: { en: { name: 'Voucher' } } },
          ],
        },
      ],
    },
  ],
  donations: [
    {
      ...{ id: 1, code: 'first', name: 'ראשון', description: 'לילדים', recipient: 'הקרן', recipientNumber: '580341192', image: POSTER },
      words: { en: { name: 'First', description: 'For children', recipient: 'The fund' } },
      amounts: [{ id: 11, name: 'תלמיד', amount: 60, thanks: 'תודה', words: { en: { name: 'A pupil', thanks: 'Thank you' } } }],
      free: { id: 12, name: 'אחר', min: 5, max: 50, words: { ru: { name: 'Другая' } } },
    },
  ],
})

async function offered(locale: Locale) {
  const from = await catalogue(locale)
  const membership = from.memberships.get(1)
  const superClass = from.voucherSuperClasses.get(1)
  const cause = from.donations.get(1)
  return [
    ...[from.seasons.get(1)?.name, membership?.name, membership?.className, membership?.description],
    ...(membership?.prices.flatMap(({ name, note, ref1prompt }) => [name, note, ref1prompt]) ?? []),
    ...[superClass?.name, superClass?.description, from.voucherClasses.get(11)?.name],
    ...(superClass?.classes[0]?.prices.map(({ name }) => name) ?? []),
    ...[cause?.name, cause?.description, cause?.recipient, ...(cause?.details.flatMap(({ name, thanks }) => [name, thanks]) ?? [])],
  ]
}

const OFFERED = [
  ...['העונה', 'שמונה', 'כרטיסייה', 'שמונה כניסות', 'רגיל', 'לכול', null, 'סטודנט', '', 'מספר', 'שוברים', 'לכול', 'שובר', 'מאה', 'שובר'],
  ...['ראשון', 'לילדים', 'הקרן', 'תלמיד', 'תודה', 'אחר', ''],
]

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
    const view = await featureView(1, { city: null, part: null }, 'en')
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
    expect((await featureView(1, { city: 'חיפה', part: null }, 'en'))?.city).toBe('Haifa')
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

const PLAN = smallPlan()
const SAID = { en: { sections: { אולם: 'Stalls', מדשאה: 'Lawn' } }, ru: { sections: { אולם: 'Партер' } } }
const withPlan = (words: unknown, more: object = {}) => ({ ...smallCatalogue(), seatplans: [{ ...PLAN, ...more, words }] })

async function sectionsIn(locale: Locale) {
  const plan = await planOf(1)
  const from = await catalogue(locale)
  return plan && [planIn(plan, locale).sections.map(({ name }) => name), ['אולם', 'מדשאה'].map((name) => sectionWord(from, 1, name))]
}

describe('words of seat plans', () => {
  test('R1.18 name sections in the language, each that is missing in Hebrew', async () => {
    expect(await run(withPlan(SAID))).toEqual([])
    const hebrew = ['אולם', 'מדשאה']
    expect(await sectionsIn('en')).toEqual([
      ['Stalls', 'Lawn'],
      ['Stalls', 'Lawn'],
    ])
    expect(await sectionsIn('ru')).toEqual([
      ['Партер', 'מדשאה'],
      ['Партер', 'מדשאה'],
    ])
    for (const locale of ['he', 'ar'] as const) expect(await sectionsIn(locale)).toEqual([hebrew, hebrew])
    const from = await catalogue('en')
    expect([sectionWord(from, 1, 'יציע ישן'), sectionWord(from, 1, 'constructor'), sectionWord(from, 99, 'אולם')]).toEqual([
      'יציע ישן',
      'constructor',
      'אולם',
    ])
  })

  test('are part of the edition that a browser keeps, and gone when the file has none any more', async () => {
    const edition = async (locale: Locale) => (await presentationAnswer(1, locale))?.seatplanVersion
    await run(withPlan(undefined))
    const bare = await edition('en')
    expect(await edition('he')).toBe(bare)
    await run(withPlan(SAID))
    forgetCatalogue()
    const [hebrew, english, arabic] = [await edition('he'), await edition('en'), await edition('ar')]
    expect([english, arabic]).toEqual([`${hebrew ?? ''}.en`, hebrew])
    expect(hebrew).not.toBe(bare)
    expect((await importCatalogue([asFile(withPlan(SAID))], { today: '2030-05-01' })).changes).toBe(0)
    await run(withPlan(undefined))
    forgetCatalogue()
    expect([await edition('en'), (await sectionsIn('en'))?.[0]]).toEqual([bare, ['אולם', 'מדשאה']])
  })

  test('are refused for a section or a stage that the plan does not name, when empty, and in a language that there is not', async () => {
    for (const words of [
      { en: { sections: { יציע: 'Balcony' } } },
      { en: { stage: 'Stage' } },
      { en: { sections: { אולם: ' ' } } },
      { en: { name: 'Hall' } },
      { fr: { sections: { אולם: 'Salle' } } },
    ])
      expect([words, (await run(withPlan(words))).length > 0]).toEqual([words, true])
    const [problem] = await run(withPlan({ en: { sections: { יציע: 'Balcony' } } }))
    expect(problem).toContain('the seat plan has no section "יציע"')
  })
})

describe('words of what is sold beside tickets', () => {
  test('R1.18 are shown in the language, each that is missing in Hebrew, wherever the thing stands', async () => {
    expect(await run(OFFERS)).toEqual([])
    expect(await offered('he')).toEqual(OFFERED)
    expect(await offered('en')).toEqual([
      ...[
        'The season',
        'Eight',
        'Pass',
        'Eight entries',
        'Adult',
        'For all',
        null,
        'סטודנט',
        '',
        'Number',
        'Vouchers',
        'For all',
        'Voucher',
      ],
      ...['A hundred', 'Voucher', 'First', 'For children', 'The fund', 'A pupil', 'Thank you', 'אחר', ''],
    ])
    expect(await offered('ru')).toEqual(OFFERED.map((word) => (word === 'שמונה' ? 'Восемь' : word === 'אחר' ? 'Другая' : word)))
    const { memberships, membershipsByCode, voucherClasses, voucherSuperClasses } = await catalogue('en')
    expect(membershipsByCode.get('eight')).toBe(memberships.get(1))
    expect(voucherSuperClasses.get(1)?.classes[0]).toBe(voucherClasses.get(11))
  })

  test('are gone when the file has none any more, and a second import changes nothing', async () => {
    await run(OFFERS)
    const again = await importCatalogue([asFile(OFFERS)], { today: '2030-05-01' })
    expect(again).toMatchObject({ problems: [], changes: 0 })
    const bare: unknown = JSON.parse(JSON.stringify(OFFERS, (key, value: unknown) => (key === 'words' ? undefined : value)))
    expect(await run(bare)).toEqual([])
    forgetCatalogue()
    expect(await offered('en')).toEqual(OFFERED)
  })

  test('name the lines of orders in the language of their reader, unless they are called otherwise by now', async () => {
    await run(OFFERS)
    const lines = [
      { kind: 'membership', id: 1, priceId: 11, name: 'שמונה, רגיל' },
      { kind: 'membership', id: 1, priceId: 12, name: 'שמונה, נוער' },
      { kind: 'member', id: 1, name: 'שמונה' },
      { kind: 'voucher', id: 11, priceId: 111, name: 'שובר, מאה' },
      { kind: 'voucher', id: 11, priceId: 112, name: 'שובר' },
      { kind: 'donation', id: 1, priceId: 11, name: 'ראשון: תלמיד' },
      { kind: 'donation', id: 1, priceId: 99, name: 'ראשון: עשרה' },
      { kind: 'product', id: 1, name: 'תוכנייה' },
      { kind: 'lease', id: 1, name: 'שכירות' },
    ]
    expect((await linesIn('en', lines)).map(({ name }) => name)).toEqual([
      ...['Eight, Adult', 'שמונה, נוער', 'Eight', 'Voucher, A hundred', 'Voucher', 'First: A pupil', 'ראשון: עשרה', 'תוכנייה', 'שכירות'],
    ])
    expect(await linesIn('he', lines)).toBe(lines)
    expect(lineWord(await catalogue('en'), { kind: 'film', id: 9 })).toBeUndefined()
    const series = { ...lines[0], kind: 'membership', id: 1, name: 'שמונה, רגיל', line: 0 }
    expect(await seriesIn('en', [{ series }, { series: null }])).toEqual([{ series: { line: 0, name: 'Eight, Adult' } }, { series: null }])
    const nameOf = await voucherNames()
    expect([
      nameOf('en', { classId: 11, name: 'שובר, מאה' }),
      nameOf('he', { classId: 11, name: 'שובר, מאה' }),
      nameOf('en', { classId: 11, name: 'שובר ישן' }),
      nameOf('en', { classId: null, name: 'שובר' }),
    ]).toEqual(['Voucher, A hundred', 'שובר, מאה', 'שובר ישן', 'שובר'])
  })

  test('are refused in a language that there is not, when empty, and for a field that has none', async () => {
    const [membership] = OFFERS.memberships ?? []
    const [cause] = OFFERS.donations ?? []
    const [superClass] = OFFERS.voucherSuperClasses ?? []
    for (const words of [{ fr: { name: 'Huit' } }, { en: { name: ' ' } }, { en: { code: 'x' } }, { en: { price: 5 } }])
      for (const file of [
        { ...OFFERS, seasons: [{ ...OFFERS.seasons?.[0], words }] },
        { ...OFFERS, memberships: [{ ...membership, words }] },
        { ...OFFERS, memberships: [{ ...membership, prices: [{ ...membership?.prices[0], words }] }] },
        { ...OFFERS, voucherSuperClasses: [{ ...superClass, words }] },
        { ...OFFERS, voucherSuperClasses: [{ ...superClass, classes: [{ ...superClass?.classes[0], words }] }] },
        { ...OFFERS, donations: [{ ...cause, words }] },
        { ...OFFERS, donations: [{ ...cause, amounts: [{ ...cause?.amounts?.[0], words }] }] },
      ])
        expect([words, (await run(file)).length]).toEqual([words, 1])
  })
})
