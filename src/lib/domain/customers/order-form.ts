import { factsOfRule, keepsRule, type FieldRule, type FormRule } from './form-rules.ts'
import { fitsAges, isBirthDate, type AgeDemand } from './waiver.ts'
import { normaliseIsraeliId } from './israeli-id.ts'
import { normaliseMobileNumber } from './mobile-number.ts'

/** Typed fields of the order form (spec §3: customer info on an order), in page order. */
export const ORDER_FIELDS = [
  'firstName',
  'lastName',
  'mobileNumber',
  'verifyMobileNumber',
  'email',
  'ssn',
  'address1',
  'address2',
  'city',
  'postalCode',
  'dateOfBirth',
  'location',
] as const
export type OrderField = (typeof ORDER_FIELDS)[number]

/** Checkboxes that may have to be ticked. */
export const CONSENT_FIELDS = ['termsAcceptance', 'additionalTerms'] as const
export type ConsentField = (typeof CONSENT_FIELDS)[number]

export type FieldDemand = 'required' | 'included' | 'left out'

/** The fields of the order form, and which of them are required (spec §5: per configuration). */
export interface OrderForm {
  readonly fields: Readonly<Record<OrderField, FieldDemand>>
  readonly consents: Readonly<Record<ConsentField, FieldDemand>>
  /** Ages to compare the date of birth with, if a presentation asks for it. */
  readonly ages: readonly AgeDemand[]
}

/** A presentation's differences from the default form. */
export type OrderFormDemands = Readonly<Partial<Record<OrderField | ConsentField, FieldDemand>>>

export type OrderFormInfo = Readonly<Partial<Record<OrderField, string | undefined>> & Partial<Record<ConsentField, boolean | undefined>>>

/** A form with what was typed into it. */
interface FilledForm {
  readonly info: OrderFormInfo
  readonly form: OrderForm
}

export interface FieldProblem {
  readonly field: OrderField | ConsentField
  readonly rule: FormRule
  /** Values in the sentence beside the field, for example `{ min: 2 }`. */
  readonly values: Readonly<Record<string, number>>
}

/** The default form (spec §5). A confirmation of the mobile number must match if given: the page always gives it, a plain call may leave it out. */
export const DEFAULT_ORDER_FORM: OrderForm = {
  fields: {
    firstName: 'required',
    lastName: 'required',
    mobileNumber: 'required',
    verifyMobileNumber: 'included',
    email: 'required',
    ssn: 'required',
    address1: 'left out',
    address2: 'left out',
    city: 'left out',
    postalCode: 'left out',
    dateOfBirth: 'left out',
    location: 'left out',
  },
  consents: { termsAcceptance: 'required', additionalTerms: 'left out' },
  ages: [],
}

/** What a producer says of whom the tickets are for (spec §7): the name, in one field, and the mobile number. */
export const PRODUCERS_FORM: OrderForm = {
  fields: {
    ...DEFAULT_ORDER_FORM.fields,
    ...{ lastName: 'left out', verifyMobileNumber: 'left out', email: 'left out', ssn: 'left out' },
  },
  consents: { termsAcceptance: 'left out', additionalTerms: 'left out' },
  ages: [],
}

const FIELDS_OF_CONTACT = ['mobileNumber', 'email'] as const

const RULES: Readonly<Record<OrderField, readonly FieldRule[]>> = {
  firstName: [{ rule: 'alpha' }, { rule: 'min', least: 2 }, { rule: 'max', most: 60 }],
  lastName: [{ rule: 'alpha' }, { rule: 'min', least: 2 }, { rule: 'max', most: 60 }],
  mobileNumber: [{ rule: 'mobile' }],
  verifyMobileNumber: [],
  email: [{ rule: 'email' }, { rule: 'max', most: 200 }],
  ssn: [{ rule: 'numeric' }, { rule: 'ssn' }],
  address1: [
    { rule: 'min', least: 2 },
    { rule: 'max', most: 120 },
  ],
  address2: [{ rule: 'max', most: 120 }],
  city: [
    { rule: 'min', least: 2 },
    { rule: 'max', most: 60 },
  ],
  postalCode: [{ rule: 'alpha_num' }, { rule: 'numeric' }, { rule: 'min', least: 5 }, { rule: 'max', most: 7 }],
  dateOfBirth: [{ rule: 'max', most: 10 }, { rule: 'birthDate' }],
  location: [{ rule: 'max', most: 60 }],
}

