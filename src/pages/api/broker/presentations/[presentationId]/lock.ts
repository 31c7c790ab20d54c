import { lockBrokerPart as contract } from '#lib/contract/broker.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { actingBroker } from '#lib/server/sales/broker/acting-broker.ts'
import { lockPart } from '#lib/server/sales/broker/parts.ts'

export const POST = serve(contract, async (asked) =>
  lockPart(await actingBroker(asked), asked.params.presentationId, asked.body.minutes ?? undefined),
)
export const ALL = onlyMethods('POST')
