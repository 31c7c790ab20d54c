import type { AstroCookies } from 'astro'
import type { CustomerInfo, OrderCart } from '#lib/contract/order/order-cart.ts'
import { mayProduce, sellerOf } from '#lib/domain/cart/producer-sale.ts'
import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import { isMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { DEFAULT_ORDER_FORM, normaliseOrderInfo } from '#lib/domain/customers/order-form.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import type { Source } from '#lib/server/platform/http/limits/network.ts'
import { whenceOf, type Whence } from '#lib/server/staff/session/staff-audit.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'

/** Somebody of the staff who may sell as a producer, and from where. */
export interface Producer extends Whence {
  readonly member: StaffMember
}

/** Who of the staff has sold an order. */
export interface SoldBy extends Whence {
  readonly staffId: number
  /** Left out: as a producer. */
  readonly as?: 'producer' | 'broker' | undefined
}

/** Whether somebody may sell as a producer or a broker anything at all (spec §6). */
export function isProducer(member: StaffMember | undefined): member is StaffMember {
  return member !== undefined && sellerOf(member) !== undefined
}

/** The producer who calls. Only the session of staff decides: of anybody else there is none, whatever is sent. */
export async function producerOf(call: {
  readonly context: { readonly cookies: AstroCookies }
  readonly source: Source
  readonly request: Request
}): Promise<Producer | undefined> {
  const member = await staffOf(call.context.cookies)
  return isProducer(member) ? { member, ...whenceOf(call.source, call.request) } : undefined
}

export function soldByOf({ member, address, device }: Producer): SoldBy {
  return { staffId: member.staffId, as: sellerOf(member), address, device }
}

/** Whether a cart is of the producer variant (spec §7). */
export function namesCustomer({ mobileNumber, customerName }: OrderCart): boolean {
  return Boolean(mobileNumber && customerName)
}

/** Refusals: STAFF_NOT_ALLOWED (not of the own shows and allocations, or no seats), FORM_INVALID (no name, no mobile number). */
export function checkProduced(
  { member }: Producer,
  lines: readonly CheckedLine[],
  buyer: Pick<OrderCart, 'mobileNumber' | 'customerName'>,
): Result<CustomerInfo> {
  return mayProduce(member, lines) ? checkProducersCustomer(buyer) : refuse('STAFF_NOT_ALLOWED')
}

/** For whom a producer buys. Refusal: FORM_INVALID (no name, no mobile number). */
export function checkProducersCustomer({
  mobileNumber,
  customerName,
}: Pick<OrderCart, 'mobileNumber' | 'customerName'>): Result<CustomerInfo> {
  if (!isMobileNumber(mobileNumber?.trim() ?? '')) return refuse('FORM_INVALID', { field: 'mobileNumber', rule: 'mobile' })
  const firstName = customerName?.trim() ?? ''
  if (firstName === '') return refuse('FORM_INVALID', { field: 'customerName', rule: 'required' })
  return accept(normaliseOrderInfo({ firstName, mobileNumber: mobileNumber ?? '' }, DEFAULT_ORDER_FORM))
}
