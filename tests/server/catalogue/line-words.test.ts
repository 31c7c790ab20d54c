import { expect, it } from 'vitest'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { EMPTY } from '#lib/server/catalogue/catalogue-parts.ts'
import { lineWord } from '#lib/server/catalogue/line-words.ts'

const PRICES = [
  { id: 21, name: 'מבוגר' },
  { id: 22, name: 'נוער' },
]
const one = <T extends object>(fields: T) => new Map([[7, { id: 7, ...fields }]])
const FROM = {
  ...EMPTY,
  memberships: one({ name: 'מנוי', prices: PRICES }),
  voucherClasses: one({ name: 'תו', prices: PRICES }),
  donations: one({ name: 'תרומה', details: PRICES }),
} as unknown as Catalogue

it.each([
  ['membership', 'מנוי, נוער'],
  ['voucher', 'תו, נוער'],
  ['donation', 'תרומה: נוער'],
])('a %s is named by the price that was paid, and by none if that is gone', (kind, name) => {
  expect(lineWord(FROM, { kind, id: 7, priceId: 22 })).toBe(name)
  for (const priceId of [23, null, undefined]) expect(lineWord(FROM, { kind, id: 7, priceId })).toBeUndefined()
})
