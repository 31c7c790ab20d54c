import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadedAddress, loadedMobile, maskSsn } from '#lib/domain/customers/loaded-customer.ts'

test('R3.4 replaces a leading +972 of a mobile number by 0 and keeps any other number', () => {
  expect(loadedMobile('+972547314821')).toBe('0547314821')
  expect(loadedMobile('+972-54-7314821')).toBe('054-7314821')
  expect(loadedMobile('+9720547314821')).toBe('0547314821')
  expect(loadedMobile('0547314821')).toBe('0547314821')
  expect(loadedMobile('')).toBe('')
  expect(loadedMobile('+1 555 0100')).toBe('+1 555 0100')
})

test('R3.5 removes every # from an address and nothing else', () => {
  expect(loadedAddress('הרצל 5#דירה #7')).toBe('הרצל 5דירה 7')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('#', 'א', '5', ' ', '/') }), (address) => {
      expect(loadedAddress(address)).toBe([...address].filter((sign) => sign !== '#').join(''))
    }),
  )
})

test('is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('+', '9', '7', '2', '0', '5', '-', ' ') }), (number) => {
      expect(loadedMobile(loadedMobile(number))).toBe(loadedMobile(number))
    }),
  )
})

test('masks an ID number except for its last three digits', () => {
  expect(maskSsn('000000018')).toBe('••••••018')
  expect(maskSsn('')).toBe('')
})
