import type { Feature, FeatureCategory, Location, Presentation, Venue } from '../catalogue.ts'

/** A presentation with everything that a list of shows prints and searches. `date` is its day in the shop's time zone, YYYY-MM-DD. */
export interface Showing {
  readonly presentation: Presentation
  readonly feature: Feature
  readonly category: FeatureCategory | undefined
  readonly venue: Venue
  readonly location: Location
  readonly date: string
  readonly isUntimed: boolean
}

/** The visitor's filter of the calendar; undefined means all. */
export interface CalendarFilter {
  readonly date?: string | undefined
  /** A location's id, or a city's name. */
  readonly place?: string | undefined
  readonly categoryId?: number | undefined
  /** `showingKey`s of the search results. */
  readonly found?: ReadonlySet<string> | undefined
}

/** One feature at one location on one day, with its times. */
export interface CalendarRow {
  readonly feature: Feature
  readonly category: FeatureCategory | undefined
  readonly location: Location
  readonly showings: readonly Showing[]
}

export interface CalendarDay {
  readonly date: string
  readonly rows: readonly CalendarRow[]
}

/** The search key of a showing: all showings of a feature in a venue are found together. */
export function showingKey({ feature, venue }: Pick<Showing, 'feature' | 'venue'>): string {
  return `${String(feature.id)} ${String(venue.id)}`
}

/** The id of the feature in a search key. */
export function featureOfKey(key: string): number {
  return Number.parseInt(key, 10)
}

export function matchesFilter(showing: Showing, filter: CalendarFilter): boolean {
  if (filter.date !== undefined && showing.date !== filter.date) return false
  if (filter.categoryId !== undefined && showing.feature.categoryId !== filter.categoryId) return false
  if (filter.place !== undefined && !isAtPlace(showing, filter.place)) return false
  return filter.found === undefined || filter.found.has(showingKey(showing))
}

function isAtPlace(showing: Showing, place: string): boolean {
  return placesOf(showing).includes(place)
}

/** What a filter by place may name to find a showing. */
export function placesOf({ location }: Pick<Showing, 'location'>): readonly string[] {
  return [String(location.id), location.city]
}

/** A day with its rows by time, untimed ones last. @param showings all of that day */
export function dayOf(date: string, showings: readonly Showing[]): CalendarDay {
  return { date, rows: rowsOf(showings) }
}

function rowsOf(showings: readonly Showing[]): CalendarRow[] {
  const byPlace = Map.groupBy(showings, ({ feature, location }) => `${String(feature.id)} ${String(location.id)}`)
  return [...byPlace.values()]
    .map(rowOf)
    .filter((row) => row !== undefined)
    .sort(compareRows)
}

function rowOf(showings: readonly Showing[]): CalendarRow | undefined {
  const [first] = showings
  if (!first) return undefined
  const { feature, category, location } = first
  return { feature, category, location, showings: [...showings].sort(byTime) }
}

function compareRows(one: CalendarRow, other: CalendarRow): number {
  const [first, second] = [one.showings[0], other.showings[0]]
  if (!first || !second) return 0
  return Number(first.isUntimed) - Number(second.isUntimed) || byTime(first, second)
}

function byTime(one: Showing, other: Showing): number {
  return one.presentation.startsAt - other.presentation.startsAt || one.presentation.id - other.presentation.id
}

/** The remaining showings of every feature, features in the order of their first showing. */
export function groupByFeature(showings: Iterable<Showing>): ReadonlyMap<Feature, readonly Showing[]> {
  return Map.groupBy([...showings].sort(byTime), (showing) => showing.feature)
}

/** Picks the first fitting showing of each category, up to `count` categories, to show the breadth of the programme. */
export function pickVaried(showings: Iterable<Showing>, count: number, fits: (showing: Showing) => boolean): Showing[] {
  const seen = new Set<number>()
  const picked: Showing[] = []
  for (const showing of showings) {
    if (picked.length === count) break
    if (seen.has(showing.feature.categoryId) || !fits(showing)) continue
    seen.add(showing.feature.categoryId)
    picked.push(showing)
  }
  return picked
}
