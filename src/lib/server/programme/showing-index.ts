import { placesOf, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { comingOf, comingRange, nextFrom, rangeOfDate, startedSince, type ComingRange } from '#lib/domain/catalogue/calendar/in-order.ts'
import { DAY_MS } from '#lib/domain/time/durations.ts'
import { ChangedMap } from '#lib/domain/catalogue/changed-map.ts'
import { changedLists, listsOf, type KeysOf } from '#lib/domain/catalogue/keyed-lists.ts'
import { replacedInOrder } from '#lib/domain/catalogue/kept-in-order.ts'
import { byStart } from '#lib/domain/catalogue/presentations-of.ts'

/** The lists that a filter of the calendar chooses from. */
export interface WantedShowings {
  readonly featureId?: number | undefined
  readonly categoryId?: number | undefined
  /** A location's id, or a city's name. */
  readonly place?: string | undefined
  readonly date?: string | undefined
}

/** Showings in the order of their start, prepared by what lists ask for, each list in that order when it is first asked for. */
export class ShowingIndex {
  readonly all: readonly Showing[]
  readonly #lists: Lists
  /** What is still to come of each list that was asked for: of a long one a copy takes longer than a page that shows some of it. */
  readonly #coming = new Map<readonly Showing[], { readonly range: ComingRange; readonly coming: readonly Showing[] }>()

  constructor(all: readonly Showing[], lists: Lists = listsFor(all)) {
    this.all = all
    this.#lists = lists
  }

  /** The index with some showings in the place of others; lists that have none of them are the same. */
  with(gone: readonly Showing[], come: readonly Showing[]): ShowingIndex {
    const all = replacedInOrder(this.all, gone, come, byStartOfShowing)
    const { byFeature, byCategory, byPlace, byCancelled } = this.#lists
    const next = <Key>(lists: ShowingLists<Key>) => lists.with(all, gone, come)
    return new ShowingIndex(all, {
      byFeature: next(byFeature),
      byCategory: next(byCategory),
      byPlace: next(byPlace),
      byCancelled: next(byCancelled),
    })
  }

  /** Those that can still be attended, of the shortest list that has all that are wanted: others in it may be of another category or place. */
  coming(wanted: WantedShowings, now: number, today: string): readonly Showing[] {
    const coming = this.#comingOf(this.#shortest(wanted), now, today)
    return wanted.date === undefined ? coming : coming.slice(...rangeOfDate(coming, wanted.date))
  }

  /** The next that can be attended of a show or at a place. */
  next(wanted: Pick<WantedShowings, 'featureId'> | Pick<WantedShowings, 'place'>, now: number, today: string): Showing | undefined {
    return nextFrom(this.#shortest(wanted), now, today)
  }

  /** The copy that was made last, while nothing of the list has begun since and the day is the same. */
  #comingOf(showings: readonly Showing[], now: number, today: string): readonly Showing[] {
    const range = comingRange(showings, now, today)
    const known = this.#coming.get(showings)
    if (known?.range.today === range.today && known.range.next === range.next) return known.coming
    const coming = comingOf(showings, range)
    this.#coming.set(showings, { range, coming })
    return coming
  }

  #shortest({ featureId, categoryId, place }: WantedShowings): readonly Showing[] {
    const lists = [this.all]
    if (featureId !== undefined) lists.push(this.#lists.byFeature.get(featureId))
    if (categoryId !== undefined) lists.push(this.#lists.byCategory.get(categoryId))
    if (place !== undefined) lists.push(this.#lists.byPlace.get(place))
    return lists.reduce((one, other) => (other.length < one.length ? other : one))
  }

  /** Those at a place, on a date, that began less than a day ago or are still to come, and all that were cancelled before: others in it may be of another place. */
  notLongOver({ place, date }: Pick<WantedShowings, 'place' | 'date'>, now: number): readonly Showing[] {
    const among = place === undefined ? this.all : this.#lists.byPlace.get(place)
    const since = now - DAY_MS
    if (date !== undefined)
      return among
        .slice(...rangeOfDate(among, date))
        .filter(({ presentation }) => presentation.startsAt > since || presentation.isCancelled)
    const cancelled = this.#lists.byCancelled.get(true)
    const before = cancelled.slice(0, cancelled.length - startedSince(cancelled, since).length)
    return before.concat(startedSince(among, since))
  }
}

interface Lists {
  readonly byFeature: ShowingLists<number>
  readonly byCategory: ShowingLists<number>
  readonly byPlace: ShowingLists<string>
  readonly byCancelled: ShowingLists<boolean>
}

function listsFor(all: readonly Showing[]): Lists {
  return {
    byFeature: new ShowingLists(all, ({ feature }) => [feature.id]),
    byCategory: new ShowingLists(all, ({ feature }) => [feature.categoryId]),
    byPlace: new ShowingLists(all, placesOf),
    byCancelled: new ShowingLists(all, ({ presentation }) => (presentation.isCancelled ? [true] : [])),
  }
}

/** Showings by a key; made when they are first asked for. */
class ShowingLists<Key> {
  readonly #all: readonly Showing[]
  readonly #keysOf: KeysOf<Key, Showing>
  #lists: ChangedMap<Key, readonly Showing[]> | undefined

  constructor(all: readonly Showing[], keysOf: KeysOf<Key, Showing>, lists?: ChangedMap<Key, readonly Showing[]>) {
    this.#all = all
    this.#keysOf = keysOf
    this.#lists = lists
  }

  get(key: Key): readonly Showing[] {
    this.#lists ??= new ChangedMap(listsOf(this.#all, this.#keysOf))
    return this.#lists.get(key) ?? []
  }

  with(all: readonly Showing[], gone: readonly Showing[], come: readonly Showing[]): ShowingLists<Key> {
    const lists = this.#lists
    if (!lists) return new ShowingLists(all, this.#keysOf)
    const changed = changedLists(lists, { gone, come }, this.#keysOf, byStartOfShowing)
    return new ShowingLists(all, this.#keysOf, lists.with(changed))
  }
}

/** The order of all lists of showings. */
export function byStartOfShowing(one: Showing, other: Showing): number {
  return byStart(one.presentation, other.presentation)
}
