import { expect, it } from 'vitest'
import { LOOKS } from '#islands/seat-map/core/looks.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { textOf, textsFor } from '#lib/text/text.ts'

it('R5.8 shows the seat limit in its exact English words and in Hebrew', () => {
  expect(textOf('en')('seats.limit', { max: 8 })).toBe('cannot select more than 8 seats')
  expect(textOf('he')('seats.limit', { max: 8 })).toBe('אי אפשר לבחור יותר מ־8 מושבים')
})

it.each(['he', 'en'] as const)('has a legend for every look and a spoken name for every feature in %s', (locale) => {
  const keys = new Set(Object.keys(textsFor(locale, ['seats'])))
  const wanted = [...LOOKS.map((look) => `seats.legend.${look}`), ...Object.values(SEAT_FEATURE).map((code) => `seats.feature.${code}`)]
  expect(wanted.filter((key) => !keys.has(key))).toEqual([])
})
