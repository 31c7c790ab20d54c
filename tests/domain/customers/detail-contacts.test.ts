import { describe, expect, test } from 'vitest'
import { changeDetails, type DetailInfo, type KnownDetails } from '#lib/domain/customers/customer-details.ts'
import { orderFormFor, type DemandingPresentation } from '#lib/domain/customers/order-form-of.ts'

const NOA: KnownDetails = {
  FirstName: 'נועה',
  LastName: 'ברקאי',
  MobileNumber1: '0547314821',
  EmailAddress1: 'noa@shura.example',
  isEmailProved: true,
  hasIdentity: false,
  mayUpdateMobile: true,
}
const change = (info: DetailInfo, known: Partial<KnownDetails> = {}) => changeDetails(info, { ...NOA, ...known }, Date.UTC(2026, 10, 21))
const saved = (more: object = {}) => ({ ok: true, value: { saved: more, toProve: null } })

describe('names', () => {
  test.each(['FirstName', 'LastName'] as const)('%s stays once it was given', (field) => {
    for (const text of ['', '  ', null])
      expect(change({ [field]: text })).toMatchObject({ refusal: { code: 'FORM_INVALID', facts: { field, rule: 'required' } } })
    expect(change({ [field]: '' }, { [field]: '' })).toEqual(saved({ [field]: '' }))
  })

  test('a blank city is cleared, and a blank address too', () => {
    expect(change({ City: '  ', Address1: null })).toEqual(saved({ City: '', Address1: '' }))
  })
})

describe('a contact that is not there', () => {
  test('is not cleared, proved or refused if it is sent empty', () => {
    expect(change({ MobileNumber1: '' }, { MobileNumber1: '' })).toEqual(saved())
    expect(change({ EmailAddress1: '' }, { EmailAddress1: '', isEmailProved: false })).toEqual(saved())
    expect(change({ EmailAddress1: '' }, { EmailAddress1: 'noa@shura.example', isEmailProved: false })).toEqual(
      saved({ EmailAddress1: '' }),
    )
  })

  test('leaves no way in if the other is cleared', () => {
    expect(change({ MobileNumber1: '' }, { EmailAddress1: '', isEmailProved: true })).toMatchObject({
      refusal: { facts: { field: 'MobileNumber1', rule: 'contact' } },
    })
  })
})

describe('a customer without any contact yet', () => {
  const nobody = { MobileNumber1: '', EmailAddress1: '', isEmailProved: false }

  test('changes other details', () => {
    expect(change({ City: 'חיפה' }, nobody)).toEqual(saved({ City: 'חיפה' }))
    expect(change({ City: 'חיפה' }, { ...nobody, isEmailProved: true })).toEqual(saved({ City: 'חיפה' }))
  })

  test('may clear an address that was never proved, because it was no way in', () => {
    expect(change({ EmailAddress1: '' }, { ...nobody, EmailAddress1: 'noa@shura.example' })).toEqual(saved({ EmailAddress1: '' }))
  })
})

describe('the proof of a stored address', () => {
  test('does not start by another detail that is sent alone', () => {
    expect(change({ City: 'חיפה' }, { isEmailProved: false })).toEqual(saved({ City: 'חיפה' }))
    expect(change({ MobileNumber1: '0547314821' }, { isEmailProved: false })).toEqual(saved())
  })

  test('does not start anew for a proved address', () => {
    expect(change({ EmailAddress1: 'noa@shura.example' })).toEqual(saved())
  })
})

describe('the order form of several demands', () => {
  const plain: DemandingPresentation = { orderForm: null, additionalTerms: null, asksWaiver: false }
  const seat = (minAge: number | null, maxAge: number | null, presentation = plain) => ({
    presentation,
    startsAt: 0,
    ticket: { minAge, maxAge },
  })

  test('has an age demand for a bound at either end, and for none without a waiver', () => {
    const ages = (minAge: number | null, maxAge: number | null, asksWaiver: boolean) =>
      orderFormFor({ needsDelivery: false, seats: [seat(minAge, maxAge, { ...plain, asksWaiver })] }).ages
    expect(ages(18, null, true)).toEqual([{ day: '1970-01-01', minAge: 18, maxAge: null }])
    expect(ages(null, 12, true)).toEqual([{ day: '1970-01-01', minAge: null, maxAge: 12 }])
    expect(ages(null, null, true)).toEqual([])
    expect(ages(18, 30, false)).toEqual([])
  })

  test('keeps what a presentation demands of the second address line if it is delivered', () => {
    const fieldsOf = (demand: 'required' | 'left out') =>
      orderFormFor({ needsDelivery: true, seats: [seat(null, null, { ...plain, orderForm: { address2: demand } })] }).fields.address2
    expect([fieldsOf('required'), fieldsOf('left out')]).toEqual(['required', 'included'])
  })

  test('asks for no mobile number if the address alone is asked for', () => {
    const orderForm = { mobileNumber: 'left out', verifyMobileNumber: 'left out', email: 'required' } as const
    const form = orderFormFor({ needsDelivery: false, seats: [seat(null, null, { ...plain, orderForm })] })
    expect(form.fields).toMatchObject({ mobileNumber: 'left out', email: 'required' })
    const left = orderFormFor({ needsDelivery: false, seats: [seat(null, null, { ...plain, orderForm: { email: 'left out' } })] })
    expect(left.fields.mobileNumber).toBe(orderFormFor({ needsDelivery: false, seats: [] }).fields.mobileNumber)
  })
})
