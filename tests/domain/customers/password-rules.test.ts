import { describe, expect, test } from 'vitest'
import { isWeakPassword } from '#lib/domain/customers/weak-password.ts'

const isWeak = (password: string, ...known: string[]) => isWeakPassword(password, known)
const GOOD = 'kVt9zqpLmx'

describe('a password’s length', () => {
  test('is 10 to 200 characters, each counted once', () => {
    expect(isWeak(GOOD.slice(1))).toBe(true)
    expect(isWeak(GOOD)).toBe(false)
    expect(isWeak(GOOD.repeat(20))).toBe(false)
    expect(isWeak(`${GOOD.repeat(20)}k`)).toBe(true)
    expect(isWeak('🎭🎪🎨🎬kVt')).toBe(true)
  })
})

describe('a password’s variety', () => {
  test('needs five different characters, blanks at the ends aside', () => {
    expect(isWeak('kvkvtkvtzk')).toBe(true)
    expect(isWeak('kvkvtkvtz9')).toBe(false)
    expect(isWeak(' kvkvtkvtzk ')).toBe(true)
  })

  test.each(['abcdefghijklm', 'mlkjihgfedcba', 'abcdefghijkz', 'zabcdefghijk'.slice(1) + 'l'])('is none in the run %s', (password) => {
    expect(isWeak(password)).toBe(true)
  })

  test.each(['acegikmoqsu', 'abcdefgzyxwvk', 'badcfehgjilk', 'aabbccddeeffg'])('is enough in %s, which is no run', (password) => {
    expect(isWeak(password)).toBe(false)
  })
})

test.each(['0547314821', '5812 9406 37', '+972-54-731-4829', '.,;:!?-_+='])(
  'a password without a letter is weak, whoever’s number it is: %s',
  (password) => {
    expect(isWeak(password)).toBe(true)
  },
)

describe('a customer’s own details are no password', () => {
  test.each([
    ['the address', 'noa.barkai@shura.example', 'noa.barkai@shura.example'],
    ['the address in capitals', 'NOA.BARKAI@SHURA.EXAMPLE', 'noa.barkai@shura.example'],
    ['its name', 'noa.barkai', 'Noa.Barkai@shura.example'],
    ['a name of three letters, filled up', 'Noa1234567', 'noa'],
    ['a full name', 'noa barkai', 'Noa Barkai'],
    ['an address that begins with a digit', '7noa@shura.example', '7noa@shura.example'],
  ])('%s: %s', (_what, password, known) => {
    expect(isWeak(password, known)).toBe(true)
    expect(isWeak(password, 'somebody else', known)).toBe(true)
    expect(isWeak(password, 'somebody else')).toBe(false)
  })

  test.each([
    ['a name of two letters', 'li84613975', 'li'],
    ['the number within other words', 'my 0547314821 phone', '0547314821'],
  ])('but %s in it: %s', (_what, password, known) => {
    expect(isWeak(password, known)).toBe(false)
  })
})
