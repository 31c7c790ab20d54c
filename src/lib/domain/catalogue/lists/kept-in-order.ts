import type { AlikeList } from './alike-items.ts'
import { BlockList } from './block-list.ts'
import { ChangedMap } from './changed-map.ts'
import type { Compare } from './listed.ts'
import { MadeMap } from './made-map.ts'

interface Item {
  readonly id: number
}

/** The order of what has no other. */
export function byNumber(one: Item, other: Item): number {
  return one.id - other.id
}

/** Items by id, in an order. A changed one is made by what has changed. */
export class KeptInOrder<T extends Item> implements ReadonlyMap<number, T> {
  /** All, in their order. */
  readonly list: BlockList<T>
  readonly #byId: ChangedMap<number, T>
  /** Of all in their order, if the items are made when they are asked for. */
  readonly #ids: ArrayLike<number> | undefined

  private constructor(byId: ChangedMap<number, T>, list: BlockList<T>, ids?: ArrayLike<number>) {
    this.#byId = byId
    this.list = list
    this.#ids = ids
  }

  /** @param list in its order */
  static of<T extends Item>(list: readonly T[]): KeptInOrder<T> {
    const byId = new Map<number, T>()
    for (const one of list) byId.set(one.id, one)
    return new KeptInOrder(new ChangedMap(byId), BlockList.of(list))
  }

  /** Of items that are made when they are asked for. @param ids of all, in the same order */
  static ofAlike<T extends Item>(list: AlikeList<T>, ids: ArrayLike<number>): KeptInOrder<T> {
    const byId = new MadeMap(
      () => indexOfEach(ids),
      (index) => list.at(index) as T,
    )
    return new KeptInOrder<T>(new ChangedMap(byId), BlockList.of(list), ids)
  }

  /** Each as another one with the same id and place. @param change what items of a kind have in common @returns itself if all stay as they are */
  map(change: (item: T) => T): KeptInOrder<T> {
    const { alike } = this.list
    if (alike && this.#ids) {
      const changed = alike.map(change)
      return changed === alike ? this : KeptInOrder.ofAlike(changed, this.#ids)
    }
    const all = this.list.slice()
    const changed = all.map(change)
    return changed.every((one, index) => one === all[index]) ? this : KeptInOrder.of(changed)
  }

  /** @param ids of what has changed @param items as they are now: those of the ids that are not among them are gone */
  with(ids: readonly number[], items: readonly T[], compare: Compare<T>): KeptInOrder<T> {
    const changes = new Map<number, T | undefined>(ids.map((id) => [id, undefined]))
    for (const item of items) changes.set(item.id, item)
    const gone = [...changes.keys()].flatMap((id) => this.get(id) ?? [])
    return new KeptInOrder(this.#byId.with(changes), this.list.with({ gone, come: items }, compare))
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
    return this.values().map(({ id }) => id)
  }

  values(): MapIterator<T> {
    return this.list[Symbol.iterator]()
  }

  entries(): MapIterator<[number, T]> {
    return this.values().map((one): [number, T] => [one.id, one])
  }

  [Symbol.iterator](): MapIterator<[number, T]> {
    return this.entries()
  }

  forEach(call: (value: T, key: number, map: ReadonlyMap<number, T>) => void): void {
    for (const one of this.list) call(one, one.id, this)
  }
}

function indexOfEach(ids: ArrayLike<number>): ReadonlyMap<number, number> {
  const indexes = new Map<number, number>()
  for (let index = 0; index < ids.length; index++) indexes.set(ids[index] ?? 0, index)
  return indexes
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
