import { describe, expect, test } from 'vitest'
import { DEFAULT_ORDER_FORM, type FieldDemand } from '#lib/domain/customers/order-form.ts'
import { orderFormFor, type DemandingPresentation, type DemandingSeat } from '#lib/domain/customers/order-form-of.ts'

const PLAIN: DemandingPresentation = { orderForm: null, additionalTerms: null, asksWaiver: false }
const seatOf = (more: Partial<DemandingPresentation>, minAge: number | null = null): DemandingSeat => ({
  presentation: { ...PLAIN, ...more },
  startsAt: Date.parse('2026-11-24T18:30:00Z'),
  ticket: { minAge, maxAge: null },
})
const formOf = (...seats: DemandingSeat[]) => orderFormFor({ needsDelivery: false, seats })
const demands = (city: FieldDemand): Partial<DemandingPresentation> => ({ orderForm: { city } })

test('R5.2 uses the default form if no presentation demands another', () => {
  expect(formOf()).toEqual(DEFAULT_ORDER_FORM)
  expect(formOf(seatOf({}), seatOf({}))).toEqual(DEFAULT_ORDER_FORM)
})

describe('R5.1 takes the strictest demand of several presentations for each field', () => {
  test.each([
    [['left out', 'included'], 'included'],
    [['included', 'left out'], 'included'],
    [['required', 'included'], 'required'],
    [['left out', 'left out', 'required'], 'required'],
    [['left out', 'left out'], 'left out'],
  ] as const)('%j is %s', (wanted, strictest) => {
    expect(formOf(...wanted.map((demand) => seatOf(demands(demand)))).fields.city).toBe(strictest)
  })
  test('keeps a default field for one presentation if another leaves it out', () => {
    const withoutSsn = seatOf({ orderForm: { ssn: 'left out' } })
    expect(formOf(withoutSsn).fields.ssn).toBe('left out')
    expect(formOf(withoutSsn, seatOf({})).fields.ssn).toBe('required')
  })
})

test('requires street and town for delivery, even if the form leaves them out', () => {
  const { fields } = orderFormFor({ needsDelivery: true, seats: [seatOf({ orderForm: { address1: 'left out', postalCode: 'required' } })] })
  expect(fields).toMatchObject({ address1: 'required', address2: 'included', city: 'required', postalCode: 'required' })
})

test('asks for additional terms only if there are any', () => {
  const asked = { additionalTerms: 'required' } as const
  expect(formOf(seatOf({ orderForm: asked })).consents.additionalTerms).toBe('left out')
  expect(formOf(seatOf({ additionalTerms: 'בלי צילום' })).consents.additionalTerms).toBe('required')
  expect(formOf(seatOf({ additionalTerms: 'בלי צילום', orderForm: { additionalTerms: 'included' } })).consents.additionalTerms).toBe(
    'included',
  )
  expect(formOf(seatOf({ orderForm: { termsAcceptance: 'left out' } })).consents.termsAcceptance).toBe('left out')
})

test('R6.4 asks for the mobile number if the form leaves out every contact', () => {
  expect(formOf(seatOf({ orderForm: { mobileNumber: 'left out', email: 'left out' } })).fields).toMatchObject({
    mobileNumber: 'required',
    email: 'left out',
  })
  expect(formOf(seatOf({ orderForm: { mobileNumber: 'left out' } })).fields).toMatchObject({
    verifyMobileNumber: 'left out',
    email: 'required',
  })
})

test('asks for the date of birth with a waiver and compares it with the tickets of that presentation only', () => {
  const form = formOf(
    seatOf({ asksWaiver: true, orderForm: { dateOfBirth: 'left out' } }, 18),
    seatOf({}, 60),
    seatOf({ asksWaiver: true }),
  )
  expect(form.fields.dateOfBirth).toBe('required')
  expect(form.ages).toEqual([{ day: '2026-11-24', minAge: 18, maxAge: null }])
})
