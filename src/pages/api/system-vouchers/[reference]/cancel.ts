import { cancelVoucher } from '#lib/contract/area/vouchers.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { cancelOwnVoucher } from '#lib/server/customers/area/own-voucher.ts'

/** Own vouchers only; another customer's is answered like an unknown one. */
export const POST = serve(cancelVoucher, (asked) =>
  cancelOwnVoucher(writer(asked), asked.params.reference, asked.body, asked.source.caller),
)
export const ALL = onlyMethods('POST')
