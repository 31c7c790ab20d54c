import { unlockBrokerPart as contract } from '#lib/contract/staff/broker.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { actingSeller } from '#lib/server/sales/acts/acting-seller.ts'
import { unlockPart } from '#lib/server/sales/broker/parts.ts'

export const POST = serve(contract, async (asked) => unlockPart(await actingSeller(asked), asked.params.presentationId))
export const ALL = onlyMethods('POST')
