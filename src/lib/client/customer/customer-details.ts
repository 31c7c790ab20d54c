import type { OrderCustomerInfo } from '#lib/contract/area/sign-in.ts'
import type { CustomerInfo } from '#lib/contract/order/order-cart.ts'
import type { OrderForm } from '#lib/domain/customers/order-form.ts'
import { $details, changeDetail } from './details.ts'

const FILLED = ['firstName', 'lastName', 'email', 'mobileNumber', 'address1', 'address2', 'city', 'postalCode', 'dateOfBirth'] as const

/** Fills what is still empty in the order's form with what is known of the customer; nothing that was typed changes. */
export function fillDetails(info: OrderCustomerInfo, form: OrderForm): void {
  changeDetail(missingDetails($details.get(), info), form)
}

/** What the customer's own facts add to a form. A number that is filled in need not be typed a second time. */
export function missingDetails(typed: CustomerInfo, info: OrderCustomerInfo): Partial<CustomerInfo> {
  const filled = FILLED.flatMap((field) => (isBlank(typed[field]) && !isBlank(info[field]) ? [[field, info[field]] as const] : []))
  const added: Partial<CustomerInfo> = Object.fromEntries(filled)
  return added.mobileNumber && isBlank(typed.verifyMobileNumber) ? { ...added, verifyMobileNumber: added.mobileNumber } : added
}

function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === ''
}
