import { getOrder } from '#lib/contract/staff/for-keys.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { keyOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { orderOfBusinesses } from '#lib/server/orders/read/orders-of-businesses.ts'

export const GET = serve(getOrder, async (asked) => {
  const order = await orderOfBusinesses(asked.params.orderNumber, keyOf(asked).businessIds)
  return order ? accept({ order }) : refuse('NOT_FOUND')
})
export const ALL = onlyMethods('GET')
