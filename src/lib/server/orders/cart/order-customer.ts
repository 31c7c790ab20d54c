import type { CustomerInfo, OrderCart } from '#lib/contract/order/order-cart.ts'
import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import { seatsOf } from '#lib/domain/cart/check-seat.ts'
import { checkOrderForm, normaliseOrderInfo, type OrderForm } from '#lib/domain/customers/order-form.ts'
import { orderFormFor } from '#lib/domain/customers/order-form-of.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { keptSsnOf } from './kept-ssn.ts'

/**
 * Who orders: what the form of these presentations asks for. An ID number that is missing is the one that was given before. Refusals: FORM_INVALID,
 * WAIVER_AGE_MISMATCH.
 */
export async function buyerOf(uuid: string, cart: OrderCart, checked: CheckedCart): Promise<Result<CustomerInfo>> {
  const info = cart.customerInfo ?? {}
  if (info.ssn || orderFormOf(checked).fields.ssn !== 'required') return checkCustomer(info, checked)
  const ssn = await keptSsnOf(uuid, cart.paymentIdentifier)
  return checkCustomer({ ...info, ...(ssn !== undefined && { ssn }) }, checked)
}

/** Who orders by the form. Terms that are required and that a call does not name are not accepted (spec §5). Refusals: FORM_INVALID, WAIVER_AGE_MISMATCH. */
export function checkCustomer(info: CustomerInfo, checked: CheckedCart): Result<CustomerInfo> {
  const form = orderFormOf(checked)
  const problem = checkOrderForm(info, form)[0]
  if (!problem) return accept(normaliseOrderInfo(info, form))
  return problem.rule === 'age' ? refuse('WAIVER_AGE_MISMATCH') : refuse('FORM_INVALID', { field: problem.field, rule: problem.rule })
}

/** The form that this cart is ordered with: shows and their tickets ask for fields, and any line that is delivered asks for an address. */
export function orderFormOf({ lines }: Pick<CheckedCart, 'lines'>): OrderForm {
  return orderFormFor({
    needsDelivery: lines.some(({ isDelivered }) => isDelivered === true),
    seats: seatsOf(lines).map(({ presentation, ticket }) => ({ presentation, startsAt: presentation.startsAt, ticket })),
  })
}
