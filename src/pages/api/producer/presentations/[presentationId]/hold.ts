import { holdProducerSeats as contract } from '#lib/contract/staff/producer-holds.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { actingSeller } from '#lib/server/sales/acts/acting-seller.ts'
import { holdChosen } from '#lib/server/sales/holds/holds.ts'

export const POST = serve(contract, async (asked) =>
  holdChosen({ staff: await actingSeller(asked), visitor: writer(asked).uuid }, asked.params.presentationId),
)
export const ALL = onlyMethods('POST')
