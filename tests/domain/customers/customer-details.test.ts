import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeDetails, DETAIL_FIELDS, type DetailInfo, type KnownDetails } from '#lib/domain/customers/customer-details.ts'

const NOW = Date.UTC(2026, 10, 21)
const NOA: KnownDetails = {
  FirstName: 'נועה',
  LastName: 'ברקאי',
  MobileNumber1: '0547314821',
  EmailAddress1: 'noa@shura.example',
  isEmailProved: true,
  hasIdentity: false,
  mayUpdateMobile: true,
}

function change(info: DetailInfo, known: Partial<KnownDetails> = {}) {
  return changeDetails(info, { ...NOA, ...known }, NOW)
}

describe('personal details', () => {
  test('R2.57 R7.31 have exactly these seven fields', () => {
    expect([...DETAIL_FIELDS].sort()).toEqual(
      ['Address1', 'City', 'DateOfBirth', 'EmailAddress1', 'FirstName', 'LastName', 'MobileNumber1'].sort(),
    )
  })

  test('are stored as the order form stores them: a missing field stays, an empty one is cleared', () => {
    expect(change({ FirstName: ' נועה ', City: 'חיפה', Address1: '', DateOfBirth: null })).toEqual({
      ok: true,
      value: { saved: { FirstName: 'נועה', City: 'חיפה', Address1: '', DateOfBirth: '' }, toProve: null },
    })
  })

  test.each([
    [{ FirstName: 'x1' }, 'FirstName', 'alpha'],
    [{ LastName: '' }, 'LastName', 'required'],
    [{ MobileNumber1: '12345' }, 'MobileNumber1', 'mobile'],
    [{ EmailAddress1: 'nobody' }, 'EmailAddress1', 'email'],
    [{ Address1: 'א' }, 'Address1', 'min'],
    [{ DateOfBirth: '2030-01-01' }, 'DateOfBirth', 'birthDate'],
  ] as const)('follow the rules of the order form: %j', (info, field, rule) => {
    expect(change(info)).toMatchObject({ ok: false, refusal: { code: 'FORM_INVALID', facts: { field, rule } } })
  })

  test('allow an empty name if none was ever given', () => {
    expect(change({ FirstName: '', LastName: '' }, { FirstName: '', LastName: '' }).ok).toBe(true)
  })
})

describe('a new number or address', () => {
  test('is returned for verification and not saved, one at a time, the number first', () => {
    expect(change({ MobileNumber1: '+972-52-5550102', EmailAddress1: 'new@shura.example', City: 'חיפה' })).toEqual({
      ok: true,
      value: { saved: { City: 'חיפה' }, toProve: { field: 'MobileNumber1', target: '0525550102' } },
    })
    expect(change({ EmailAddress1: 'new@shura.example' })).toMatchObject({ value: { saved: {}, toProve: { field: 'EmailAddress1' } } })
  })

  test('is not new if only its spelling differs', () => {
    expect(change({ MobileNumber1: '054-731-4821', EmailAddress1: 'NOA@shura.example' })).toEqual({
      ok: true,
      value: { saved: {}, toProve: null },
    })
    expect(change({ MobileNumber1: '0547314821' }, { MobileNumber1: '+972547314821' })).toMatchObject({ value: { toProve: null } })
  })

  test('verifies an unverified address on file if it is sent alone', () => {
    const known = { isEmailProved: false }
    expect(change({ EmailAddress1: NOA.EmailAddress1 }, known)).toMatchObject({ value: { toProve: { field: 'EmailAddress1' } } })
    expect(change({ EmailAddress1: NOA.EmailAddress1, City: 'חיפה' }, known)).toMatchObject({ value: { toProve: null } })
  })

  test('R6.14 accepts a mobile number only if the setting allows it', () => {
    const known = { MobileNumber1: '', mayUpdateMobile: false }
    expect(change({ MobileNumber1: '0525550102' }, known)).toMatchObject({ refusal: { code: 'MOBILE_UPDATE_NOT_ALLOWED' } })
    expect(change({ MobileNumber1: '' }, known).ok).toBe(true)
    expect(change({ MobileNumber1: '0525550102' }, { MobileNumber1: '' })).toMatchObject({ value: { toProve: { target: '0525550102' } } })
  })
})

describe('the last way in', () => {
  test('cannot be removed', () => {
    const contact = (field: string) => ({ refusal: { code: 'FORM_INVALID', facts: { field, rule: 'contact' } } })
    expect(change({ MobileNumber1: '' }, { isEmailProved: false })).toMatchObject(contact('MobileNumber1'))
    expect(change({ MobileNumber1: '', EmailAddress1: '' })).toMatchObject(contact('MobileNumber1'))
    expect(change({ EmailAddress1: '' }, { MobileNumber1: '' })).toMatchObject(contact('EmailAddress1'))
  })

  test('can be removed if another remains', () => {
    expect(change({ MobileNumber1: '' })).toMatchObject({ value: { saved: { MobileNumber1: '' } } })
    expect(change({ EmailAddress1: '' })).toMatchObject({ value: { saved: { EmailAddress1: '' } } })
    expect(change({ MobileNumber1: '', EmailAddress1: '' }, { hasIdentity: true }).ok).toBe(true)
  })

  test('stays, whatever is sent', () => {
    const value = fc.option(fc.constantFrom('', 'noa@shura.example', 'new@shura.example', '0547314821', '0525550102'), { nil: undefined })
    fc.assert(
      fc.property(
        value,
        value,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (MobileNumber1, EmailAddress1, isEmailProved, hasIdentity, hasMobile) => {
          const known = { ...NOA, isEmailProved, hasIdentity, MobileNumber1: hasMobile ? NOA.MobileNumber1 : '' }
          fc.pre(hasMobile || isEmailProved || hasIdentity)
          const changed = changeDetails({ MobileNumber1, EmailAddress1 }, known, NOW)
          if (!changed.ok) return
          const { saved } = changed.value
          const mobile = saved.MobileNumber1 ?? known.MobileNumber1
          const email = isEmailProved ? (saved.EmailAddress1 ?? known.EmailAddress1) : ''
          expect(mobile !== '' || email !== '' || hasIdentity).toBe(true)
          expect([undefined, '']).toContain(saved.MobileNumber1)
          expect([undefined, '']).toContain(saved.EmailAddress1)
        },
      ),
    )
  })
})
