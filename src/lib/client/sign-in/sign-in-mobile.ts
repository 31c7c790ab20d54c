import { isMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { callArea } from '#lib/client/http/area-call.ts'
import { $customerArea } from '#lib/client/customer/customer.ts'
import { $isBusy, $problem, problemOf, type SignInProblem } from './sign-in-state.ts'

/** Whether the page offers, right after a sign-in, to give the mobile number that is not known (spec §6). */
export function mayGiveMobile(): boolean {
  const area = $customerArea.get()
  return area !== null && area.mayUpdateMobile && area.MobileNumber1 === ''
}

/** Gives the number, which counts once its code is entered. @returns whether the code is on its way */
export async function giveMobile(mobileNumber: string): Promise<boolean> {
  const area = $customerArea.get()
  if (!area) return false
  if (!isMobileNumber(mobileNumber)) return refuse({ field: 'mobileNumber', code: 'invalid_mobileNumber', message: '' })
  $isBusy.set(true)
  const answer = await callArea('updateCustomer', { params: { customerId: area.CustomerId }, body: { MobileNumber1: mobileNumber.trim() } })
  $isBusy.set(false)
  if (!answer.ok) return refuse(problemOf(answer.refusal, 'mobileNumber'))
  $problem.set(null)
  $customerArea.set(answer.value.customerAreaInfo)
  return true
}

/** @returns whether the number is the customer's from now on */
export async function confirmMobile(smsCode: string): Promise<boolean> {
  const area = $customerArea.get()
  if (!area) return false
  $isBusy.set(true)
  const answer = await callArea('confirmContact', { params: { customerId: area.CustomerId }, body: { smsCode } })
  $isBusy.set(false)
  if (!answer.ok) return refuse(problemOf(answer.refusal, 'code'))
  $problem.set(null)
  $customerArea.set(answer.value.customerAreaInfo)
  return true
}

function refuse(problem: SignInProblem): false {
  $problem.set(problem)
  return false
}
