import { expect, test } from 'vitest'
import { isIsraeliId, normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'

const VALID = [
  ['123456782', '123456782'],
  ['000000018', '000000018'],
  ['18', '000000018'],
  ['1234-56782', '123456782'],
  [' 123456782 ', '123456782'],
  ['\u200f123456782\u200e', '123456782'],
  ['1234\u05be56782', '123456782'],
  ['039337423', '039337423'],
  ['39337423', '039337423'],
] as const

test.each(VALID)('stores the ID number %s as %s', (typed, kept) => {
  expect(normaliseIsraeliId(typed)).toBe(kept)
  expect(isIsraeliId(typed)).toBe(true)
})

test.each(['', '0', '000000000', '123456789', '1234567820', '12345678a', 'אבגדהוזחט', '+23456782'])(
  'rejects %j as an ID number',
  (typed) => {
    expect(normaliseIsraeliId(typed)).toBeUndefined()
    expect(isIsraeliId(typed)).toBe(false)
  },
)

test('accepts exactly one of ten check digits', () => {
  const fitting = Array.from({ length: 10 }, (_empty, digit) => `12345678${String(digit)}`).filter(isIsraeliId)
  expect(fitting).toEqual(['123456782'])
})

test('detects two swapped neighbouring digits', () => {
  expect(isIsraeliId('123456782')).toBe(true)
  expect(isIsraeliId('213456782')).toBe(false)
})
