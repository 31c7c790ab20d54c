import { expect, test } from 'vitest'
import { listSeatNames } from '#lib/text/seat-names.ts'

test('names seats by their numbers, whatever the order of selection', () => {
  expect(listSeatNames(['15', '9', '14'])).toBe('9, 14, 15')
  expect(listSeatNames(['B2', 'A10', 'A9'])).toBe('A9, A10, B2')
})
