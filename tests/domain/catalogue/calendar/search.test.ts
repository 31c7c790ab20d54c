import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeWords, findAll, indexWords, nearest, suggest } from '#lib/domain/catalogue/calendar/search-shows.ts'
import { bareSpelling, onOtherKeyboard, searchable, wordsOf } from '#lib/domain/catalogue/calendar/search-text.ts'
import { FIT, fitOf, isOneLetterOff, likeness } from '#lib/domain/catalogue/calendar/search-words.ts'

describe('normalises text', () => {
  it.each([
    ['תל־אביב', 'תל אביב'],
    ['סטנד-אפ', 'סטנד אפ'],
    ['צה״ל', 'צהל'],
    ['ג׳אז', 'גאז'],
    ["ג'אז", 'גאז'],
    ['שָׁלוֹם', 'שלומ'],
    ['مُحَمَّد', 'محمد'],
    ['أحمد فؤاد', 'احمد فواد'],
    ['مــرحبا', 'مرحبا'],
    ['  Jazz,  NIGHT ', 'jazz night'],
    ['Café', 'cafe'],
    ['הָרֶכֶב „417”', 'הרכב 417'],
    ['ך ם ן ף ץ', 'כ מ נ פ צ'],
    ['…', ''],
  ])('%j as %j', (text, uniform) => {
    expect(searchable(text)).toBe(uniform)
  })

  it('finds an Arabic name with vowel signs by its letters alone, and one with a hamza without it', () => {
    const index = indexWords([
      { key: 'a', text: 'مُحَمَّد عَسّاف' },
      { key: 'b', text: 'أحمد فؤاد' },
    ])
    for (const [typed, key] of [
      ['محمد', 'a'],
      ['فواد', 'b'],
      ['احمد', 'b'],
      ['عساف', 'a'],
    ] as const)
      expect(findAll(index, typed)).toEqual({ keys: new Set([key]), isExact: true })
  })

  it('splits words and strips them to their bare spelling', () => {
    expect(wordsOf(' — ')).toEqual([])
    expect(bareSpelling('תיאטרון')).toBe('תאטרן')
    expect(bareSpelling('יוון')).toBe('ין')
  })

  it.each([
    ['dar', 'גשר'],
    ['JHPV', 'חיפה'],
    ['חשזז', 'jazz'],
    ['גשר jazz', undefined],
    ['417', undefined],
  ])('reads %j typed on the other keyboard as %j', (text, other) => {
    expect(onOtherKeyboard(text)).toBe(other)
  })
})

it('an index of changed texts is that of the texts as they are now, and the one before stays as it was', () => {
  const text = fc.array(fc.constantFrom('גשר', 'חיפה', 'jazz', 'night', '417'), { maxLength: 3 }).map((words) => words.join(' '))
  const texts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), text)
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const entriesOf = (all: typeof before) => Object.entries(all).map(([key, one]) => ({ key, text: one }))
      const index = indexWords(entriesOf(before))
      const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
      const changed = changeWords(
        index,
        keys.map((key) => ({ key, before: before[key] ?? '', after: after[key] ?? '' })),
      )
      expect(changed).toEqual(indexWords(entriesOf(after)))
      expect(index).toEqual(indexWords(entriesOf(before)))
    }),
  )
})

describe('matches a typed word with a stored one', () => {
  it.each([
    ['the same', 'גשר', 'גשר', FIT.whole],
    ['its beginning', 'תזמ', 'תזמורת', FIT.start],
    ['within it', 'גשר', 'הגשר', FIT.within],
    ['plene spelling', 'תיאטרון', 'תאטרון', FIT.spelling],
    ['defective spelling', 'תאטרון', 'תיאטרון', FIT.spelling],
    ['a doubled yod', 'בניין', 'בנין', FIT.spelling],
    ['a doubled vav', 'תקווה', 'תקוה', FIT.spelling],
    ['a short word spelt plene', 'אימא', 'אמא', FIT.spelling],
    ['another short word', 'שיר', 'שור', undefined],
    ['a missing letter', 'תזמרת', 'תזמורת', FIT.spelling],
    ['a missing letter', 'גיטרת', 'גיטרות', FIT.spelling],
    ['a missing letter', 'דרקן', 'דרקנה', FIT.start],
    ['a letter too much', 'דרדקון', 'דרקון', FIT.near],
    ['a wrong letter', 'טרקון', 'דרקון', FIT.near],
    ['swapped letters', 'דקרון', 'דרקון', FIT.near],
    ['a first letter missing', 'רקונים', 'דרקונים', FIT.within],
    ['a letter missing at the beginning of a longer word', 'תמורת', 'תזמורתנו', FIT.near],
    ['two wrong letters', 'טרגון', 'דרקון', undefined],
    ['a short word with a wrong letter', 'גשד', 'גשר', undefined],
    ['nothing alike', 'ירושלים', 'פסנתר', undefined],
  ])('%s: %s for %s', (_what, typed, word, fit) => {
    expect(fitOf(searchable(typed), searchable(word))).toBe(fit)
  })

  it('tolerates one letter and rates the similarity', () => {
    expect(isOneLetterOff('abc', 'abc')).toBe(true)
    expect(isOneLetterOff('abcd', 'badc')).toBe(false)
    expect(likeness('גשר', 'גשר')).toBe(1)
    expect(likeness('גשר', 'ים')).toBe(0)
    expect(likeness('גשרים', 'גשר')).toBeGreaterThan(likeness('גשרים', 'ירח'))
  })
})

