import { getTicketGroups } from '#lib/contract/show/presentations.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { presentationIn } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { integrationForCall } from '#lib/server/integrations/opened-integration.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { withoutFee } from '#lib/server/orders/changes/terms/ticket-change-fee.ts'
import { exchangeTermsFor } from '#lib/server/orders/changes/terms/ticket-change-offer.ts'
import { holdTermsOf } from '#lib/server/orders/holds/unpaid-hold.ts'

export const GET = serve(getTicketGroups, async ({ params, query, locale, visitor }) => {
  const from = await catalogue()
  const presentation = await presentationIn(query.miniSiteUrl, visitor?.uuid, params.presentationId, locale)
  if (!presentation.ok) return presentation
  const sold = from.presentations.get(params.presentationId)
  if (!sold) return refuse('NOT_FOUND')
  const integration = await integrationForCall(query, visitor?.uuid, sold.businessId)
  if (!integration.ok) return integration
  const terms = query.isHold || query.mode === 'hold' ? await holdTermsOf(visitor?.uuid, sold.startsAt) : undefined
  if (terms?.ok === false) return terms
  const exchange = await exchangeTermsFor(from, visitor?.uuid, query.modifiedTickets)
  const { ticketGroups, serviceCharge } = withoutFee(presentation.value, exchange?.isFeePaid === true)
  return accept({ ticketGroups: exchange?.mayBeHad(sold) === false ? [] : ticketGroups, serviceCharge })
})
export const ALL = onlyMethods('GET')
