import { refreshCustomer } from '#lib/contract/area/sign-in.ts'
import { accept } from '#lib/domain/result.ts'
import { refreshOrderCustomer } from '#lib/server/orders/cart/order-customer-info.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const POST = serve(refreshCustomer, async (asked) =>
  accept((await refreshOrderCustomer(writer(asked))) ?? { customerInfo: null, members: [] }),
)
export const ALL = onlyMethods('POST')
