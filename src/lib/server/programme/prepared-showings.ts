import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { UNTIMED_FEATURE_TYPE, type Catalogue, type Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { keptInOrder, replacedInOrder } from '#lib/domain/catalogue/kept-in-order.ts'
import { presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import type { Locale } from '#lib/text/locales.ts'
import { byStartOfShowing, ShowingIndex } from './showing-index.ts'

/** The showings of a catalogue, in the order of their start. */
interface Prepared {
  readonly from: Catalogue
  /** All. */
  readonly showings: readonly Showing[]
  /** Without those that only mini-sites sell. */
  readonly ofShop: ShowingIndex
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
  const showings = [...from.presentations.values()].flatMap((one) => showingOf(from, one) ?? [])
  return { from, showings, ofShop: new ShowingIndex(showings.filter(isOfShop)) }
}

/** Everything that a showing is made of besides presentation and feature is the same, or it is not known what has changed. */
function changedFrom(before: Prepared, from: Catalogue): Prepared | undefined {
  const isSame = (['categories', 'venues', 'locations'] as const).every((part) => before.from[part] === from[part])
  const ids = isSame ? changedPresentations(before.from, from) : undefined
  if (!ids) return undefined
  const gone = showingsOf(before.from, ids)
  const come = showingsOf(from, ids)
  const showings = replacedInOrder(before.showings, gone, come, byStartOfShowing)
  return { from, showings, ofShop: before.ofShop.with(gone.filter(isOfShop), come.filter(isOfShop)) }
}

/** Ids of the presentations that have changed or whose feature has; undefined if that is not known. */
function changedPresentations(before: Catalogue, from: Catalogue): readonly number[] | undefined {
  const presentations = changedSince(before.presentations, from.presentations)
  const features = changedSince(before.features, from.features)
  if (!presentations || !features) return undefined
  const ofFeatures = features.flatMap((id) => [...presentationsOf(before, id), ...presentationsOf(from, id)])
  return [...new Set([...presentations, ...ofFeatures.map(({ id }) => id)])]
}

function changedSince<T extends { readonly id: number }>(
  before: ReadonlyMap<number, T>,
  now: ReadonlyMap<number, T>,
): readonly number[] | undefined {
  if (before === now) return []
  const earlier = keptInOrder(before)
  return earlier && keptInOrder(now)?.changedSince(earlier)
}

function showingsOf(from: Catalogue, ids: readonly number[]): readonly Showing[] {
  return ids.flatMap((id) => {
    const presentation = from.presentations.get(id)
    return (presentation && showingOf(from, presentation)) ?? []
  })
}

function isOfShop({ presentation }: Showing): boolean {
  return !presentation.isOnlyInSites
}

/** By presentation, whose object is a new one when it changes. */
const showings = new WeakMap<Presentation, Showing>()

/** A presentation as lists show it; undefined if what it is of is not in the catalogue. The same object while nothing of it has changed. */
export function showingOf(from: Catalogue, presentation: Presentation): Showing | undefined {
  const feature = from.features.get(presentation.featureId)
  const venue = from.venues.get(presentation.venueId)
  const location = venue && from.locations.get(venue.locationId)
  if (!feature || !location) return undefined
  const category = from.categories.get(feature.categoryId)
  const known = showings.get(presentation)
  if (known?.feature === feature && known.venue === venue && known.location === location && known.category === category) return known
  const showing = {
    ...{ presentation, feature, category, venue, location },
    date: datePartsOf(presentation.startsAt).date,
    isUntimed: feature.featureTypeId === UNTIMED_FEATURE_TYPE,
  }
  showings.set(presentation, showing)
  return showing
}
