import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { callArea } from '#lib/client/http/area-call.ts'
import { $customerArea } from './customer.ts'

/** What a customer does with the account itself. Each answers why it could not, or null; a failure changes nothing that is known. */

export type Consents = Pick<CustomerAreaInfo, 'IsSMSAllowed' | 'IsEmailAllowed' | 'IsMailingAllowed'>

export async function saveConsents(changed: Partial<Consents>): Promise<CallRefusal | null> {
  const answer = await callArea('setConsents', { body: changed })
  if (!answer.ok) return answer.refusal
  $customerArea.set(answer.value.customerAreaInfo)
  return null
}

export async function savePassword(password: string): Promise<CallRefusal | null> {
  const answer = await callArea('setPassword', { body: { password } })
  return answer.ok ? null : answer.refusal
}

export async function endDevice(sessionId: string): Promise<CallRefusal | null> {
  const answer = await callArea('endSession', { params: { sessionId }, body: {} })
  return answer.ok ? null : answer.refusal
}

export async function deleteAccount(): Promise<CallRefusal | null> {
  const answer = await callArea('deleteCustomer', { body: { confirm: true } })
  if (!answer.ok) return answer.refusal
  $customerArea.set(null)
  return null
}
