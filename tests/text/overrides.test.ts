import { afterEach, expect, test } from 'vitest'
import { RESOURCES } from '#lib/text/catalogues.ts'
import { overrideProblem, overrideTexts, type TextOverride } from '#lib/text/overrides.ts'
import { textOf, textsFor } from '#lib/text/text.ts'

const SHOP: TextOverride = { locale: 'he', namespace: 'errors', businessId: undefined, texts: { codeNotFound: 'אין קוד כזה בתיאטרון.' } }
const BUSINESS: TextOverride = {
  ...SHOP,
  businessId: 7,
  texts: { codeNotFound: 'אין קוד כזה במועדון.', SEAT_LIMIT: 'עד {{max}} מושבים במועדון' },
}

afterEach(() => {
  overrideTexts([])
})

test('R1.22 lets a shop override a text, on the server and in islands, and keeps all others', () => {
  overrideTexts([SHOP])
  expect(textOf('he')('errors.codeNotFound')).toBe('אין קוד כזה בתיאטרון.')
  expect(textsFor('he', ['errors'])).toEqual({ ...standard('he'), 'errors.codeNotFound': 'אין קוד כזה בתיאטרון.' })
  expect(textOf('ru')('errors.codeNotFound')).toBe(RESOURCES.ru.errors.codeNotFound)
})

test('R1.22 lets a business override the shop’s text for itself only', () => {
  overrideTexts([BUSINESS, SHOP])
  expect(textOf('he', 7)('errors.SEAT_LIMIT', { max: 8 })).toBe('עד 8 מושבים במועדון')
  expect([textOf('he', 7), textOf('he', 8), textOf('he')].map((t) => t('errors.codeNotFound'))).toEqual([
    'אין קוד כזה במועדון.',
    'אין קוד כזה בתיאטרון.',
    'אין קוד כזה בתיאטרון.',
  ])
  expect(textsFor('he', ['errors'], 7)['errors.codeNotFound']).toBe('אין קוד כזה במועדון.')
  expect(textsFor('he', ['errors'], 8)['errors.codeNotFound']).toBe('אין קוד כזה בתיאטרון.')
})

test('falls back to the shop’s texts in languages that a business does not override', () => {
  overrideTexts([BUSINESS])
  expect(textOf('en', 7)('errors.codeNotFound')).toBe(RESOURCES.en.errors.codeNotFound)
  expect(textOf('ru', 7)('seats.matches', { count: 3 })).toBe(textOf('ru')('seats.matches', { count: 3 }))
})

test('restores the catalogue when overrides are removed', () => {
  const before = textOf('he')('errors.codeNotFound')
  overrideTexts([SHOP])
  expect(textOf('he')('errors.codeNotFound')).not.toBe(before)
  overrideTexts([])
  expect(textOf('he')('errors.codeNotFound')).toBe(before)
  expect(textsFor('he', ['errors'])).toEqual(standard('he'))
})

test.each([
  ['SEAT_LIMIT', 'עד {{max}} מושבים', undefined],
  ['SEAT_LIMIT', 'פחות מושבים', 'SEAT_LIMIT: {{max}} is missing'],
  ['codeNotFound', 'אין {{code}}', 'codeNotFound: {{code}} is not known here'],
  ['NO_SUCH_CODE', 'אין', 'NO_SUCH_CODE: the catalogue has no such text'],
])('checks the override of errors.%s, “%s”: %s', (key, text, problem) => {
  expect(overrideProblem({ locale: 'he', namespace: 'errors' }, key, text)).toBe(problem)
})

function standard(locale: 'he'): Record<string, string> {
  return Object.fromEntries(Object.entries(RESOURCES[locale].errors).map(([key, text]) => [`errors.${key}`, text]))
}
