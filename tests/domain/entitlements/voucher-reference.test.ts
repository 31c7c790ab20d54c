import { describe, expect, test } from 'vitest'
import { hasCheckSign, isMistyped, RANDOM_SIGNS, spacedReference, withCheckSign } from '#lib/domain/entitlements/voucher-reference.ts'

const SIGNS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
const REFERENCE = withCheckSign('7K3M9QZ0A1B2C4D5EFG')

describe('the reference of a voucher', () => {
  test('ends in a check sign, and is read in groups of four', () => {
    expect(REFERENCE).toHaveLength(RANDOM_SIGNS + 1)
    expect(Math.log2(SIGNS.length) * RANDOM_SIGNS).toBeGreaterThanOrEqual(80)
    expect(hasCheckSign(REFERENCE)).toBe(true)
    expect(spacedReference('ABCDEFGH')).toBe('ABCD-EFGH')
    expect(spacedReference(REFERENCE)).toMatch(/^(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}$/)
  })

  test('tells every single wrong sign', () => {
    for (const [at, own] of [...REFERENCE].entries())
      for (const sign of SIGNS.filter((one) => one !== own))
        expect(hasCheckSign(REFERENCE.slice(0, at) + sign + REFERENCE.slice(at + 1)), `${sign} at ${String(at)}`).toBe(false)
  })

  test('tells two neighbours that are swapped, but for 0 and Z', () => {
    for (const first of SIGNS)
      for (const second of SIGNS.filter((one) => one !== first)) {
        const reference = withCheckSign(`0${first}${second}`)
        const swapped = `0${second}${first}${reference.slice(-1)}`
        expect(hasCheckSign(swapped), swapped).toBe([first, second].toSorted().join('') === '0Z')
      }
  })

  test('knows no other signs', () => {
    expect(hasCheckSign('O000')).toBe(false)
  })
})

describe('a number that somebody typed', () => {
  test('is mistyped if it has the form of an own one and a wrong sign, two swapped ones, or a letter that looks like a digit, in any writing', () => {
    const typed = spacedReference(REFERENCE)
    for (const right of [typed, REFERENCE, typed.toLowerCase().replaceAll('-', ' ')]) expect(isMistyped(right), right).toBe(false)
    for (const wrong of [
      typed.replace('7', '8'),
      typed.replace('7K', 'K7').toLowerCase(),
      REFERENCE.replace('0', 'O'),
      REFERENCE.replace('1', 'I'),
    ])
      expect(isMistyped(wrong), wrong).toBe(true)
  })

  test.each([
    'GIFT-1000-0060',
    '12345678901234567890',
    `${REFERENCE}A`,
    REFERENCE.slice(1),
    `U${REFERENCE.slice(1)}`,
    'OLD-HOUSE-0123456789-01',
    '',
  ])('%s may be of a house, and is not judged', (typed) => expect(isMistyped(typed)).toBe(false))
})
