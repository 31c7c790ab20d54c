import { atom, computed } from 'nanostores'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import type { OrderCustomerInfo, refreshCustomer as refreshCall } from '#lib/contract/area/sign-in.ts'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import { call, type CallRefusal } from '#lib/client/http/call.ts'
import { forgetTyped } from './typed-memory.ts'

/** The order's customer and what they may order with (spec §4, Login). */
export interface Customer {
  readonly info: OrderCustomerInfo
  readonly members: readonly MemberAnswer[]
}

/** Set on login and on refresh, cleared on logout; null while nobody is signed in. */
export const $customer = atom<Customer | null>(null)
/** The personal area has a sign-in of its own, with its own logout. */
export const $customerArea = atom<CustomerAreaInfo | null>(null)

export const $isSignedIn = computed($customer, (customer) => isSignedIn(customer?.info ?? null))

/** A customer counts as signed in when CustomerIds (CustomerId) exists. */
export function isSignedIn(info: Partial<Pick<OrderCustomerInfo, 'CustomerId' | 'CustomerIds'>> | null): boolean {
  return (info?.CustomerIds?.length ?? 0) > 0 || info?.CustomerId !== undefined
}

export function setCustomer({ customerInfo, members }: AnswerOf<typeof refreshCall>): void {
  if (customerInfo) $customer.set({ info: customerInfo, members })
}

/** Who is signed in for the order. An error, or an answer without customerInfo, changes nothing. */
export async function refreshCustomer(): Promise<void> {
  const answer = await call('refreshCustomer', { body: {} })
  if (answer.ok) setCustomer(answer.value)
}

/** Ends the sign-in of the order, and what was typed for it goes, here as on the server. An error leaves what is known unchanged. @returns why it could not, or null */
export async function signOutOfOrder(): Promise<CallRefusal | null> {
  const answer = await call('orderLogout', { body: {} })
  if (!answer.ok) return answer.refusal
  $customer.set(null)
  forgetTyped()
  return null
}

/** Ends the sign-in of the personal area; the order's customer stays. An error leaves what is known unchanged. @returns why it could not, or null */
export async function signOutOfArea(): Promise<CallRefusal | null> {
  const answer = await call('areaLogout', { body: {} })
  if (!answer.ok) return answer.refusal
  $customerArea.set(null)
  return null
}

/** Both, since the next person at this computer is somebody else. @returns why it could not, or null */
export async function signOut(): Promise<CallRefusal | null> {
  return (await signOutOfOrder()) ?? signOutOfArea()
}
