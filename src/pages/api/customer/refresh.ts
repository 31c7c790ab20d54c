import { refreshCustomer } from '#lib/contract/sign-in.ts'
import { accept } from '#lib/domain/result.ts'
import { refreshOrderCustomer } from '#lib/server/customers/order-customer-info.ts'
import { onlyMethods, serve, writer } from '#lib/server/http/serve.ts'

export const POST = serve(refreshCustomer, async (asked) =>
  accept((await refreshOrderCustomer(writer(asked))) ?? { customerInfo: null, members: [] }),
)
export const ALL = onlyMethods('POST')
