import { placesOf, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { comingFrom, rangeOfDate } from '#lib/domain/catalogue/calendar/in-order.ts'

/** The lists that a filter of the calendar chooses from. */
export interface WantedShowings {
  readonly featureId?: number | undefined
  readonly categoryId?: number | undefined
  /** A location's id, or a city's name. */
  readonly place?: string | undefined
  readonly date?: string | undefined
}

type Lists<Key> = ReadonlyMap<Key, readonly Showing[]>

/** Showings in the order of their start, prepared by what lists ask for, each list in that order when it is first asked for. */
export class ShowingIndex {
  readonly all: readonly Showing[]
  #byFeature: Lists<number> | undefined
  #byCategory: Lists<number> | undefined
  #byPlace: Lists<string> | undefined

  constructor(all: readonly Showing[]) {
    this.all = all
  }

  /** Those that can still be attended, of the shortest list that has all that are wanted: others in it may be of another date, category or place. */
  coming({ featureId, categoryId, place, date }: WantedShowings, now: number, today: string): readonly Showing[] {
    const lists = [this.all]
    if (featureId !== undefined) lists.push(this.#ofFeature(featureId))
    if (categoryId !== undefined) lists.push(this.#ofCategory(categoryId))
    if (place !== undefined) lists.push(this.#atPlace(place))
    const shortest = lists.reduce((one, other) => (other.length < one.length ? other : one))
    const coming = comingFrom(shortest, now, today)
    return date === undefined ? coming : coming.slice(...rangeOfDate(coming, date))
  }

  #ofFeature(id: number): readonly Showing[] {
    this.#byFeature ??= Map.groupBy(this.all, ({ feature }) => feature.id)
    return this.#byFeature.get(id) ?? []
  }

  #ofCategory(id: number): readonly Showing[] {
    this.#byCategory ??= Map.groupBy(this.all, ({ feature }) => feature.categoryId)
    return this.#byCategory.get(id) ?? []
  }

  #atPlace(place: string): readonly Showing[] {
    this.#byPlace ??= byPlace(this.all)
    return this.#byPlace.get(place) ?? []
  }
}

function byPlace(all: readonly Showing[]): Lists<string> {
  const lists = new Map<string, Showing[]>()
  for (const showing of all)
    for (const place of placesOf(showing)) {
      const list = lists.get(place)
      if (list) list.push(showing)
      else lists.set(place, [showing])
    }
  return lists
}
