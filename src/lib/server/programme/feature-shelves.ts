import { groupByFeature, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import type { Feature, FeatureCategory } from '#lib/domain/catalogue/catalogue.ts'
import { joinRanges, type PriceRange } from '#lib/domain/catalogue/price-range.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { partOf } from './list-parts.ts'
import { programme, type Programme } from './showings.ts'

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

/** The price range of the showings on sale. */
function pricesOf(from: Programme, showings: readonly Showing[]): PriceRange | null {
  const facts = showings.map(({ presentation }) => from.factsOf(presentation)).filter(({ saleState }) => saleState === 'open')
  return joinRanges(facts.map(({ prices }) => prices))
}
