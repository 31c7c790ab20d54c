import { replaceTicket } from '#lib/contract/order/changes.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { replaceOnSeat } from '#lib/server/orders/changes/ticket-change-replace.ts'

export const POST = serve(replaceTicket, (asked) => replaceOnSeat(writer(asked).uuid, asked.params.resId, asked.body))
export const ALL = onlyMethods('POST')
