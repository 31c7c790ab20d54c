import { expect, test } from 'vitest'
import { cardDigits, passesLuhn } from '#lib/domain/payments/card-number.ts'

test.each([
  ['4580000000000000', true],
  ['4242424242424242', true],
  ['4580000000000001', false],
  ['4242424242424224', false],
])('checks the checksum of %s: %s', (digits, isRight) => {
  expect(passesLuhn(digits)).toBe(isRight)
})

test('ignores spaces and hyphens in a card number', () => {
  expect(cardDigits('4580 0000-0000 0000')).toBe('4580000000000000')
})
