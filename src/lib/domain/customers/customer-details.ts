import { checkOrderForm, normaliseOrderInfo, type FieldDemand, type OrderField, type OrderForm, type OrderFormInfo } from './order-form.ts'
import { loadedMobile } from './loaded-customer.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** The personal details that customers may edit (spec §2), in page order. Each maps to the order form's field that has its rules. */
export const FORM_FIELD = {
  FirstName: 'firstName',
  LastName: 'lastName',
  MobileNumber1: 'mobileNumber',
  EmailAddress1: 'email',
  Address1: 'address1',
  City: 'city',
  DateOfBirth: 'dateOfBirth',
} as const satisfies Readonly<Record<string, OrderField>>
export type DetailField = keyof typeof FORM_FIELD
export const DETAIL_FIELDS = Object.keys(FORM_FIELD).filter(isDetailField)

export function isDetailField(name: string): name is DetailField {
  return name in FORM_FIELD
}

/** The submitted values. An omitted field stays unchanged; an empty one is cleared. */
export type DetailInfo = Readonly<Partial<Record<DetailField, string | null | undefined>>>

/** The customer's stored details. */
export interface KnownDetails {
  readonly FirstName: string
  readonly LastName: string
  /** '' if there is none. */
  readonly MobileNumber1: string
  readonly EmailAddress1: string
  readonly isEmailProved: boolean
  /** Whether the customer can also sign in through an identity provider. */
  readonly hasIdentity: boolean
  /** Whether the customer may add or change the mobile number. */
  readonly mayUpdateMobile: boolean
}

/** The effect of a change. */
export interface DetailChange {
  /** Fields that are saved immediately, as stored. A number or address is among them only if it is cleared. */
  readonly saved: Readonly<Partial<Record<DetailField, string>>>
  /** The contact that is saved once the code sent to it is entered; one at a time. */
  readonly toProve: { readonly field: 'MobileNumber1' | 'EmailAddress1'; readonly target: string } | null
}

/**
 * Decides which details are saved and which must be proved first. Refusals: FORM_INVALID (facts: field, rule and the rule's values; 'contact' if nothing would
 * be left to sign in with), MOBILE_UPDATE_NOT_ALLOWED.
 */
export function changeDetails(info: DetailInfo, known: KnownDetails, now: number): Result<DetailChange> {
  const given = DETAIL_FIELDS.filter((field) => info[field] !== undefined)
  const form = formOf(info, known)
  const typed: OrderFormInfo = Object.fromEntries(given.map((field) => [FORM_FIELD[field], info[field] ?? '']))
  const problem = checkOrderForm(typed, form, now)[0]
  if (problem) return refuse('FORM_INVALID', { field: nameOf(problem.field), rule: problem.rule, ...problem.values })
  const kept = normaliseOrderInfo(typed, form)
  return separate(Object.fromEntries(given.map((field) => [field, kept[FORM_FIELD[field]] ?? ''])), known)
}

/** Checks only filled-in fields, but a stored name may not be cleared. Whether a number or an address must stay is checked below. */
function formOf(info: DetailInfo, known: KnownDetails): OrderForm {
  const demandOf = (field: DetailField): FieldDemand => {
    const text = info[field]
    if (text === undefined) return 'left out'
    if ((text ?? '').trim() !== '') return 'included'
    return (field === 'FirstName' || field === 'LastName') && known[field] !== '' ? 'required' : 'left out'
  }
  return {
    fields: {
      firstName: demandOf('FirstName'),
      lastName: demandOf('LastName'),
      mobileNumber: demandOf('MobileNumber1'),
      email: demandOf('EmailAddress1'),
      address1: demandOf('Address1'),
      city: demandOf('City'),
      dateOfBirth: demandOf('DateOfBirth'),
      verifyMobileNumber: 'left out',
      ssn: 'left out',
      address2: 'left out',
      postalCode: 'left out',
      location: 'left out',
    },
    consents: { termsAcceptance: 'left out', additionalTerms: 'left out' },
    ages: [],
  }
}

function nameOf(formField: string): string {
  return DETAIL_FIELDS.find((field) => FORM_FIELD[field] === formField) ?? formField
}

type Texts = Readonly<Partial<Record<DetailField, string>>>

function separate(texts: Texts, known: KnownDetails): Result<DetailChange> {
  const { MobileNumber1: mobile, EmailAddress1: email, ...rest } = texts
  const toProve = contactToProve(texts, known)
  if (toProve?.field === 'MobileNumber1' && !known.mayUpdateMobile) return refuse('MOBILE_UPDATE_NOT_ALLOWED')
  const emptied = {
    ...(mobile === '' && known.MobileNumber1 !== '' && { MobileNumber1: '' }),
    ...(email === '' && known.EmailAddress1 !== '' && { EmailAddress1: '' }),
  }
  const locked = fieldThatLocksOut(emptied, known)
  if (locked) return refuse('FORM_INVALID', { field: locked, rule: 'contact' })
  return accept({ saved: { ...rest, ...emptied }, toProve })
}

/** The contact that is new, the number before the address; an address also if it is stored unproved and is sent by itself, which starts its proof. */
function contactToProve(texts: Texts, known: KnownDetails): DetailChange['toProve'] {
  const { MobileNumber1: mobile = '', EmailAddress1: email = '' } = texts
  if (mobile !== '' && mobile !== loadedMobile(known.MobileNumber1)) return { field: 'MobileNumber1', target: mobile }
  if (email === '') return null
  const isNew = email.toLowerCase() !== known.EmailAddress1.toLowerCase()
  const isProofAsked = !known.isEmailProved && Object.keys(texts).length === 1
  return isNew || isProofAsked ? { field: 'EmailAddress1', target: email } : null
}

/** The field whose clearing would leave the customer nothing to sign in with. */
function fieldThatLocksOut(emptied: Partial<Record<DetailField, string>>, known: KnownDetails): DetailField | undefined {
  const hasMobile = known.MobileNumber1 !== '' && emptied.MobileNumber1 === undefined
  const hasEmail = known.EmailAddress1 !== '' && known.isEmailProved && emptied.EmailAddress1 === undefined
  if (hasMobile || hasEmail || known.hasIdentity) return undefined
  if (emptied.MobileNumber1 !== undefined) return 'MobileNumber1'
  return emptied.EmailAddress1 !== undefined && known.isEmailProved ? 'EmailAddress1' : undefined
}