/**
 * Every invalid field, in page order, each with its first broken rule. Client and server share it.
 * @param now ms since 1970: a date of birth lies before it
 */
export function checkOrderForm(info: OrderFormInfo, form: OrderForm, now: number = Date.now()): readonly FieldProblem[] {
  const filled = { info, form }
  const typed = ORDER_FIELDS.flatMap((field) => checkField(field, filled, now))
  const consents = CONSENT_FIELDS.filter((field) => form.consents[field] === 'required' && info[field] !== true).map((field) =>
    problemOf(field, field === 'additionalTerms' ? 'additionalTerms' : 'terms'),
  )
  return [...typed, ...consents]
}

function checkField(field: OrderField, filled: FilledForm, now: number): readonly FieldProblem[] {
  const { info, form } = filled
  const demand = form.fields[field]
  if (demand === 'left out') return []
  if (field === 'verifyMobileNumber' && !confirmsMobile(info)) return [problemOf(field, 'sameMobile')]
  const text = (info[field] ?? '').trim()
  if (text === '') return checkEmpty(field, filled)
  const broken = RULES[field].find((rule) => (rule.rule === 'birthDate' ? !isBirthDate(text, now) : !keepsRule(text, rule)))
  if (broken) return [problemOf(field, broken.rule, factsOfRule(broken))]
  return field === 'dateOfBirth' && !fitsAges(text, form.ages) ? [problemOf(field, 'age')] : []
}

/**
 * Giving a mobile number or an e-mail address counts as signed in at checkout (spec §4). One of them is required, and one is enough if the form demands neither
 * (spec §6).
 */
function checkEmpty(field: OrderField, { info, form }: FilledForm): readonly FieldProblem[] {
  if (form.fields[field] === 'required') return [problemOf(field, 'required')]
  const asked = FIELDS_OF_CONTACT.filter((one) => form.fields[one] !== 'left out')
  const isReachable = asked.some((one) => form.fields[one] === 'required' || (info[one] ?? '').trim() !== '')
  return field === asked[0] && !isReachable ? [problemOf(field, 'contact')] : []
}

function problemOf(field: FieldProblem['field'], rule: FormRule, values: FieldProblem['values'] = {}): FieldProblem {
  return { field, rule, values }
}

/** Two spellings of one number match (spec §5). */
function confirmsMobile({ mobileNumber = '', verifyMobileNumber }: OrderFormInfo): boolean {
  if (verifyMobileNumber === undefined) return true
  return comparable(mobileNumber) === comparable(verifyMobileNumber)
}

function comparable(mobile: string): string {
  return normaliseMobileNumber(mobile) ?? mobile.trim()
}

/** Normalises the details for storage: trimmed, the mobile number as 05XXXXXXXX, the ID number with nine digits, without fields that the form leaves out. */
export function normaliseOrderInfo<Info extends OrderFormInfo>(info: Info, form: OrderForm): Info {
  const kept = Object.entries(info).filter(([name]) => !isLeftOut(name, form))
  return Object.fromEntries(kept.map(([name, value]) => [name, typeof value === 'string' ? normaliseField(name, value) : value])) as Info
}

function isLeftOut(name: string, { fields, consents }: OrderForm): boolean {
  return { ...fields, ...consents }[name as OrderField] === 'left out'
}

function normaliseField(name: string, text: string): string {
  const trimmed = text.trim()
  if (name === 'mobileNumber' || name === 'verifyMobileNumber') return normaliseMobileNumber(trimmed) ?? trimmed
  return name === 'ssn' ? (normaliseIsraeliId(trimmed) ?? trimmed) : trimmed
}
