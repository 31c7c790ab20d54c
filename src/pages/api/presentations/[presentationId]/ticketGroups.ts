import type { QueryOf } from '#lib/contract/endpoint.ts'
import { getTicketGroups } from '#lib/contract/show/presentations.ts'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { groupsOfSections } from '#lib/domain/catalogue/presentation-facts.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { presentationIn } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { integrationForCall } from '#lib/server/integrations/opened-integration.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { withoutFee } from '#lib/server/orders/changes/terms/ticket-change-fee.ts'
import { exchangeTermsFor, type ExchangeTerms } from '#lib/server/orders/changes/terms/ticket-change-offer.ts'
import { holdTermsOf } from '#lib/server/orders/holds/unpaid-hold.ts'

export const GET = serve(getTicketGroups, async ({ params, query, locale, visitor }) => {
  const from = await catalogue()
  const asking = visitor?.uuid
  const presentation = await presentationIn(params.presentationId, { miniSiteUrl: query.miniSiteUrl, uuid: asking, locale })
  if (!presentation.ok) return presentation
  const sold = from.presentations.get(params.presentationId)
  if (!sold) return refuse('NOT_FOUND')
  const integration = await integrationForCall(query, asking, sold.businessId)
  if (!integration.ok) return integration
  const terms = isHeldIn(query.mode, query.isHold) ? await holdTermsOf(asking, sold.startsAt) : undefined
  if (terms?.ok === false) return terms
  const exchange = await exchangeAsked(from, asking, query)
  if (!exchange.ok) return exchange
  const { ticketGroups, serviceCharge } = withoutFee(presentation.value, exchange.value?.isFeePaid === true)
  const wanted = exchange.value?.mayBeHad(sold) === false ? new Set<number>() : groupsOf(from, sold, query.isGA)
  return accept({ ticketGroups: ticketGroups.filter(({ id }) => wanted?.has(id) !== false), serviceCharge })
})
export const ALL = onlyMethods('GET')

/** What tickets are exchanged by; undefined: none are. Refusals: BAD_REQUEST, NOT_FOUND (an exchange of tickets that are not named, or not the visitor's). */
async function exchangeAsked(
  from: Catalogue,
  uuid: string | undefined,
  { mode, modifiedTickets }: QueryOf<typeof getTicketGroups>,
): Promise<Result<ExchangeTerms | undefined>> {
  if (mode === 'modify' && !modifiedTickets) return refuse('BAD_REQUEST')
  const exchange = mode === 'order' ? undefined : await exchangeTermsFor(from, uuid, modifiedTickets)
  return mode === 'modify' && !exchange ? refuse('NOT_FOUND') : accept(exchange)
}

/** The ticket groups of general admission, or of numbered seats; undefined: all. */
function groupsOf(from: Catalogue, sold: Presentation, isGA: boolean | undefined): ReadonlySet<number> | undefined {
  return isGA === undefined ? undefined : groupsOfSections(from, sold, !isGA)
}

function isHeldIn(mode: 'order' | 'modify' | 'hold' | undefined, isHold = false): boolean {
  return mode === 'hold' || (mode !== 'order' && isHold)
}
