import { deleteCustomer } from '#lib/contract/area/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { areaCallerOf } from '#lib/server/customers/area/area-answer.ts'
import { deleteCustomerOf } from '#lib/server/customers/area/customer-deletion.ts'
import { sayNext } from '#lib/server/platform/http/say-next.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const POST = serve(deleteCustomer, async (asked) => {
  const by = await areaCallerOf(asked)
  if (!by.ok) return by
  const deleted = await deleteCustomerOf(by.value)
  if (!deleted.ok) return deleted
  sayNext(asked.context.cookies, 'deleted')
  return accept({ success: true })
})
export const ALL = onlyMethods('POST')
