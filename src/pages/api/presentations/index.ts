import { listPresentations, type PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { accept } from '#lib/domain/result.ts'
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
  const holder = query.isHold ? await checkHolder(asking) : undefined
  if (holder?.ok === false) return holder
  const exchange = await exchangeTermsFor(await catalogue(), asking, query.modifyCart)
  const isFeePaid = exchange?.isFeePaid === true
  const isHeld = holder ? await stillHeld() : undefined
  const { featureIds, locationId, miniSiteUrl } = query
  const integration = await integrationForCall(query, asking)
  if (!integration.ok) return integration
  const site = await namedSite(miniSiteUrl, asking)
  if (site && !site.ok) return accept({ presentations: [], hasReserved: false, hasGA: false })
  const inSite = site?.value?.site.presentationIds
  const mayBeHad: Parameters<typeof presentationsFor>[0]['mayBeHad'] = (one) =>
    exchange?.mayBeHad(one) !== false && isHeld?.(one) !== false && isOfBusiness(integration.value, one.businessId)
  const matching = await presentationsFor({ featureIds, locationId, mayBeHad, inSite }, source.caller, locale)
  if (!matching.ok) return matching
  const isForEverybody = query.ticketCodes === undefined && !isFeePaid && site === undefined
  if (isForEverybody) return accept(await jsonBytes(request, await presentationsJson(matching.value, locale)))
  const answers = await offeredIn(site?.value, presentationAnswers(matching.value, locale), locale)
  const presentations = (await withCodeTickets(answers, query.ticketCodes, asking, locale)).map((one) => withoutFee(one, isFeePaid))
  return accept({
    presentations,
    hasReserved: presentations.some((one) => one.hasReservedSection),
    hasGA: presentations.some((one) => one.hasGASection),
  })
})
export const ALL = onlyMethods('GET')

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
