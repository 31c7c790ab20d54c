import { expect, test } from 'vitest'
import { listSeatNames } from '#lib/text/seat-names.ts'

test('seats are named by their numbers, whatever the order in which they were chosen', () => {
  expect(listSeatNames(['15', '9', '14'])).toBe('9, 14, 15')
  expect(listSeatNames(['B2', 'A10', 'A9'])).toBe('A9, A10, B2')
})
