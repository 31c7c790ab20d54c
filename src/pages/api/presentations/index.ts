import { listPresentations } from '#lib/contract/presentations.ts'
import { accept } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue.ts'
import { withCodeTickets } from '#lib/server/codes/code-tickets.ts'
import { presentationsMatching } from '#lib/server/presentations.ts'
import { onlyMethods, serve } from '#lib/server/http/serve.ts'
import { withoutFee } from '#lib/server/changes/ticket-change-fee.ts'
import { exchangeTermsFor } from '#lib/server/changes/ticket-change-offer.ts'
import { checkHolder, stillHeld } from '#lib/server/orders/unpaid-hold.ts'

export const GET = serve(listPresentations, async ({ query, locale, visitor }) => {
  const holder = query.isHold ? await checkHolder(visitor?.uuid) : undefined
  if (holder?.ok === false) return holder
  const exchange = await exchangeTermsFor(await catalogue(), visitor?.uuid, query.modifyCart)
  const isHeld = holder ? await stillHeld() : undefined
  const found = await presentationsMatching(query, locale, (one) => exchange?.mayBeHad(one) !== false && isHeld?.(one) !== false)
  const presentations = await withCodeTickets(found.presentations, query.ticketCodes, visitor?.uuid)
  return accept({ ...found, presentations: presentations.map((one) => withoutFee(one, exchange?.isFeePaid === true)) })
})
export const ALL = onlyMethods('GET')
