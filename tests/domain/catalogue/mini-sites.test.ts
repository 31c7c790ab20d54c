import { expect, test } from 'vitest'
import { addressOfSite, isOpenSite, wordsOf, type MiniSiteWords } from '#lib/domain/catalogue/mini-sites.ts'

test.each([
  ['always, if it says nothing', null, null, true],
  ['from its first moment', 100, null, true],
  ['not before', 101, null, false],
  ['until its end', null, 101, true],
  ['not at its end', null, 100, false],
  ['between both', 100, 101, true],
  ['not after both', 1, 2, false],
])('the page of an organiser is there %s', (_when, opensAt, closesAt, is) => {
  expect(isOpenSite({ opensAt, closesAt }, 100)).toBe(is)
})

test('R2.27 it stands under /mini-site, at an address that may have letters of any script', () => {
  expect(addressOfSite({ url: 'readers' })).toBe('/mini-site/readers')
  expect(addressOfSite({ url: 'א/ב' })).toBe('/mini-site/%D7%90%2F%D7%91')
})

test('it speaks a language as far as it has words in it, else Hebrew', () => {
  const none: MiniSiteWords = { name: '', eyebrow: '', lead: '', note: '', aboutTitle: '', about: '' }
  const he = { ...none, name: 'ערב לקוראים', lead: 'שלום' }
  const words = { he, en: { ...none, name: 'Readers’ evening', note: 'for readers' } }
  expect(wordsOf({ words }, 'en')).toEqual({ ...he, name: 'Readers’ evening', note: 'for readers' })
  expect([wordsOf({ words }, 'he'), wordsOf({ words }, 'ru')]).toEqual([he, he])
})
