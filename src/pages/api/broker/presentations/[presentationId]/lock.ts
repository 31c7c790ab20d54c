import { lockBrokerPart as contract } from '#lib/contract/staff/broker.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { actingSeller } from '#lib/server/sales/acts/acting-seller.ts'
import { lockPart } from '#lib/server/sales/broker/parts.ts'

export const POST = serve(contract, async (asked) =>
  lockPart(await actingSeller(asked), asked.params.presentationId, asked.body.minutes ?? undefined),
)
export const ALL = onlyMethods('POST')
