import { getModifiedTickets } from '#lib/contract/order/changes.ts'
import { refuse } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { modifiedTicketsOf } from '#lib/server/orders/changes/ticket-change-wire.ts'

export const GET = serve(getModifiedTickets, ({ params, visitor }) =>
  visitor ? modifiedTicketsOf(visitor.uuid, params.resId) : Promise.resolve(refuse('NOT_FOUND')),
)
export const ALL = onlyMethods('GET')
