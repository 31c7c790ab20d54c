import { getSeatplan } from '#lib/contract/seats.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { planOf, seatplanAnswer } from '#lib/server/seatplans.ts'
import { onlyMethods, serve } from '#lib/server/serve.ts'

export const GET = serve(getSeatplan, async ({ query }) => {
  const plan = await planOf(query.seatplanId)
  if (!plan || (query.venueId !== undefined && query.venueId !== plan.venueId)) return refuse('NOT_FOUND')
  return accept({ seatplan: seatplanAnswer(plan) })
})
export const ALL = onlyMethods('GET')
