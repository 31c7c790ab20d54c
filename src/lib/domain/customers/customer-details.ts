import { checkOrderForm, normaliseOrderInfo, type FieldDemand, type OrderField, type OrderForm, type OrderFormInfo } from './order-form.ts'
import { loadedMobile } from './loaded-customer.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** The personal details that customers edit themselves, and no others (spec §2), as they stand on the page; each with the field of the order form that has its rules. */
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

/** What is typed into them; a field that is left out stays as it is, an empty one is emptied. */
export type DetailInfo = Readonly<Partial<Record<DetailField, string | null | undefined>>>

/** What is known of the customer. */
export interface KnownDetails {
  readonly FirstName: string
  readonly LastName: string
  /** Empty where there is none. */
  readonly MobileNumber1: string
  readonly EmailAddress1: string
  readonly isEmailProved: boolean
  /** Whether there is a way in besides number and address: another provider vouches for them. */
  readonly hasIdentity: boolean
  /** Whether a number may be given or changed by the customer. */
  readonly mayUpdateMobile: boolean
}

/** What a change comes to. */
export interface DetailChange {
  /** What is saved at once: fields by name, as they are kept. A number or address is among them only where it is emptied. */
  readonly saved: Readonly<Partial<Record<DetailField, string>>>
  /** What is saved once a code that goes there is entered; one at a time. */
  readonly toProve: { readonly field: 'MobileNumber1' | 'EmailAddress1'; readonly target: string } | null
}

/**
 * What of these details is saved, and what is to be proved before.
 * Refusals: FORM_INVALID (facts: field, rule and the rule's values; 'contact' where nothing would be left to sign in with), MOBILE_UPDATE_NOT_ALLOWED.
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

/** Only what is filled in is looked at, and a name that is known may not be emptied. Whether a number or an address has to stay is asked below. */
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

function separate(texts: Readonly<Partial<Record<DetailField, string>>>, known: KnownDetails): Result<DetailChange> {
  const { MobileNumber1: mobile, EmailAddress1: email, ...rest } = texts
  const isMobileNew = mobile !== undefined && mobile !== '' && mobile !== loadedMobile(known.MobileNumber1)
  const isMobileEmptied = mobile === '' && known.MobileNumber1 !== ''
  const isEmailNew = email !== undefined && email !== '' && email.toLowerCase() !== known.EmailAddress1.toLowerCase()
  const isEmailEmptied = email === '' && known.EmailAddress1 !== ''
  // An address on file that nobody has proved is proved by sending it alone.
  const isToProve = email !== undefined && !isEmailNew && email !== '' && !known.isEmailProved && Object.keys(texts).length === 1
  if (isMobileNew && !known.mayUpdateMobile) return refuse('MOBILE_UPDATE_NOT_ALLOWED')
  const emptied = { ...(isMobileEmptied && { MobileNumber1: '' }), ...(isEmailEmptied && { EmailAddress1: '' }) }
  const locked = fieldThatLocksOut(emptied, known)
  if (locked) return refuse('FORM_INVALID', { field: locked, rule: 'contact' })
  const toProve = isMobileNew
    ? { field: 'MobileNumber1' as const, target: mobile }
    : isEmailNew || isToProve
      ? { field: 'EmailAddress1' as const, target: email }
      : null
  return accept({ saved: { ...rest, ...emptied }, toProve })
}

/** The one whose emptying would leave nothing that the customer can sign in with. */
function fieldThatLocksOut(emptied: Partial<Record<DetailField, string>>, known: KnownDetails): DetailField | undefined {
  const hasMobile = known.MobileNumber1 !== '' && emptied.MobileNumber1 === undefined
  const hasEmail = known.EmailAddress1 !== '' && known.isEmailProved && emptied.EmailAddress1 === undefined
  if (hasMobile || hasEmail || known.hasIdentity) return undefined
  if (emptied.MobileNumber1 !== undefined) return 'MobileNumber1'
  return emptied.EmailAddress1 !== undefined && known.isEmailProved ? 'EmailAddress1' : undefined
}
