import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugOf } from '#lib/domain/catalogue/slug.ts'

describe('the slug of a text', () => {
  it.each([
    ['  Desert Voices  ', 'desert-voices'],
    ['JAZZ', 'jazz'],
    ['Éclair à la crème', 'eclair-a-la-creme'],
    ['Smørrebrød Straße Łódź', 'smorrebrod-strasse-lodz'],
    ['İstanbul', 'istanbul'],
  ])('R5.33 trims, lowercases and transliterates %j to %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  it.each([
    ['קולות המדבר 2026', 'קולות-המדבר-2026'],
    ['שָׁלוֹם', 'שלום'],
    ['مهرجان الأغنية', 'مهرجان-الأغنية'],
    ['مـهرجان', 'مهرجان'],
    ['music & <b>art</b>!', 'music-bartb'],
    ['москва π 東京 9', '9'],
    ['a/b?c#d%e.f', 'abcdef'],
    ['🎭', ''],
  ])('R5.34 keeps of %j only %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  it.each([
    ['a -- b', 'a-b'],
    ['תל־אביב – יפו', 'תל-אביב-יפו'],
    ['-a-!-b-', 'a-b'],
  ])('R5.35 collapses hyphens: %j is %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  it('R5.34 R5.35 is a slug of itself, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const slug = slugOf(text)
        expect(slugOf(slug)).toBe(slug)
        expect(slug).toMatch(/^$|^[a-z0-9\p{Script=Hebrew}\p{Script=Arabic}]+(-[a-z0-9\p{Script=Hebrew}\p{Script=Arabic}]+)*$/u)
      }),
    )
  })
})
