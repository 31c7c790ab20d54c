import { ChangedMap } from './changed-map.ts'

interface Item {
  readonly id: number
}

/** Negative: the first comes first. No two items compare equal. */
export type Compare<T> = (one: T, other: T) => number

/** The order of what has no other. */
export function byNumber(one: Item, other: Item): number {
  return one.id - other.id
}

/** Of more changes than this the list is sorted anew. */
const MOST_ONE_BY_ONE = 64

/** Of which list one is made that nobody has asked for yet. */
interface Origin<T extends Item> {
  readonly kept: KeptInOrder<T>
  readonly compare: Compare<T>
  /** Of what has changed since. */
  readonly ids: readonly number[]
}

/** Items by id, in an order. A changed one is made by what has changed: a long list is copied when it is first asked for, and takes what was changed until then at once. */
export class KeptInOrder<T extends Item> implements ReadonlyMap<number, T> {
  readonly #byId: ChangedMap<number, T>
  #listed: readonly T[] | Origin<T>

  private constructor(byId: ChangedMap<number, T>, listed: readonly T[] | Origin<T>) {
    this.#byId = byId
    this.#listed = listed
  }

  /** @param list in its order */
  static of<T extends Item>(list: readonly T[]): KeptInOrder<T> {
    return new KeptInOrder(new ChangedMap(new Map(list.map((one) => [one.id, one]))), list)
  }

  /** @param ids of what has changed @param items as they are now: those of the ids that are not among them are gone */
  with(ids: readonly number[], items: readonly T[], compare: Compare<T>): KeptInOrder<T> {
    const changes = new Map<number, T | undefined>(ids.map((id) => [id, undefined]))
    for (const item of items) changes.set(item.id, item)
    const byId = this.#byId.with(changes)
    const origin = 'kept' in this.#listed ? this.#listed : { kept: this, compare }
    const changed = byId.changedSince(origin.kept.#byId)
    if (changed) return new KeptInOrder(byId, { ...origin, ids: changed })
    const gone = [...changes.keys()].flatMap((id) => this.get(id) ?? [])
    return new KeptInOrder(byId, replacedInOrder(this.list, gone, items, compare))
  }

  /** All, in their order. */
  get list(): readonly T[] {
    if ('kept' in this.#listed) {
      const { kept, compare, ids } = this.#listed
      const itemsIn = (of: KeptInOrder<T>) => ids.flatMap((id) => of.get(id) ?? [])
      this.#listed = replacedInOrder(kept.list, itemsIn(kept), itemsIn(this), compare)
    }
    return this.#listed
  }

  /** Ids of the items that are not those of an earlier one; undefined if that is not known without looking at all. */
  changedSince(earlier: KeptInOrder<T>): readonly number[] | undefined {
    return this.#byId.changedSince(earlier.#byId)
  }

  get size(): number {
    return this.list.length
  }

  get(id: number): T | undefined {
    return this.#byId.get(id)
  }

  has(id: number): boolean {
    return this.get(id) !== undefined
  }

  keys(): MapIterator<number> {
    return this.list.values().map(({ id }) => id)
  }

  values(): MapIterator<T> {
    return this.list.values()
  }

  entries(): MapIterator<[number, T]> {
    return this.list.values().map((one): [number, T] => [one.id, one])
  }

  [Symbol.iterator](): MapIterator<[number, T]> {
    return this.entries()
  }

  forEach(call: (value: T, key: number, map: ReadonlyMap<number, T>) => void): void {
    for (const one of this.list) call(one, one.id, this)
  }
}

/** @returns undefined if the items are kept in another way */
export function keptInOrder<T extends Item>(items: ReadonlyMap<number, T>): KeptInOrder<T> | undefined {
  return items instanceof KeptInOrder ? (items as KeptInOrder<T>) : undefined
}

/** Ids of what has changed; undefined if that is not known without looking at all. */
export function changedSince<T extends Item>(before: ReadonlyMap<number, T>, now: ReadonlyMap<number, T>): readonly number[] | undefined {
  if (before === now) return []
  const earlier = keptInOrder(before)
  return earlier && keptInOrder(now)?.changedSince(earlier)
}

/** A list with some items replaced by others, in its order. */
export function replacedInOrder<T>(list: readonly T[], gone: readonly T[], come: readonly T[], compare: Compare<T>): readonly T[] {
  if (gone.length + come.length > MOST_ONE_BY_ONE) {
    const left = new Set(gone)
    return list
      .filter((one) => !left.has(one))
      .concat(come)
      .sort(compare)
  }
  const replaced = list.slice()
  for (const one of gone) {
    const place = placeOf(replaced, one, compare)
    const found = replaced[place] === one ? place : replaced.indexOf(one)
    if (found >= 0) replaced.splice(found, 1)
  }
  for (const one of come) replaced.splice(placeOf(replaced, one, compare), 0, one)
  return replaced
}

/** Where an item stands in a list, or would stand. */
function placeOf<T>(list: readonly T[], item: T, compare: Compare<T>): number {
  return firstNot(list, (one) => compare(one, item) < 0)
}

/** Index of the first of a list that is not before something; all that are, stand before it. */
export function firstNot<T>(list: readonly T[], isBefore: (one: T) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = list[middle]
    if (one !== undefined && isBefore(one)) low = middle + 1
    else high = middle
  }
  return low
}
