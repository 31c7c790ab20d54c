import { groupByFeature, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { groupDates, type FeatureDates } from '#lib/domain/catalogue/calendar/feature-dates.ts'
import type { Catalogue, Feature, FeatureCategory, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { joinRanges, type PriceRange } from '#lib/domain/catalogue/price-range.ts'
import { placeIn } from '#lib/domain/catalogue/words.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { isOnlyInSites } from './features.ts'
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

/** The price range of the showings on sale. */
function pricesOf(from: Programme, showings: readonly Showing[]): PriceRange | null {
  const facts = showings.map(({ presentation }) => from.factsOf(presentation)).filter(({ saleState }) => saleState === 'open')
  return joinRanges(facts.map(({ prices }) => prices))
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

const CLOSED = ['notOpen', 'unpriced', 'soldout', 'cancelled'] as const

/** A feature in the list of all: its nearest days and its prices. */
export interface FeatureCard {
  readonly feature: Feature
  /** Price range of the showings on sale; null if there are none. */
  readonly prices: PriceRange | null
  /** Why nothing can be bought. What may be bought later takes precedence. */
  readonly closed: (typeof CLOSED)[number] | undefined
  /** First start times on different days, at most three. */
  readonly nearest: readonly number[]
  readonly furtherDays: number
}

/** Features of a category: a part of them, if they are many. */
export interface CategoryShelf {
  readonly category: FeatureCategory
  readonly cards: readonly FeatureCard[]
  /** How many features the category has. */
  readonly count: number
  /** Parts before and after the one that is shown, as the address names them; undefined where there are none. */
  readonly earlier: number | undefined
  readonly later: number | undefined
}

/** Number of features of a category that one page shows. */
export const SHOWN_AT_ONCE = 60

/** What an address asks of the list of all features: a category with a part of it; the first of each if there is none such. */
export interface ShelvesAsked {
  readonly category: string | null
  readonly part: string | null
}

export function shelvesAskedBy(params: URLSearchParams): ShelvesAsked {
  return { category: params.get('category'), part: params.get('part') }
}

const NEAREST = 3

/** The features with coming showings, by category and in the order of their next showings. */
export async function featureShelves(
  locale: Locale = DEFAULT_LOCALE,
  asked: ShelvesAsked = { category: null, part: null },
): Promise<CategoryShelf[]> {
  const from = await programme(locale)
  const featuresOf = Map.groupBy(groupByFeature(from.showings), ([{ categoryId }]) => categoryId)
  const full = [...from.catalogue.categories.values()].filter(({ id }) => featuresOf.has(id))
  const only = full.filter(({ id }) => String(id) === asked.category)
  const part = only.length > 0 ? asked.part : null
  return (only.length > 0 ? only : full).map((category) => ({ category, ...shelfOf(from, featuresOf.get(category.id) ?? [], part) }))
}

function shelfOf(
  from: Programme,
  features: readonly (readonly [Feature, readonly Showing[]])[],
  wantedPart: string | null,
): Omit<CategoryShelf, 'category'> {
  const { part, earlier, later } = partOf(features.length, SHOWN_AT_ONCE, wantedPart)
  const shown = features.slice((part - 1) * SHOWN_AT_ONCE, part * SHOWN_AT_ONCE)
  return { cards: shown.map(([feature, showings]) => cardOf(from, feature, showings)), count: features.length, earlier, later }
}

/** Which part of a list an address names, from 1; anything that is none is the first, and what is behind the last is the last. */
function partOf(
  count: number,
  atOnce: number,
  wanted: string | null,
): { part: number; earlier: number | undefined; later: number | undefined } {
  const parts = Math.max(1, Math.ceil(count / atOnce))
  const part = Math.min(parts, /^[1-9]\d{0,4}$/.test(wanted ?? '') ? Number(wanted) : 1)
  return { part, earlier: part > 1 ? part - 1 : undefined, later: part < parts ? part + 1 : undefined }
}

function cardOf(from: Programme, feature: Feature, showings: readonly Showing[]): FeatureCard {
  const days = [...Map.groupBy(showings, ({ date }) => date).values()].map(([first]) => first?.presentation.startsAt ?? 0)
  return {
    feature,
    prices: pricesOf(from, showings),
    closed: closedAs(from, showings),
    nearest: days.slice(0, NEAREST),
    furtherDays: Math.max(0, days.length - NEAREST),
  }
}

function closedAs(from: Programme, showings: readonly Showing[]): FeatureCard['closed'] {
  const states = new Set(showings.map(({ presentation }) => from.factsOf(presentation).saleState))
  return states.has('open') ? undefined : CLOSED.find((state) => states.has(state))
}
