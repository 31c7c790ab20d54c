import { placesOf, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { comingOf, comingRange, nextFrom, rangeOfDate, startedSince } from '#lib/domain/catalogue/calendar/in-order.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { AlikeList } from '#lib/domain/catalogue/lists/alike-items.ts'
import { BlockList } from '#lib/domain/catalogue/lists/block-list.ts'
import { ChangedMap } from '#lib/domain/catalogue/lists/changed-map.ts'
import { changedLists, type KeysOf, type Replace } from '#lib/domain/catalogue/lists/keyed-lists.ts'
import { firstNot, type Listed, type Replaced } from '#lib/domain/catalogue/lists/listed.ts'
import { byStart } from '#lib/domain/catalogue/presentations-of.ts'
import { LONGEST_DAY_MS } from '#lib/domain/time/durations.ts'

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
  readonly all: BlockList<Showing>
  readonly #lists: Lists

  private constructor(all: BlockList<Showing>, lists: Lists) {
    this.all = all
    this.#lists = lists
  }

  /** @param all in the order of their start */
  static of(all: readonly Showing[] | AlikeList<Showing>): ShowingIndex {
    const blocks = BlockList.of(all)
    return new ShowingIndex(blocks, listsFor(blocks))
  }

  /** The index with some showings in the place of others; lists that have none of them are the same. */
  with(gone: readonly Showing[], come: readonly Showing[]): ShowingIndex {
    const replaced = { gone, come }
    const all = this.all.with(replaced, byStartOfShowing)
    const { byFeature, byCategory, byPlace, byCancelled } = this.#lists
    const next = <Key>(lists: ShowingLists<Key>) => lists.with(all, replaced)
    return new ShowingIndex(all, {
      byFeature: next(byFeature),
      byCategory: next(byCategory),
      byPlace: next(byPlace),
      byCancelled: next(byCancelled),
    })
  }

  /** Those that can still be attended, of the shortest list that has all that are wanted: others in it may be of another category or place. */
  coming(wanted: WantedShowings, now: number, today: string): Listed<Showing> {
    const among = this.#shortest(wanted)
    const coming = comingOf(among, comingRange(among, now, today))
    return wanted.date === undefined ? coming : coming.slice(...rangeOfDate(coming, wanted.date))
  }

  /** The next that can be attended of a show or at a place. */
  next(wanted: Pick<WantedShowings, 'featureId'> | Pick<WantedShowings, 'place'>, now: number, today: string): Showing | undefined {
    return nextFrom(this.#shortest(wanted), now, today)
  }

  /** That of a presentation; undefined if it has none. */
  showingOf(presentation: Presentation): Showing | undefined {
    const found = this.all.at(firstNot(this.all, (one) => byStart(one.presentation, presentation) < 0))
    return found?.presentation === presentation ? found : undefined
  }

  #shortest({ featureId, categoryId, place }: WantedShowings): BlockList<Showing> {
    const lists = [this.all]
    if (featureId !== undefined) lists.push(this.#lists.byFeature.get(featureId))
    if (categoryId !== undefined) lists.push(this.#lists.byCategory.get(categoryId))
    if (place !== undefined) lists.push(this.#lists.byPlace.get(place))
    return lists.reduce((one, other) => (other.length < one.length ? other : one))
  }

  /** Those at a place, on a date, that began less than the longest day ago or are still to come, and all that were cancelled before: others in it may be of another place. */
  notLongOver({ place, date }: Pick<WantedShowings, 'place' | 'date'>, now: number): readonly Showing[] {
    const among = place === undefined ? this.all : this.#lists.byPlace.get(place)
    const since = now - LONGEST_DAY_MS
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

function listsFor(all: BlockList<Showing>): Lists {
  return {
    byFeature: new ShowingLists(all, ({ feature }) => [feature.id]),
    byCategory: new ShowingLists(all, ({ feature }) => [feature.categoryId]),
    byPlace: new ShowingLists(all, placesOf),
    byCancelled: new ShowingLists(all, ({ presentation }) => (presentation.isCancelled ? [true] : [])),
  }
}

/** Showings by a key; made when they are first asked for. */
class ShowingLists<Key> {
  readonly #all: BlockList<Showing>
  readonly #keysOf: KeysOf<Key, Showing>
  #lists: ChangedMap<Key, BlockList<Showing>> | undefined

  constructor(all: BlockList<Showing>, keysOf: KeysOf<Key, Showing>, lists?: ChangedMap<Key, BlockList<Showing>>) {
    this.#all = all
    this.#keysOf = keysOf
    this.#lists = lists
  }

  get(key: Key): BlockList<Showing> {
    this.#lists ??= new ChangedMap(this.#all.groupedBy(this.#keysOf))
    return this.#lists.get(key) ?? NONE
  }

  with(all: BlockList<Showing>, replaced: Replaced<Showing>): ShowingLists<Key> {
    const lists = this.#lists
    if (!lists) return new ShowingLists(all, this.#keysOf)
    const changed = changedLists(lists, replaced, { keysOf: this.#keysOf, replace })
    return new ShowingLists(all, this.#keysOf, lists.with(changed))
  }
}

const NONE = BlockList.of<Showing>([])

const replace: Replace<Showing, BlockList<Showing>> = (list = NONE, replaced) => list.with(replaced, byStartOfShowing)

/** The order of all lists of showings. */
export function byStartOfShowing(one: Showing, other: Showing): number {
  return byStart(one.presentation, other.presentation)
}
