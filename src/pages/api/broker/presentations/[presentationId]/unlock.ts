import { unlockBrokerPart as contract } from '#lib/contract/broker.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { actingBroker } from '#lib/server/sales/broker/acting-broker.ts'
import { unlockPart } from '#lib/server/sales/broker/parts.ts'

export const POST = serve(contract, async (asked) => unlockPart(await actingBroker(asked), asked.params.presentationId))
export const ALL = onlyMethods('POST')
