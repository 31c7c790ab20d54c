import { voucherHistory } from '#lib/contract/area/customers.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { needAreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import { vouchersOf } from '#lib/server/customers/area/customer-vouchers.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

/** {reference} is the whole reference or the voucher's id. Another customer's voucher is answered like an unknown one. */
export const GET = serve(voucherHistory, async ({ params, visitor }) => {
  const customer = await needAreaCustomer(visitor)
  if (!customer.ok) return customer
  const [voucher] = await vouchersOf(await catalogue(), customer.value.customerId, params.reference)
  return voucher ? accept({ history: voucher.History }) : refuse('NOT_FOUND')
})
export const ALL = onlyMethods('GET')
