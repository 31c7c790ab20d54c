import { getTicketGroups } from '#lib/contract/presentations.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { presentationAnswer } from '#lib/server/presentations.ts'
import { onlyMethods, serve } from '#lib/server/serve.ts'

export const GET = serve(getTicketGroups, async ({ params, locale }) => {
  const presentation = await presentationAnswer(params.presentationId, locale)
  if (!presentation) return refuse('NOT_FOUND')
  const { ticketGroups, serviceCharge } = presentation
  return accept({ ticketGroups, serviceCharge })
})
export const ALL = onlyMethods('GET')
