import { describe, expect, test } from 'vitest'
import {
  checkOrderForm,
  DEFAULT_ORDER_FORM,
  normaliseOrderInfo,
  type FieldDemand,
  type OrderField,
  type OrderForm,
  type OrderFormInfo,
} from '#lib/domain/customers/order-form.ts'
import { keepsRule } from '#lib/domain/customers/form-rules.ts'
import { RESOURCES } from '#lib/text/catalogues.ts'
import { translator } from '#lib/text/translate.ts'

const NOA: OrderFormInfo = {
  firstName: 'נועה',
  lastName: 'בר־קאי',
  mobileNumber: '054-731-4821',
  verifyMobileNumber: '+972547314821',
  email: 'noa.barkai@example.com',
  ssn: '123456782',
  termsAcceptance: true,
}
const rulesOf = (info: OrderFormInfo, form: OrderForm = DEFAULT_ORDER_FORM): string[] =>
  checkOrderForm(info, form).map((problem) => `${problem.field} ${problem.rule}`)
const formWith = (field: OrderField, demand: FieldDemand): OrderForm => ({
  ...DEFAULT_ORDER_FORM,
  fields: { ...DEFAULT_ORDER_FORM.fields, [field]: demand },
})

test('accepts a correctly filled form', () => {
  expect(rulesOf(NOA)).toEqual([])
})

test('R5.2 requires first name, last name, email, mobile number and ID number by default', () => {
  expect(rulesOf({ termsAcceptance: true })).toEqual([
    'firstName required',
    'lastName required',
    'mobileNumber required',
    'email required',
    'ssn required',
  ])
  expect(rulesOf({ ...NOA, firstName: '   ' })).toEqual(['firstName required'])
})

describe('R5.1 fields are required, included or excluded by configuration', () => {
  test('reports an empty required field', () => {
    expect(rulesOf(NOA, formWith('city', 'required'))).toEqual(['city required'])
  })
  test('accepts an empty included field and validates a filled one', () => {
    expect(rulesOf(NOA, formWith('postalCode', 'included'))).toEqual([])
    expect(rulesOf({ ...NOA, postalCode: '12' }, formWith('postalCode', 'included'))).toEqual(['postalCode min'])
  })
  test('ignores an excluded field', () => {
    expect(rulesOf({ ...NOA, email: 'nonsense' }, formWith('email', 'left out'))).toEqual([])
  })
})

describe('R5.4 the mobile confirmation must match', () => {
  test.each([
    ['0547314821', '054-731-4821', []],
    ['+972547314821', '0547314821', []],
    ['0547314821', '0547314812', ['verifyMobileNumber sameMobile']],
    ['0547314821', '', ['verifyMobileNumber sameMobile']],
    ['0547314821', undefined, []],
  ])('%s and %s', (mobileNumber, verifyMobileNumber, problems) => {
    expect(rulesOf({ ...NOA, mobileNumber, verifyMobileNumber })).toEqual(problems)
  })
})

test('R5.6 requires the terms to be accepted if the form asks for them', () => {
  const accepted = { required: ['termsAcceptance terms'], included: [], 'left out': [] } as const
  for (const [demand, problems] of Object.entries(accepted)) {
    const form: OrderForm = { ...DEFAULT_ORDER_FORM, consents: { termsAcceptance: demand as FieldDemand, additionalTerms: 'left out' } }
    expect(rulesOf({ ...NOA, termsAcceptance: false }, form)).toEqual(problems)
    expect(rulesOf({ ...NOA, termsAcceptance: undefined }, form)).toEqual(problems)
    expect(rulesOf(NOA, form)).toEqual([])
  }
  const both: OrderForm = { ...DEFAULT_ORDER_FORM, consents: { termsAcceptance: 'required', additionalTerms: 'required' } }
  expect(rulesOf(NOA, both)).toEqual(['additionalTerms additionalTerms'])
})

describe('R4.43 R6.5 checkout needs a mobile number or an e-mail', () => {
  const form: OrderForm = { ...DEFAULT_ORDER_FORM, fields: { ...DEFAULT_ORDER_FORM.fields, mobileNumber: 'included', email: 'included' } }
  const { mobileNumber, email, verifyMobileNumber: _again, ...nobody } = NOA
  test.each([
    ['neither', {}, ['mobileNumber contact']],
    ['blanks', { mobileNumber: ' ', email: '' }, ['mobileNumber contact']],
    ['a mobile number', { mobileNumber }, []],
    ['an e-mail', { email }, []],
    ['a wrong e-mail', { email: 'noa@' }, ['email email']],
  ])('%s', (_what, given, problems) => {
    expect(rulesOf({ ...nobody, ...given }, form)).toEqual(problems)
  })
  test('is told of the contact that is required, not of the other one', () => {
    const mailRequired: OrderForm = { ...form, fields: { ...form.fields, email: 'required' } }
    expect(rulesOf(nobody, mailRequired)).toEqual(['email required'])
  })
  test('requires the one contact that the form asks for', () => {
    const onlyMail: OrderForm = { ...form, fields: { ...form.fields, mobileNumber: 'left out', verifyMobileNumber: 'left out' } }
    expect(rulesOf(nobody, onlyMail)).toEqual(['email contact'])
    expect(rulesOf({ ...nobody, email }, onlyMail)).toEqual([])
  })
})

