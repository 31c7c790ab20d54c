import type { AnswerOf, BodyIn } from '#lib/contract/endpoint.ts'
import type { updateCustomer as updateCall } from '#lib/contract/customers.ts'
import { checkOrderForm, DEFAULT_ORDER_FORM, type FieldProblem, type OrderField, type OrderForm } from '#lib/domain/order-form.ts'
import { call, type CallRefusal } from './call.ts'
import { $customerArea } from './customer.ts'

/** The details that a customer may change (spec §2), in the order in which they stand on the page, and the field of an order that has the same rules. */
export const DETAIL_FIELDS = {
  FirstName: 'firstName',
  LastName: 'lastName',
  MobileNumber1: 'mobileNumber',
  EmailAddress1: 'email',
  Address1: 'address1',
  City: 'city',
  DateOfBirth: 'dateOfBirth',
} as const satisfies Readonly<Record<string, OrderField>>
export type DetailName = keyof typeof DETAIL_FIELDS
export type Details = Readonly<Record<DetailName, string>>
export const DETAIL_NAMES = Object.keys(DETAIL_FIELDS).filter(isDetailName)

export interface DetailProblem {
  readonly name: DetailName
  readonly rule: string
  readonly values: Readonly<Record<string, string | number>>
}

/** Which of them must be filled; of mobile number and address one is enough. */
const FORM: OrderForm = {
  fields: {
    ...DEFAULT_ORDER_FORM.fields,
    verifyMobileNumber: 'left out',
    ssn: 'left out',
    mobileNumber: 'included',
    email: 'included',
    address1: 'included',
    city: 'included',
    dateOfBirth: 'included',
  },
  consents: { termsAcceptance: 'left out', additionalTerms: 'left out' },
  ages: [],
}

export function isDetailName(name: string): name is DetailName {
  return name in DETAIL_FIELDS
}

/** What is wrong with the details as they are typed, in the order of the page. */
export function checkDetails(details: Details): readonly DetailProblem[] {
  const info = Object.fromEntries(DETAIL_NAMES.map((name) => [DETAIL_FIELDS[name], details[name]]))
  return checkOrderForm(info, FORM).map(problemOf)
}

function problemOf({ field, rule, values }: FieldProblem): DetailProblem {
  return { name: DETAIL_NAMES.find((name) => DETAIL_FIELDS[name] === field) ?? 'FirstName', rule, values }
}

export type SavedDetails =
  | { readonly isSaved: true; readonly pending: AnswerOf<typeof updateCall>['pending'] }
  | { readonly isSaved: false; readonly refusal: CallRefusal; readonly problem: DetailProblem | null }

/** Saves what has changed. A failure changes nothing that is known. */
export async function saveDetails(customerId: number, changes: BodyIn<typeof updateCall>): Promise<SavedDetails> {
  const answer = await call('updateCustomer', { params: { customerId }, body: changes })
  if (!answer.ok) return { isSaved: false, refusal: answer.refusal, problem: problemIn(answer.refusal) }
  $customerArea.set(answer.value.customerAreaInfo)
  return { isSaved: true, pending: answer.value.pending }
}

/** The field that a refusal names. */
function problemIn({ code, facts }: CallRefusal): DetailProblem | null {
  const { field, rule, ...values } = facts ?? {}
  if (code !== 'FORM_INVALID' || typeof field !== 'string' || typeof rule !== 'string' || !isDetailName(field)) return null
  return { name: field, rule, values }
}

/** Enters the code that went to a new number or address. @returns why it does not count yet, or null */
export async function confirmContact(customerId: number, smsCode: string): Promise<CallRefusal | null> {
  const answer = await call('confirmContact', { params: { customerId }, body: { smsCode } })
  if (!answer.ok) return answer.refusal
  $customerArea.set(answer.value.customerAreaInfo)
  return null
}
