import { saveBrokerPart as contract } from '#lib/contract/staff/broker.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { actingSeller } from '#lib/server/sales/acts/acting-seller.ts'
import { savePart } from '#lib/server/sales/broker/parts.ts'

export const POST = serve(contract, async (asked) =>
  savePart(await actingSeller(asked), asked.params.presentationId, asked.body.allocationIds ?? undefined),
)
export const ALL = onlyMethods('POST')
