import { listOrders, MOST_ORDERS } from '#lib/contract/staff/for-keys.ts'
import { accept } from '#lib/domain/result.ts'
import { keyOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { ordersOfBusinesses } from '#lib/server/orders/read/orders-of-businesses.ts'

export const GET = serve(listOrders, async (asked) => {
  const orders = await ordersOfBusinesses({ ...asked.query, businessIds: keyOf(asked).businessIds })
  return accept({ orders: orders.slice(0, MOST_ORDERS), hasMore: orders.length > MOST_ORDERS })
})
export const ALL = onlyMethods('GET')
