import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { customerAreaOf } from './customer-area.ts'
import { needAreaCustomer, type AreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import type { DetailsCaller } from '#lib/server/customers/account/customer-details.ts'
import { writer, type Asked } from '#lib/server/calls/serve.ts'

type AskedOfArea = Pick<Asked<Endpoint>, 'visitor' | 'source' | 'locale'>

/** The customer of the open personal area, for a call. Refusals: NOT_SIGNED_IN. */
export async function areaCallerOf({ visitor, source, locale }: AskedOfArea): Promise<Result<DetailsCaller>> {
  const customer = await needAreaCustomer(visitor)
  return customer.ok ? accept({ visitor: writer({ visitor }), customer: customer.value, caller: source.caller, locale }) : customer
}

/** The same for a call that names the customer; any other customer does not exist for it. Refusals: NOT_SIGNED_IN, NOT_FOUND. */
export async function namedCallerOf(asked: AskedOfArea, customerId: number): Promise<Result<DetailsCaller>> {
  const by = await areaCallerOf(asked)
  return by.ok && by.value.customer.customerId !== customerId ? refuse('NOT_FOUND') : by
}

/** The answer of a personal area call. */
export async function areaAnswerOf(asked: AskedOfArea, customer: AreaCustomer): Promise<{ readonly customerAreaInfo: CustomerAreaInfo }> {
  return { customerAreaInfo: await customerAreaOf(writer(asked), customer, asked.locale) }
}
