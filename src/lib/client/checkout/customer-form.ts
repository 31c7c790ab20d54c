import type { AnswerOf, BodyIn } from '#lib/contract/endpoint.ts'
import type { updateCustomer as updateCall } from '#lib/contract/area/customers.ts'
import { DETAIL_FIELDS, FORM_FIELD, isDetailField, type DetailField } from '#lib/domain/customers/customer-details.ts'
import { checkOrderForm, DEFAULT_ORDER_FORM, type FieldProblem, type OrderForm } from '#lib/domain/customers/order-form.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { callArea } from '#lib/client/http/area-call.ts'
import { $customerArea } from '#lib/client/customer/customer.ts'

export type Details = Readonly<Record<DetailField, string>>

export interface DetailProblem {
  readonly name: DetailField
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

/** What is wrong with the details as they are typed, in the order of the page. */
export function checkDetails(details: Details): readonly DetailProblem[] {
  const info = Object.fromEntries(DETAIL_FIELDS.map((name) => [FORM_FIELD[name], details[name]]))
  return checkOrderForm(info, FORM).map(problemOf)
}

function problemOf({ field, rule, values }: FieldProblem): DetailProblem {
  return { name: DETAIL_FIELDS.find((name) => FORM_FIELD[name] === field) ?? 'FirstName', rule, values }
}

export type SavedDetails =
  | { readonly isSaved: true; readonly pending: AnswerOf<typeof updateCall>['pending'] }
  | { readonly isSaved: false; readonly refusal: CallRefusal; readonly problem: DetailProblem | null }

/** Saves what has changed. A failure changes nothing that is known. */
export async function saveDetails(customerId: number, changes: BodyIn<typeof updateCall>): Promise<SavedDetails> {
  const answer = await callArea('updateCustomer', { params: { customerId }, body: changes })
  if (!answer.ok) return { isSaved: false, refusal: answer.refusal, problem: problemIn(answer.refusal) }
  $customerArea.set(answer.value.customerAreaInfo)
  return { isSaved: true, pending: answer.value.pending }
}

/** The field that a refusal names. */
function problemIn({ code, facts }: CallRefusal): DetailProblem | null {
  const { field, rule, ...values } = facts ?? {}
  if (code !== 'FORM_INVALID' || typeof field !== 'string' || typeof rule !== 'string' || !isDetailField(field)) return null
  return { name: field, rule, values }
}

/** Enters the code that went to a new number or address. @returns why it does not count yet, or null */
export async function confirmContact(customerId: number, smsCode: string): Promise<CallRefusal | null> {
  const answer = await callArea('confirmContact', { params: { customerId }, body: { smsCode } })
  if (!answer.ok) return answer.refusal
  $customerArea.set(answer.value.customerAreaInfo)
  return null
}
