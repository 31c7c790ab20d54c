import { factsOfRule, keepsRule, type FieldRule, type FormRule } from './form-rules.ts'
import { normaliseIsraeliId } from './israeli-id.ts'
import { normaliseMobileNumber } from './mobile-number.ts'

/** Typed fields of the order form (spec §3: customer info on an order), in the order in which they stand on the page. */
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

/** Boxes that may have to be ticked. */
export const CONSENT_FIELDS = ['termsAcceptance', 'additionalTerms'] as const
export type ConsentField = (typeof CONSENT_FIELDS)[number]

export type FieldDemand = 'required' | 'included' | 'left out'

/** Which fields the order form has and which of them must be filled (spec §5: per configuration). */
export interface OrderForm {
  readonly fields: Readonly<Record<OrderField, FieldDemand>>
  readonly consents: Readonly<Record<ConsentField, FieldDemand>>
}

/** What a presentation demands otherwise than the default form. */
export type OrderFormDemands = Readonly<Partial<Record<OrderField | ConsentField, FieldDemand>>>

export type OrderFormInfo = Readonly<Partial<Record<OrderField, string | undefined>> & Partial<Record<ConsentField, boolean | undefined>>>

export interface FieldProblem {
  readonly field: OrderField | ConsentField
  readonly rule: FormRule
  /** What the sentence names beside the field, for example `{ min: 2 }`. */
  readonly values: Readonly<Record<string, number>>
}

/**
 * The default form (spec §5). The confirmation of the mobile number is for people who type: where it is given it must match, and the page
 * always gives it; a plain call may leave it out.
 */
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
}

/** The form of an order; something that has to be delivered needs an address. */
export function orderFormFor(order: { readonly needsDelivery: boolean }, form: OrderForm = DEFAULT_ORDER_FORM): OrderForm {
  if (!order.needsDelivery) return form
  return { ...form, fields: { ...form.fields, address1: 'required', address2: 'included', city: 'required', postalCode: 'included' } }
}

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
  dateOfBirth: [{ rule: 'max', most: 10 }],
  location: [{ rule: 'max', most: 60 }],
}

/** Every field that breaks a rule, in the order of the page, each with its first broken rule. Both sides of the wire use it. */
export function checkOrderForm(info: OrderFormInfo, form: OrderForm): readonly FieldProblem[] {
  const typed = ORDER_FIELDS.flatMap((field) => checkField(field, info, form.fields[field]))
  const consents = CONSENT_FIELDS.filter((field) => form.consents[field] === 'required' && info[field] !== true).map(
    (field): FieldProblem => ({ field, rule: 'terms', values: {} }),
  )
  return [...typed, ...consents]
}

function checkField(field: OrderField, info: OrderFormInfo, demand: FieldDemand): readonly FieldProblem[] {
  if (demand === 'left out') return []
  if (field === 'verifyMobileNumber' && !confirmsMobile(info)) return [{ field, rule: 'sameMobile', values: {} }]
  const text = (info[field] ?? '').trim()
  if (text === '') return demand === 'required' ? [{ field, rule: 'required', values: {} }] : []
  const broken = RULES[field].find((rule) => !keepsRule(text, rule))
  return broken ? [{ field, rule: broken.rule, values: factsOfRule(broken) }] : []
}

/** Two spellings of one number match (spec §5). */
function confirmsMobile({ mobileNumber = '', verifyMobileNumber }: OrderFormInfo): boolean {
  if (verifyMobileNumber === undefined) return true
  return comparable(mobileNumber) === comparable(verifyMobileNumber)
}

function comparable(mobile: string): string {
  return normaliseMobileNumber(mobile) ?? mobile.trim()
}

/** The same details as they are kept: trimmed, the mobile number as 05XXXXXXXX, the ID number with nine digits. */
export function normaliseOrderInfo<Info extends OrderFormInfo>(info: Info): Info {
  const typed = Object.fromEntries(
    ORDER_FIELDS.flatMap((field) => (info[field] === undefined ? [] : [[field, normaliseField(field, info[field])]])),
  )
  return { ...info, ...typed }
}

function normaliseField(field: OrderField, text: string): string {
  const trimmed = text.trim()
  if (field === 'mobileNumber' || field === 'verifyMobileNumber') return normaliseMobileNumber(trimmed) ?? trimmed
  return field === 'ssn' ? (normaliseIsraeliId(trimmed) ?? trimmed) : trimmed
}
