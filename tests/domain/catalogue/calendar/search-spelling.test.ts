import { describe, expect, it } from 'vitest'
import { findAll, indexWords, suggest } from '#lib/domain/catalogue/calendar/search-shows.ts'
import { onOtherKeyboard } from '#lib/domain/catalogue/calendar/search-text.ts'
import { FIT, fitOf, isOneLetterOff } from '#lib/domain/catalogue/calendar/search-words.ts'

describe('plene spelling', () => {
  it.each([
    ['a vowel letter more in a word of two consonants', 'שיר', 'שר', FIT.spelling],
    ['a vowel letter less in it', 'שר', 'שיר', FIT.spelling],
    ['another vowel letter in it', 'שיר', 'שוור', undefined],
    ['another vowel letter in the longer one', 'שוור', 'שיר', undefined],
    ['another consonant in it', 'שר', 'שיק', undefined],
    ['letters that a longer word has among others', 'שק', 'שירק', undefined],
    ['a beginning of three consonants', 'תאט', 'תיאטרונ', FIT.spelling],
    ['an end of three consonants', 'טרונ', 'תיאטרנימ', undefined],
  ])('%s: %s for %s', (_what, typed, word, fit) => {
    expect(fitOf(typed, word)).toBe(fit)
  })
})

describe('one letter off', () => {
  it.each([
    ['a wrong letter in four', 'מרכס', 'מרכז', FIT.near],
    ['a wrong letter in three', 'גשד', 'גשר', undefined],
    ['a letter too much at the beginning of a longer word', 'תזמצרת', 'תזמרתנכ', FIT.near],
    ['a letter missing at the beginning of a longer word', 'תמרת', 'תזמרתנכ', FIT.near],
    ['a wrong letter at the beginning of a longer word', 'תזצרת', 'תזמרתנכ', FIT.near],
    ['a word much shorter than what was typed', 'דרקנצמב', 'דרק', undefined],
  ])('%s: %s for %s', (_what, typed, word, fit) => {
    expect(fitOf(typed, word)).toBe(fit)
  })

  it.each([
    ['swapped neighbours', 'abcd', 'bacd', true],
    ['swapped at the end', 'abcd', 'abdc', true],
    ['two wrong neighbours', 'abcd', 'axyd', false],
    ['a first letter moved, another put before it', 'abcd', 'xacd', false],
    ['a second letter moved, another put after it', 'abcd', 'bxcd', false],
    ['swapped, and another letter wrong', 'abcd', 'bacx', false],
    ['a letter more', 'abc', 'abcd', true],
    ['two letters more', 'ab', 'abcd', false],
  ])('%s: %s and %s: %s', (_what, one, other, isOff) => {
    expect(isOneLetterOff(one, other)).toBe(isOff)
    expect(isOneLetterOff(other, one)).toBe(isOff)
  })
})

describe('keys of the other layout', () => {
  it.each([
    ['dar 7', 'גשר 7'],
    ['tct', 'אבא'],
    ['גשר 7', 'dar 7'],
    ['אבא!', 'tct!'],
  ])('%j becomes %j; what is no letter stays', (typed, other) => {
    expect(onOtherKeyboard(typed)).toBe(other)
  })
})

describe('a long search text', () => {
  const eight = 'גשר ירוק אדום כחול לבנ שחור צהוב סגול'
  const index = indexWords([{ key: 'all', text: eight }])
  const onKeys = (text: string) => onOtherKeyboard(text) ?? ''

  it('counts with its first eight words', () => {
    expect([...(findAll(index, `${eight} קרקס`)?.keys ?? [])]).toEqual(['all'])
    expect([...(findAll(index, `קרקס ${eight}`)?.keys ?? [])]).toEqual([])
    expect(suggest(index, `${eight} קרקס`, { most: 8, choose: (keys) => keys })).toHaveLength(1)
    expect(suggest(index, `קרקס ${eight}`, { most: 8, choose: (keys) => keys })).toHaveLength(0)
  })

  it('does so on the other keyboard layout too', () => {
    expect(findAll(index, onKeys(`${eight} קרקס`))).toEqual({ keys: new Set(['all']), isExact: false })
    expect(findAll(index, onKeys(`קרקס ${eight}`))?.keys.size).toBe(0)
  })
})

describe('suggestions', () => {
  const choices = indexWords(['מרכבת', 'מרכבה', 'הפנינה', 'סיפור'].map((text) => ({ key: text, text })))
  const texts = (typed: string) => suggest(choices, typed, { most: 8, choose: (keys) => keys })

  it('have what fits exactly, without what is near, and otherwise what is near', () => {
    expect(texts('מרכבת')).toEqual(['מרכבת'])
    expect(texts('מרכבה')).toEqual(['מרכבה'])
    expect(texts('מרכבק')).toEqual(['מרכבת', 'מרכבה'])
  })
})