test.each([
  ['firstName', 'N0a', 'firstName alpha'],
  ['firstName', 'נ', 'firstName min'],
  ['lastName', 'ב'.repeat(61), 'lastName max'],
  ['mobileNumber', '03-7770140', 'mobileNumber mobile'],
  ['email', 'noa@example', 'email email'],
  ['email', 'noa barkai@example.com', 'email email'],
  ['ssn', '12345678a', 'ssn numeric'],
  ['ssn', '123456789', 'ssn ssn'],
])('finds that %s = %s breaks %s', (field, text, problem) => {
  expect(rulesOf({ ...NOA, verifyMobileNumber: undefined, [field]: text })).toEqual([problem])
})

test.each([
  [{ rule: 'alpha_num' }, 'a1ב', true],
  [{ rule: 'alpha_num' }, 'a-1', false],
  [{ rule: 'numeric' }, '0123', true],
  [{ rule: 'max', most: 3 }, 'ארבע', false],
  [{ rule: 'max', most: 3 }, 'שלש', true],
  [{ rule: 'alpha' }, "ז׳אן־לוק ד'ארק", true],
  [{ rule: 'alpha' }, 'בן־דוד (כהן)', true],
  [{ rule: 'alpha' }, 'O’Brien', true],
  [{ rule: 'alpha' }, "O'Brien", true],
  [{ rule: 'alpha' }, 'Jean-Luc', true],
  [{ rule: 'alpha' }, 'בן–דוד', true],
  [{ rule: 'alpha' }, 'Jean‑Luc', true],
  [{ rule: 'alpha' }, '()', false],
  [{ rule: 'alpha' }, 'נועה 2', false],
  [{ rule: 'alpha' }, 'נועה <b>', false],
] as const)('rule %o and %s', (rule, text, kept) => {
  expect(keepsRule(text, rule)).toBe(kept)
})

test('stores details trimmed, with mobile and ID number in one spelling', () => {
  expect(normaliseOrderInfo({ ...NOA, firstName: ' נועה ', ssn: '18' }, DEFAULT_ORDER_FORM)).toEqual({
    ...NOA,
    firstName: 'נועה',
    mobileNumber: '0547314821',
    verifyMobileNumber: '0547314821',
    ssn: '000000018',
  })
  expect(normaliseOrderInfo({ mobileNumber: ' 1 ', ssn: 'x' }, DEFAULT_ORDER_FORM)).toEqual({ mobileNumber: '1', ssn: 'x' })
})

test('fills up an ID number to nine digits, and no other number', () => {
  const form = formWith('postalCode', 'included')
  expect(normaliseOrderInfo({ ssn: '18', postalCode: '18' }, form)).toEqual({ ssn: '000000018', postalCode: '18' })
})

test('drops fields that the form excludes', () => {
  const info = { ...NOA, city: 'חיפה', dateOfBirth: '1990-01-01', additionalTerms: true, mailingConsent: true }
  expect(normaliseOrderInfo(info, DEFAULT_ORDER_FORM)).toEqual({
    ...NOA,
    mobileNumber: '0547314821',
    verifyMobileNumber: '0547314821',
    mailingConsent: true,
  })
  expect(normaliseOrderInfo(info, formWith('city', 'included')).city).toBe('חיפה')
  expect(normaliseOrderInfo(info, formWith('ssn', 'left out'))).not.toHaveProperty('ssn')
})

describe('the messages of the form', () => {
  const he = translator(RESOURCES.he.form, 'he')
  const en = translator(RESOURCES.en.form, 'en')
  const field = he('label.firstName')

  test('R5.3 say that all fields must be entered correctly', () => {
    expect(en('summary')).toBe('Please make sure all fields have been entered correctly')
    expect(he('summary')).toBe('אנא ודאו שכל השדות הוזנו כראוי')
  })
  test('R5.36 required: names the mandatory field', () => {
    expect(he('required', { field })).toBe('השדה שם פרטי הוא שדה חובה!')
    expect(en('required', { field: 'X' })).toBe('the field X is mandatory!')
  })
  test('R5.37 alpha: letters only', () => {
    expect(he('alpha', { field })).toBe('השדה שם פרטי יכול להכיל אותיות בלבד')
  })
  test('R5.38 email: must be an e-mail address', () => {
    expect(he('email', { field: he('label.email') })).toBe('השדה דואר אלקטרוני צריך להיות כתובת דואר אלקטרוני')
  })
  test('R5.39 min: at least a given length', () => {
    expect(he('min', { field, min: 2 })).toBe('השדה שם פרטי צריך להכיל לפחות 2 תווים')
  })
  test('R5.40 max: at most a given length', () => {
    expect(he('max', { field, max: 60 })).toBe('השדה שם פרטי יכול להכיל 60 תווים לכל היותר')
  })
  test('R5.41 numeric: digits only', () => {
    expect(he('numeric', { field })).toBe('השדה שם פרטי יכול להכיל ספרות בלבד')
  })
  test('R5.42 alpha_num: says digits only', () => {
    expect(he('alpha_num', { field })).toBe('השדה שם פרטי יכול להכיל ספרות בלבד')
  })
  test('R5.5 the mobile numbers do not match', () => {
    expect(en('sameMobile')).toBe('the mobile numbers do not match')
    expect(he('sameMobile')).toBe('מספרי הנייד אינם זהים')
  })
})
