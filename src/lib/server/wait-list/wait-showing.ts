import type { SaleState } from '#lib/domain/catalogue/presentation-facts.ts'
import { MOST_TICKETS } from '#lib/domain/orders/wait-list.ts'
import type { ShowingLines } from '#lib/server/messages/html/message-words.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { showingOf } from '#lib/server/programme/prepared-showings.ts'
import { programme } from '#lib/server/programme/showings.ts'

/** A presentation, as the list and its messages describe it. */
export interface WaitShowing extends Omit<ShowingLines, 'tickets'> {
  readonly presentationId: number
  readonly featureId: number
  readonly businessId: number
  readonly saleState: SaleState
  readonly mostTickets: number
}

/** undefined if there is no such presentation, or if only mini-sites sell it. */
export async function waitShowing(presentationId: number, locale: Locale = DEFAULT_LOCALE): Promise<WaitShowing | undefined> {
  const { factsOf, catalogue } = await programme(locale)
  const wanted = catalogue.presentations.get(presentationId)
  const showing = wanted && showingOf(catalogue, wanted)
  if (!showing || showing.presentation.isOnlyInSites) return undefined
  const { presentation, feature, location, isUntimed } = showing
  return {
    presentationId,
    featureId: feature.id,
    businessId: presentation.businessId,
    saleState: factsOf(presentation).saleState,
    mostTickets: Math.min(MOST_TICKETS, presentation.maxSeats),
    featureName: feature.name,
    startsAt: presentation.startsAt,
    isUntimed,
    venueName: catalogue.venues.get(presentation.venueId)?.name ?? '',
    locationName: location.name,
    address: location.address,
    city: location.city,
  }
}
