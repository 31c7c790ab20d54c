import { describe, expect, test } from 'vitest'
import { normaliseEmail } from '#lib/domain/customers/email-address.ts'
import { factsOfRule, keepsRule } from '#lib/domain/customers/form-rules.ts'
import { isIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { loadedMobile, maskSsn } from '#lib/domain/customers/loaded-customer.ts'
import { maskEmail, maskMobileNumber, maskName } from '#lib/domain/customers/mask-contact.ts'
import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'

describe('an e-mail address', () => {
  test('is compared trimmed and in lower case', () => {
    expect(normaliseEmail('  Noa.Barkai@Shura.Example\t')).toBe('noa.barkai@shura.example')
  })

  test.each(['', 'noa', 'noa@shura', 'noa@@shura.example', 'noa barkai@shura.example'])('is not %j', (text) => {
    expect(normaliseEmail(text)).toBeUndefined()
  })

  test('has at most 200 characters', () => {
    const ofLength = (length: number) => `${'n'.repeat(length - '@shura.example'.length)}@shura.example`
    expect(normaliseEmail(ofLength(200))).toBe(ofLength(200))
    expect(normaliseEmail(ofLength(201))).toBeUndefined()
  })
})

describe('a mask shows its owner enough and others nothing', () => {
  test.each([
    ['נועה', 'נ•••'],
    ['  Noa ', 'N•••'],
    ['', ''],
    ['   ', ''],
  ])('of the name %j: %j', (name, mask) => {
    expect(maskName(name)).toBe(mask)
  })

  test.each([
    ['noa.barkai@shura.example', 'n•••@shura.example'],
    ['"n@a"@shura.example', '"•••@a"@shura.example'],
    ['@shura.example', '@shura.example'],
  ])('of the address %s: %s', (address, mask) => {
    expect(maskEmail(address)).toBe(mask)
  })

  test.each([
    ['0547314821', '•••••••821'],
    ['4821', '•821'],
    ['821', '821'],
    ['', ''],
  ])('of the mobile number %s: %s', (number, mask) => {
    expect(maskMobileNumber(number)).toBe(mask)
  })

  test('of an ID number of three digits or fewer hides none of them', () => {
    expect([maskSsn('018'), maskSsn('18')]).toEqual(['018', '18'])
  })
})

describe('lengths of typed texts', () => {
  test('keep both ends of the range and count whole characters', () => {
    const keeps = (text: string) => [keepsRule(text, { rule: 'min', least: 2 }), keepsRule(text, { rule: 'max', most: 3 })]
    expect(['א', 'אב', 'אבג', 'אבגד', '🎭🎭🎭'].map(keeps)).toEqual([
      [false, true],
      [true, true],
      [true, true],
      [true, false],
      [true, true],
    ])
  })

  test('are named in the sentence of a broken rule; other rules have no values', () => {
    expect(factsOfRule({ rule: 'min', least: 2 })).toEqual({ min: 2 })
    expect(factsOfRule({ rule: 'max', most: 30 })).toEqual({ max: 30 })
    expect(factsOfRule({ rule: 'email' })).toEqual({})
    expect(factsOfRule({ rule: 'birthDate' })).toEqual({})
  })
})

test('R3.4 replaces +972 only at the beginning of a number, blanks before it aside', () => {
  expect(loadedMobile(' +972547314821 ')).toBe('0547314821')
  expect(loadedMobile('054 +972')).toBe('054 +972')
  expect(normaliseMobileNumber('05+97254731')).toBeUndefined()
  expect(normaliseMobileNumber('0597231482')).toBe('0597231482')
})

test('an ID number of all zeros is none', () => {
  expect(['0', '000000000', '000000018'].map(isIsraeliId)).toEqual([false, false, true])
})
