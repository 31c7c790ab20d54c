import type { QueryOf } from '#lib/contract/endpoint.ts'
import { listPresentations, type PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { withCodeTickets } from '#lib/server/entitlements/lookup/code-tickets.ts'
import type { FoundSite } from '#lib/server/entitlements/mini-site/mini-sites.ts'
import { siteForCall, withSiteTickets } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { integrationForCall, isOfBusiness } from '#lib/server/integrations/opened-integration.ts'
import { withoutFee } from '#lib/server/orders/changes/terms/ticket-change-fee.ts'
import { exchangeTermsFor } from '#lib/server/orders/changes/terms/ticket-change-offer.ts'
import { jsonBytes } from '#lib/server/platform/http/answers/answers.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { checkHolder, stillHeld } from '#lib/server/orders/holds/unpaid-hold.ts'
import { presentationsJson } from '#lib/server/programme/presentation-bytes.ts'
import type { Locale } from '#lib/text/locales.ts'
import { presentationAnswers } from '#lib/server/programme/presentation-answers.ts'
import { presentationsFor } from '#lib/server/programme/presentations.ts'

export const GET = serve(listPresentations, async ({ query, locale, visitor, source, request }) => {
  const asking = visitor?.uuid
  const purpose = await purposeOf(query, asking)
  if (!purpose.ok) return purpose
  const { mayBeHad, isFeePaid } = purpose.value
  const { featureIds, locationId, miniSiteUrl } = query
  const site = await namedSite(miniSiteUrl, asking)
  if (site && !site.ok) return accept({ presentations: [], hasReserved: false, hasGA: false })
  const inSite = site?.value?.site.presentationIds
  const matching = await presentationsFor({ featureIds, locationId, mayBeHad, inSite }, source.caller, locale)
  if (!matching.ok) return matching
  const isForEverybody = query.ticketCodes === undefined && !isFeePaid && site === undefined
  if (isForEverybody) return accept(await jsonBytes(request, await presentationsJson(matching.value, locale)))
  const answers = await offeredIn(site?.value, presentationAnswers(matching.value, locale), locale)
  const presentations = (await withCodeTickets(answers, { ticketCodes: query.ticketCodes, uuid: asking, locale })).map((one) =>
    withoutFee(one, isFeePaid),
  )
  return accept({
    presentations,
    hasReserved: presentations.some((one) => one.hasReservedSection),
    hasGA: presentations.some((one) => one.hasGASection),
  })
})
export const ALL = onlyMethods('GET')

/** What the visitor wants them for. */
interface Purpose {
  /** Whether one serves it. */
  readonly mayBeHad: (one: Presentation) => boolean
  /** Whether it is an exchange whose handling fee is paid already. */
  readonly isFeePaid: boolean
}

/** To order, to hold unpaid, to exchange tickets for, or to be led back to another system with. Refusals: those of `checkHolder` and `integrationForCall`. */
async function purposeOf(query: QueryOf<typeof listPresentations>, uuid: string | undefined): Promise<Result<Purpose>> {
  const holder = query.isHold ? await checkHolder(uuid) : undefined
  if (holder?.ok === false) return holder
  const exchange = await exchangeTermsFor(await catalogue(), uuid, query.modifyCart)
  const isHeld = holder ? await stillHeld() : undefined
  const integration = await integrationForCall(query, uuid)
  if (!integration.ok) return integration
  return accept({
    mayBeHad: (one) => exchange?.mayBeHad(one) !== false && isHeld?.(one) !== false && isOfBusiness(integration.value, one.businessId),
    isFeePaid: exchange?.isFeePaid === true,
  })
}

async function namedSite(url: string | undefined, uuid: string | undefined) {
  return url ? siteForCall(url, uuid) : undefined
}

async function offeredIn(
  site: FoundSite | undefined,
  answers: readonly PresentationAnswer[],
  locale: Locale,
): Promise<readonly PresentationAnswer[]> {
  return site ? Promise.all(answers.map((one) => withSiteTickets(one, site, locale))) : answers
}