describe('finds shows', () => {
  const index = indexWords([
    { key: 'bridge haifa', text: 'הגשר של אבא תיאטרון רות אלמגור חיפה' },
    { key: 'bridge jerusalem', text: 'הגשר של אבא תיאטרון רות אלמגור ירושלים' },
    { key: 'orchestra', text: 'תזמורת הרחוב מוזיקה חיפה' },
  ])
  const keys = (text: string) => [...(findAll(index, text)?.keys ?? ['no words'])]

  it.each([
    ['every word must be there', 'גשר חיפה', ['bridge haifa'], true],
    ['in any order', 'חיפה הגשר', ['bridge haifa'], true],
    ['spelt otherwise', 'תאטרון ירושלים', ['bridge jerusalem'], true],
    ['a letter wrong', 'תזטורת', ['orchestra'], false],
    ['the wrong keyboard', 'dar jhpv', ['bridge haifa'], false],
    ['none', 'קרקס', [], false],
    ['words of different shows', 'תזמורת ירושלים', [], false],
  ])('%s: %j', (_what, text, expected, isExact) => {
    expect(keys(text)).toEqual(expected)
    expect(findAll(index, text)?.isExact).toBe(isExact)
  })

  it('filters nothing for a text without words', () => {
    expect(findAll(index, ' — ')).toBeUndefined()
  })

  it('hides near matches if there is an exact one', () => {
    const two = indexWords([
      { key: 'near', text: 'מרכבה' },
      { key: 'exact', text: 'מרכבת' },
    ])
    expect([...(findAll(two, 'מרכבת')?.keys ?? [])]).toEqual(['exact'])
  })
})

describe('suggestions', () => {
  const choices = ['הגשר של אבא', 'גשרים בוערים', 'תזמורת הרחוב', 'רחוב הגפן', 'כוכב בלי שם'].map((text) => ({ text }))
  const index = indexWords(choices.map(({ text }) => ({ key: text, text })))
  const texts = (text: string, most = 8) =>
    suggest(index, text, { most, choose: (keys) => choices.filter((one) => keys.includes(one.text)).map((one) => one.text) })

  it.each([
    ['a beginning before what is within', 'גשר', ['גשרים בוערים', 'הגשר של אבא']],
    ['a whole word before a longer one', 'רחוב', ['רחוב הגפן', 'תזמורת הרחוב']],
    ['several words', 'תזמורת רח', ['תזמורת הרחוב']],
    ['a letter wrong', 'תזטור', ['תזמורת הרחוב']],
    ['the wrong keyboard', 'fufc', ['כוכב בלי שם']],
    ['nothing', 'קרקס', []],
    ['no word', '-', []],
  ])('%s: %s', (_what, typed, expected) => {
    expect(texts(typed)).toEqual(expected)
  })

  it('returns no more suggestions than asked for, and the nearest titles if nothing matches', () => {
    expect(texts('גשר', 1)).toEqual(['גשרים בוערים'])
    const asked: (readonly string[])[] = []
    suggest(index, 'גשר', { most: 1, choose: (keys) => (asked.push(keys), keys) })
    expect(asked, 'no worse fits are chosen from than are wanted').toEqual([[], ['גשרים בוערים']])
    expect(nearest(choices, 'כוכבנית', 1)).toEqual([{ text: 'כוכב בלי שם' }])
    expect(nearest(choices, 'qqqq', 3)).toEqual([])
  })
})
