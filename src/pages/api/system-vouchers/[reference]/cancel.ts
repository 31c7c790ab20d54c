import { cancelVoucher } from '#lib/contract/area/vouchers.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { cancelOwnVoucher } from '#lib/server/customers/area/own-voucher.ts'

/** Own vouchers only; another customer's is answered like an unknown one. */
export const POST = serve(cancelVoucher, (asked) =>
  cancelOwnVoucher({ visitor: writer(asked), caller: asked.source.caller }, asked.params.reference, asked.body),
)
export const ALL = onlyMethods('POST')
