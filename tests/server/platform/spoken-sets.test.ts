import { runInNewContext } from 'node:vm'
import { afterEach, expect, it } from 'vitest'
import { overrideTexts } from '#lib/text/overrides.ts'
import { spokenSetOf } from '#lib/server/platform/http/spoken-sets.ts'
import { textsFor } from '#lib/text/text.ts'
import { textsOfIsland } from '#lib/text/texts-by-name.ts'

afterEach(() => {
  overrideTexts([])
})

it('is made once, and an island has by its name what it had as an attribute', () => {
  const set = spokenSetOf({ locale: 'he' })
  expect(spokenSetOf({ locale: 'he', isOfTickets: false })).toBe(set)
  expect(textsOfIsland(set.name)).toBe(set.texts)
  expect(set.texts).toEqual(textsFor('he', ['common', 'order', 'seats', 'errors']))
})

it('gives a browser the same texts by its script', () => {
  const { name, script, texts } = spokenSetOf({ locale: 'ar', isOfTickets: true })
  const self: { shuraTexts?: Record<string, unknown> } = {}
  runInNewContext(script, { self })
  expect(self.shuraTexts?.[name]).toEqual(texts)
})

it('has an address for each language, each kind of places and producers', () => {
  const speeches = [{}, { isOfTickets: true }, { isOfProducer: true }, { isOfTickets: true, isOfProducer: true }]
  const addresses = (['he', 'en', 'ru', 'ar'] as const).flatMap((locale) => speeches.map((one) => spokenSetOf({ locale, ...one }).address))
  expect(new Set(addresses).size).toBe(16)
})

it('gives a producer the words of the marks', () => {
  const texts = spokenSetOf({ locale: 'en', isOfProducer: true }).texts
  expect(texts['producer.mark_mine']).toBeTruthy()
  expect(texts['seats.legend.partly']).not.toBe(spokenSetOf({ locale: 'en' }).texts['seats.legend.partly'])
})

it('has an address of its own for a business with words of its own, and a new one when words change', () => {
  const before = spokenSetOf({ locale: 'en' })
  expect(spokenSetOf({ locale: 'en', businessId: 7 })).toBe(before)
  overrideTexts([{ locale: 'en', namespace: 'order', businessId: 7, texts: { next: 'Onwards' } }])
  const [shop, own] = [spokenSetOf({ locale: 'en', businessId: 8 }), spokenSetOf({ locale: 'en', businessId: 7 })]
  expect(shop.address).toBe(before.address)
  expect(own.address).not.toBe(shop.address)
  expect([shop.texts['order.next'], own.texts['order.next']]).toEqual([before.texts['order.next'], 'Onwards'])
  overrideTexts([{ locale: 'en', namespace: 'order', businessId: 7, texts: { next: 'Go on' } }])
  expect(spokenSetOf({ locale: 'en', businessId: 7 }).name).toBe(own.name)
  expect(spokenSetOf({ locale: 'en', businessId: 7 }).address).not.toBe(own.address)
})
