import { expect, test } from 'vitest'
import { formatMobileNumber, isMobileNumber, normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'

test.each([
  '0547314821',
  '054-731-4821',
  '054 731 4821',
  '054.731.4821',
  '(054) 7314821',
  '+972547314821',
  '+972-54-731-4821',
  '972547314821',
  '00972547314821',
  '+972 (0)54 731 4821',
  '972-0547314821',
  '054־731־4821',
  '\u202A054-731-4821\u202C',
  ' 054–7314821 ',
])('reads %s as 0547314821', (typed) => {
  expect(normaliseMobileNumber(typed)).toBe('0547314821')
  expect(isMobileNumber(typed)).toBe(true)
})

test.each([
  '',
  '054731482',
  '05473148210',
  '037770140',
  '+97237770140',
  '+1547314821',
  '547314821',
  '054-731-482a',
  '+972+547314821',
  '0972547314821',
])('rejects %j as a mobile number', (typed) => {
  expect(normaliseMobileNumber(typed)).toBeUndefined()
  expect(isMobileNumber(typed)).toBe(false)
})

test('shows a mobile number in three groups and anything else as typed', () => {
  expect(formatMobileNumber('+972547314821')).toBe('054-731-4821')
  expect(formatMobileNumber('03-7770140')).toBe('03-7770140')
})
