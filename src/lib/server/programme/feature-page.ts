import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { groupDates, type FeatureDates } from '#lib/domain/catalogue/calendar/feature-dates.ts'
import type { Catalogue, Feature, FeatureCategory, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { placeIn } from '#lib/domain/catalogue/words.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { isOnlyInSites } from './features.ts'
import { partOf } from './list-parts.ts'
import { programme, type Programme } from './showings.ts'

/** Everything that a feature's page draws. */
export interface FeatureView {
  readonly programme: Programme
  readonly feature: Feature
  readonly category: FeatureCategory | undefined
  readonly dates: FeatureDates
  /** Parts of the dates before and after those listed, as the address names them; undefined where there are none. */
  readonly earlier: number | undefined
  readonly later: number | undefined
  /** The first showing that can be bought; undefined if there is none. */
  readonly next: Showing | undefined
  /** Cities with showings; `city` is the chosen one. */
  readonly cities: readonly string[]
  readonly city: string | undefined
  readonly accessibility: string
  /** The note about prices: final; final for an order of one ticket; or excluding charges that are named before payment. */
  readonly priceNote: 'finalPrices' | 'finalForOne' | 'orderCharge'
}

/** Number of showings that one page lists. */
export const LISTED_AT_ONCE = 200

/** What an address asks of a feature's page. */
export interface FeatureAsked {
  readonly city: string | null
  /** Which part of the dates, from 1; anything else is the first. */
  readonly part: string | null
}

export function featureAskedBy(params: URLSearchParams): FeatureAsked {
  return { city: params.get('location'), part: params.get('part') }
}

/** @returns undefined if there is no such feature, or if only mini-sites sell it */
export async function featureView(
  featureId: number,
  { city: wantedCity, part: wantedPart }: FeatureAsked,
  locale: Locale = DEFAULT_LOCALE,
): Promise<FeatureView | undefined> {
  const from = await programme(locale)
  const feature = from.catalogue.features.get(featureId)
  if (!feature || isOnlyInSites(from.catalogue, featureId)) return undefined
  const all = from.comingOf(featureId)
  const cities = [...new Set(all.map(({ location }) => location.city))]
  const named = wantedCity === null ? undefined : placeIn(from.catalogue.locations, wantedCity)
  const city = cities.find((name) => name === named)
  const showings = all.filter(({ location }) => city === undefined || location.city === city)
  const { part, earlier, later } = partOf(showings.length, LISTED_AT_ONCE, wantedPart)
  const listed = showings.slice((part - 1) * LISTED_AT_ONCE, part * LISTED_AT_ONCE)
  return {
    programme: from,
    feature,
    category: from.catalogue.categories.get(feature.categoryId),
    dates: groupDates(listed, from.today),
    earlier,
    later,
    next: showings.find(({ presentation }) => from.factsOf(presentation).saleState === 'open'),
    cities,
    city,
    accessibility: all[0]?.location.accessibility ?? '',
    priceNote: priceNote(from.catalogue, showings),
  }
}

function priceNote(from: Catalogue, showings: readonly Showing[]): FeatureView['priceNote'] {
  const charges = showings
    .map(({ presentation }) => from.serviceCharges.get(presentation.serviceChargeId ?? 0))
    .filter((one) => one !== undefined)
  if (settings().pricesIncludeCharges) return charges.some((one) => one.amountPerOrder !== null) ? 'finalForOne' : 'finalPrices'
  return charges.length > 0 || showings.some(({ presentation }) => hasTicketCharge(from, presentation)) ? 'orderCharge' : 'finalPrices'
}

function hasTicketCharge({ ticketGroups }: Catalogue, { prices }: Presentation): boolean {
  return prices.some(({ ticketGroupId }) => (defaultTicket(ticketGroups.get(ticketGroupId))?.serviceCharge ?? 0) > 0)
}
