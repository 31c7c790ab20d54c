import { listPresentations } from '#lib/contract/presentations.ts'
import { accept } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue.ts'
import { withCodeTickets } from '#lib/server/code-tickets.ts'
import { presentationsMatching } from '#lib/server/presentations.ts'
import { onlyMethods, serve } from '#lib/server/serve.ts'
import { exchangeableFor } from '#lib/server/ticket-change-offer.ts'

export const GET = serve(listPresentations, async ({ query, locale, visitor }) => {
  const mayBeHad = await exchangeableFor(await catalogue(), visitor?.uuid, query.modifyCart)
  const found = await presentationsMatching(query, locale, mayBeHad)
  return accept({ ...found, presentations: await withCodeTickets(found.presentations, query.ticketCodes, visitor?.uuid) })
})
export const ALL = onlyMethods('GET')
