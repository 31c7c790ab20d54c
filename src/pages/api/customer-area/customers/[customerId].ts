import { updateCustomer } from '#lib/contract/area/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { areaAnswerOf, namedCallerOf } from '#lib/server/customers/area/area-answer.ts'
import { saveDetails } from '#lib/server/customers/account/customer-details.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const PUT = serve(updateCustomer, async (asked) => {
  const by = await namedCallerOf(asked, asked.params.customerId)
  if (!by.ok) return by
  const pending = await saveDetails(by.value, asked.body)
  if (!pending.ok) return pending
  return accept({ ...(await areaAnswerOf(asked, by.value.customer)), pending: pending.value })
})
export const ALL = onlyMethods('PUT')
