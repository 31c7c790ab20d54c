import { releaseProducerSeats as contract } from '#lib/contract/staff/producer-holds.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { actingSeller } from '#lib/server/sales/acts/acting-seller.ts'
import { releaseChosen, releaseHeld } from '#lib/server/sales/holds/holds.ts'

export const POST = serve(contract, async (asked) => {
  const { presentationId } = asked.params
  const staff = await actingSeller(asked)
  return asked.body.all ? releaseHeld(staff, presentationId) : releaseChosen({ staff, visitor: writer(asked).uuid }, presentationId)
})
export const ALL = onlyMethods('POST')
