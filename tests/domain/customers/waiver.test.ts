import { describe, expect, test } from 'vitest'
import { checkOrderForm, DEFAULT_ORDER_FORM, type OrderForm } from '#lib/domain/customers/order-form.ts'
import { dayOf } from '#lib/domain/time/days.ts'
import { ageOn, fitsAges, isBirthDate } from '#lib/domain/customers/waiver.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['1990-05-17', true],
  ['2026-11-21', true],
  ['2026-11-22', false],
  ['1899-12-31', false],
  ['1900-01-01', true],
  ['2023-02-29', false],
  ['2024-02-29', true],
  ['1990-13-01', false],
  ['17/05/1990', false],
  ['1990-5-17', false],
  ['', false],
  ['1990-05-17T00:00', false],
])('%s is a date of birth: %s', (text, isOne) => {
  expect(isBirthDate(text, NOW)).toBe(isOne)
})

test.each([
  ['2008-11-24', '2026-11-24', 18],
  ['2008-11-25', '2026-11-24', 17],
  ['2008-11-23', '2026-11-24', 18],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2008-02-29', '2028-02-29', 20],
  ['2026-11-24', '2026-11-24', 0],
])('born on %s, on %s somebody is %i', (born, day, age) => {
  expect(ageOn(born, day)).toBe(age)
})

test('takes the day of a presentation in Asia/Jerusalem, in winter and summer', () => {
  expect(dayOf(Date.parse('2026-11-23T22:30:00Z'))).toBe('2026-11-24')
  expect(dayOf(Date.parse('2026-11-23T21:59:59Z'))).toBe('2026-11-23')
  expect(dayOf(Date.parse('2026-07-01T21:00:00Z'))).toBe('2026-07-02')
})

describe('R8.83 checks the age against every ticket', () => {
  const day = '2026-11-24'
  test.each([
    [8, 14, '2018-11-24', true],
    [8, 14, '2018-11-25', false],
    [8, 14, '2011-11-25', true],
    [8, 14, '2011-11-24', false],
    [null, 14, '2026-11-24', true],
    [18, null, '1926-11-24', true],
  ])('from %s to %s, born on %s: %s', (minAge, maxAge, born, fits) => {
    expect(fitsAges(born, [{ day, minAge, maxAge }])).toBe(fits)
    expect(
      fitsAges(born, [
        { day, minAge: null, maxAge: null },
        { day, minAge, maxAge },
      ]),
    ).toBe(fits)
  })

  test('reports it at the field of the form', () => {
    const form: OrderForm = {
      fields: {
        ...DEFAULT_ORDER_FORM.fields,
        firstName: 'left out',
        lastName: 'left out',
        ssn: 'left out',
        email: 'left out',
        dateOfBirth: 'required',
      },
      consents: { termsAcceptance: 'left out', additionalTerms: 'left out' },
      ages: [{ day, minAge: 18, maxAge: null }],
    }
    const rulesOf = (dateOfBirth: string) =>
      checkOrderForm({ mobileNumber: '0547314821', dateOfBirth }, form, NOW).map(({ field, rule }) => `${field} ${rule}`)
    expect(rulesOf('')).toEqual(['dateOfBirth required'])
    expect(rulesOf('2026-11-22')).toEqual(['dateOfBirth birthDate'])
    expect(rulesOf('2008-11-25')).toEqual(['dateOfBirth age'])
    expect(rulesOf('2008-11-24')).toEqual([])
    const named = { ...form, fields: { ...form.fields, firstName: 'required' } } as const
    expect(checkOrderForm({ firstName: 'נועה', mobileNumber: '0547314821', dateOfBirth: '2008-11-24' }, named, NOW)).toEqual([])
  })
})
