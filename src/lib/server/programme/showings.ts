import { matchesFilter, type CalendarFilter, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { UNTIMED_FEATURE_TYPE, type Catalogue, type Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { presentationFacts, type PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import type { TakenCounts } from '#lib/server/seats/board/taken-counts.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { ShowingIndex, type WantedShowings } from './showing-index.ts'

/** The data of pages that list shows: the coming showings in order of their start, and each one's facts on demand. */
export interface Programme {
  readonly catalogue: Catalogue
  /** Without those that only mini-sites sell. */
  readonly showings: readonly Showing[]
  /** Includes past showings, and those that only mini-sites sell. */
  readonly allShowings: readonly Showing[]
  readonly now: number
  /** YYYY-MM-DD in Asia/Jerusalem */
  readonly today: string
  readonly factsOf: (presentation: Presentation) => PresentationFacts
  /** The coming showings that pass a filter, in order of their start. */
  readonly matching: (filter: CalendarFilter) => readonly Showing[]
  /** Of a show. */
  readonly comingOf: (featureId: number) => readonly Showing[]
}

interface Prepared {
  /** All. */
  readonly showings: readonly Showing[]
  /** Without those that only mini-sites sell. */
  readonly ofShop: ShowingIndex
}

const preparedOf = new WeakMap<Catalogue, Prepared>()

/** @param locale the language of its words */
export async function programme(locale: Locale = DEFAULT_LOCALE): Promise<Programme> {
  const now = Date.now()
  const [from, taken] = await Promise.all([catalogue(locale), takenByPresentation()])
  const today = datePartsOf(now).date
  const { showings: all, ofShop } = prepare(from)
  const coming = (wanted: WantedShowings) => ofShop.coming(wanted, now, today)
  const comingNow = coming({})
  return {
    catalogue: from,
    allShowings: all,
    showings: comingNow,
    now,
    today,
    factsOf: rememberedFacts(from, taken, now),
    matching: (filter) => (isEmpty(filter) ? comingNow : coming(filter).filter((showing) => matchesFilter(showing, filter))),
    comingOf: (featureId) => coming({ featureId }),
  }
}

function isEmpty(filter: CalendarFilter): boolean {
  return Object.values(filter).every((value) => value === undefined)
}

interface RememberedFacts {
  readonly taken: TakenCounts
  readonly facts: Map<number, PresentationFacts>
}

/** By the catalogue in each language. */
const remembered = new WeakMap<Catalogue, RememberedFacts>()

/** Computes facts once per count of taken seats, so they are at most as old as that count. */
export function rememberedFacts(from: Catalogue, taken: TakenCounts, now: number): Programme['factsOf'] {
  const last = remembered.get(from)
  const { facts } = last?.taken === taken ? last : { facts: new Map<number, PresentationFacts>() }
  if (last?.facts !== facts) remembered.set(from, { taken, facts })
  return (presentation) => {
    const known =
      facts.get(presentation.id) ??
      presentationFacts(from, presentation, taken.get(presentation.id) ?? 0, now, settings().pricesIncludeCharges)
    facts.set(presentation.id, known)
    return known
  }
}

function prepare(from: Catalogue): Prepared {
  const known = preparedOf.get(from)
  if (known) return known
  const showings = [...from.presentations.values()].map((one) => showingOf(from, one)).filter((one) => one !== undefined)
  const prepared = { showings, ofShop: new ShowingIndex(showings.filter(({ presentation }) => !presentation.isOnlyInSites)) }
  preparedOf.set(from, prepared)
  return prepared
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
