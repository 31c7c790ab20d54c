import { describe, expect, test } from 'vitest'
import { placesOf } from '#lib/text/place-text.ts'
import { rowFact, rowText } from '#lib/text/row-text.ts'
import { textOf } from '#lib/text/text.ts'

describe('the name of a row', () => {
  test.each([
    ['he', '7', 'שורה 7'],
    ['he', 'שולחן 7', 'שולחן 7'],
    ['en', 'שולחן 7', 'table 7'],
    ['ru', 'שולחן 7', 'стол 7'],
    ['ar', 'שולחן 7', 'طاولة 7'],
    ['en', 'תא 3', 'box 3'],
    ['he', 'לוג׳ה ב', 'לוג׳ה ב'],
    ['en', 'ספסל A', 'bench A'],
    ['he', 'שולחנות', 'שורה שולחנות'],
  ] as const)('in %s, %s: %s', (locale, name, expected) => {
    expect(rowText(textOf(locale), 'seats', name).replaceAll(/[\u2066-\u2069]/g, '')).toBe(expected)
  })

  test('of several tables says the word once', () => {
    expect(rowText(textOf('en'), 'document', 'שולחן 7, שולחן 8')).toBe('Table 7, 8')
    expect(rowFact(textOf('en'), 'שולחן 7')).toEqual(['Table', '7'])
    expect(rowFact(textOf('he'), '12')).toEqual(['שורה', '12'])
  })

  test('is on tickets and in messages', () => {
    const tickets = ['3', '4'].map((seatName) => ({ sectionName: 'אולם', rowName: 'שולחן 7', seatName }))
    expect(placesOf({ tickets }, textOf('he'))).toEqual(['אולם · שולחן 7 · מושבים 3, 4'])
  })
})
