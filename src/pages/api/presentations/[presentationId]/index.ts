import { getPresentation } from '#lib/contract/show/presentations.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { withCodeTickets } from '#lib/server/entitlements/lookup/code-tickets.ts'
import { exchangeTermsFor } from '#lib/server/orders/changes/terms/ticket-change-offer.ts'
import { withoutFee } from '#lib/server/orders/changes/terms/ticket-change-fee.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { presentationIn } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { integrationDataOf, integrationForCall } from '#lib/server/integrations/opened-integration.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { holdTermsOf } from '#lib/server/orders/holds/unpaid-hold.ts'

export const GET = serve(getPresentation, async ({ params, query, locale, visitor }) => {
  const found = await presentationIn(params.presentationId, { miniSiteUrl: query.miniSiteUrl, uuid: visitor?.uuid, locale })
  if (!found.ok) return found
  const integration = await integrationForCall(query, visitor?.uuid, found.value.businessId)
  if (!integration.ok) return integration
  const terms = query.isHold ? await holdTermsOf(visitor?.uuid, Date.parse(found.value.dateTime)) : undefined
  if (terms?.ok === false) return terms
  const [presentation] = await withCodeTickets([found.value], { ticketCodes: query.ticketCodes, uuid: visitor?.uuid, locale })
  if (!presentation) return refuse('NOT_FOUND')
  const exchange = await exchangeTermsFor(await catalogue(), visitor?.uuid, query.modifyCart)
  return accept({
    presentation: withoutFee(presentation, exchange?.isFeePaid === true),
    integrationData: integrationDataOf(integration.value, locale),
  })
})
export const ALL = onlyMethods('GET')
