import { featureOfKey, matchesFilter, type CalendarFilter, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import type { WordIndex } from '#lib/domain/catalogue/calendar/search-shows.ts'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Listed } from '#lib/domain/catalogue/lists/listed.ts'
import { presentationFacts, type PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import type { TakenCounts } from '#lib/server/seats/board/taken-counts.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { prepare } from './prepared-showings.ts'
import { byStartOfShowing, type ShowingIndex, type WantedShowings } from './showing-index.ts'

/** The data of pages that list shows: the coming showings in order of their start, and each one's facts on demand. */
export interface Programme {
  readonly catalogue: Catalogue
  /** Without those that only mini-sites sell. */
  readonly showings: Listed<Showing>
  readonly now: number
  /** YYYY-MM-DD in Asia/Jerusalem */
  readonly today: string
  readonly factsOf: (presentation: Presentation) => PresentationFacts
  /** The coming showings that pass a filter, in order of their start. */
  readonly matching: (filter: CalendarFilter) => Listed<Showing>
  /** By which showings are found, past ones too. */
  readonly words: () => WordIndex
  /** Of a show. */
  readonly comingOf: (featureId: number) => readonly Showing[]
  /** The next coming showing of a show or at a place. */
  readonly nextOf: (wanted: Parameters<ShowingIndex['next']>[0]) => Showing | undefined
}

/** @param locale the language of its words */
export async function programme(locale: Locale = DEFAULT_LOCALE): Promise<Programme> {
  const now = Date.now()
  const [from, taken] = await Promise.all([catalogue(locale), takenByPresentation()])
  const today = datePartsOf(now).date
  const { ofShop, words } = prepare(from, locale)
  const coming = (wanted: WantedShowings) => ofShop.coming(wanted, now, today)
  const comingNow = coming({})
  return {
    catalogue: from,
    showings: comingNow,
    now,
    today,
    factsOf: rememberedFacts(from, taken, now),
    matching: (filter) => matchingOf(filter, coming),
    words: () => words.index,
    comingOf: (featureId) => coming({ featureId }).slice(),
    nextOf: (wanted) => ofShop.next(wanted, now, today),
  }
}

/** Whether one list has exactly what a filter lets through. */
function isExact({ categoryId, place, found }: CalendarFilter): boolean {
  return found === undefined && (categoryId === undefined || place === undefined)
}

function matchingOf(filter: CalendarFilter, coming: (wanted: WantedShowings) => Listed<Showing>): Listed<Showing> {
  const listed = coming(filter)
  if (isExact(filter)) return listed
  const ofFound = filter.found && fewerOf(filter.found, listed.length, coming)
  return (ofFound ?? listed).filter((showing) => matchesFilter(showing, filter))
}

/** The coming showings of the features that were found, in order of their start; undefined if they are not fewer than these. */
function fewerOf(
  found: ReadonlySet<string>,
  than: number,
  coming: (wanted: WantedShowings) => Listed<Showing>,
): readonly Showing[] | undefined {
  const lists: (readonly Showing[])[] = []
  let count = 0
  for (const featureId of new Set([...found].map(featureOfKey))) {
    const list = coming({ featureId })
    count += list.length
    if (count >= than) return undefined
    lists.push(list.slice())
  }
  return lists.flat().sort(byStartOfShowing)
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
      presentationFacts(from, presentation, { taken: taken.get(presentation.id) ?? 0, now, isTotal: settings().pricesIncludeCharges })
    facts.set(presentation.id, known)
    return known
  }
}
