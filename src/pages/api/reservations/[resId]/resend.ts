import { resendTickets as contract } from '#lib/contract/order/cancelling.ts'
import { resendTickets } from '#lib/server/messages/resend-tickets.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const POST = serve(contract, (asked) => resendTickets(writer(asked), asked.params.resId))
export const ALL = onlyMethods('POST')
