import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { ShowingWords } from '#lib/domain/catalogue/calendar/showing-words.ts'
import { UNTIMED_FEATURE_TYPE, type Catalogue, type Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { AlikeList } from '#lib/domain/catalogue/lists/alike-items.ts'
import { keptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { changedPresentations } from '#lib/domain/catalogue/changed-presentations.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import type { Locale } from '#lib/text/locales.ts'
import { ShowingIndex } from './showing-index.ts'

/** The showings of a catalogue. */
interface Prepared {
  readonly from: Catalogue
  /** Without those that only mini-sites sell. */
  readonly ofShop: ShowingIndex
  /** What those of the shop are found by. */
  readonly words: ShowingWords
}

/** Of the newest catalogue that was asked for in each language. */
const newest = new Map<Locale, Prepared>()

/** The showings of a catalogue: those of the one before with what has changed, if that is known. */
export function prepare(from: Catalogue, locale: Locale): Prepared {
  const before = newest.get(locale)
  if (before?.from === from) return before
  const prepared = (before && changedFrom(before, from)) ?? whole(from)
  newest.set(locale, prepared)
  return prepared
}

function whole(from: Catalogue): Prepared {
  const ofShop = ShowingIndex.of(showingsOf(from))
  return { from, ofShop, words: new ShowingWords(ofShop.all) }
}

/** Those of presentations that are made when they are asked for, are so as well. */
function showingsOf(from: Catalogue): readonly Showing[] | AlikeList<Showing> {
  const showing = (presentation: Presentation) => shopShowingOf(from, presentation)
  const alike = keptInOrder(from.presentations)?.list.alike
  if (!alike) return [...from.presentations.values()].flatMap((one) => showing(one) ?? [])
  return alike.collect(showing, (kind, presentation) => ({ ...kind, presentation, date: dateOf(presentation.startsAt) }))
}

/** Everything that a showing is made of besides presentation and feature is the same, or it is not known what has changed. */
function changedFrom(before: Prepared, from: Catalogue): Prepared | undefined {
  const ids = changedPresentations(before.from, from, ['categories', 'venues', 'locations'])
  if (!ids) return undefined
  const gone = presentationsById(before.from, ids).flatMap((one) => before.ofShop.showingOf(one) ?? [])
  const come = presentationsById(from, ids).flatMap((one) => shopShowingOf(from, one) ?? [])
  const ofShop = before.ofShop.with(gone, come)
  return { from, ofShop, words: before.words.with(ofShop.all, gone, come) }
}

/** Undefined also of what only mini-sites sell. */
function shopShowingOf(from: Catalogue, presentation: Presentation): Showing | undefined {
  return presentation.isOnlyInSites ? undefined : showingOf(from, presentation)
}

function presentationsById({ presentations }: Catalogue, ids: readonly number[]): readonly Presentation[] {
  return ids.flatMap((id) => presentations.get(id) ?? [])
}

const HOUR_MS = 3_600_000
const dates = new Map<number, string>()
/** All hours of eleven years. */
const MOST_DATES = 100_000

/** The day of an instant. The time zone is whole hours from UTC, so an hour of UTC is of one day, and 100,000 starts need not be taken apart one by one, which takes 0.6 s. */
function dateOf(instant: number): string {
  const hour = Math.floor(instant / HOUR_MS)
  const known = dates.get(hour)
  if (known !== undefined) return known
  const { date } = datePartsOf(instant)
  if (dates.size >= MOST_DATES) dates.clear()
  dates.set(hour, date)
  return date
}

/** A presentation as lists show it; undefined if what it is of is not in the catalogue. */
export function showingOf(from: Catalogue, presentation: Presentation): Showing | undefined {
  const feature = from.features.get(presentation.featureId)
  const venue = from.venues.get(presentation.venueId)
  const location = venue && from.locations.get(venue.locationId)
  if (!feature || !location) return undefined
  const category = from.categories.get(feature.categoryId)
  return {
    presentation,
    feature,
    category,
    venue,
    location,
    date: dateOf(presentation.startsAt),
    isUntimed: feature.featureTypeId === UNTIMED_FEATURE_TYPE,
  }
}
