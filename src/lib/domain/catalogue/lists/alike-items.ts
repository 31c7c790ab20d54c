import { listsOf, type KeysOf } from './keyed-lists.ts'
import type { Listed } from './listed.ts'

/** What items are made of. */
interface Making<T> {
  /** One item of each kind: what is each item's own means nothing in it. Undefined: there are no such items. */
  readonly kinds: readonly (T | undefined)[]
  /** By position: the index of its kind. */
  readonly kindAt: ArrayLike<number>
  /** An item of its kind, with what is its own. */
  readonly make: (kind: T, position: number) => T
}

/** Items of few kinds: what is the same in all of a kind is there once, and an item is made when it is first asked for. */
class AlikeItems<T extends object> {
  readonly making: Making<T>
  readonly #made: (T | undefined)[]

  constructor(making: Making<T>) {
    this.making = making
    this.#made = new Array<T | undefined>(making.kindAt.length)
  }

  /** The same object each time. */
  at(position: number): T | undefined {
    const known = this.#made[position]
    if (known !== undefined) return known
    const { kinds, kindAt, make } = this.making
    const kind = kinds[kindAt[position] ?? -1]
    return kind === undefined ? undefined : (this.#made[position] = make(kind, position))
  }

  /** Changes every item through its kind; items of unchanged kinds stay the same objects. @returns itself if no kind changes */
  map(change: (kind: T) => T): AlikeItems<T> {
    const { kinds, kindAt, make } = this.making
    const changed = kinds.map((kind) => kind && change(kind))
    if (changed.every((kind, at) => kind === kinds[at])) return this
    return new AlikeItems({
      kinds: changed,
      kindAt,
      make: (kind, position) => (kind === kinds[kindAt[position] ?? -1] ? this.at(position) : undefined) ?? make(kind, position),
    })
  }
}

/** Some of such items, in an order. */
export class AlikeList<T extends object> implements Listed<T> {
  readonly length: number
  readonly #items: AlikeItems<T>
  readonly #positions: Uint32Array

  private constructor(items: AlikeItems<T>, positions: Uint32Array) {
    this.#items = items
    this.#positions = positions
    this.length = positions.length
  }

  /** All items, by position. */
  static of<T extends object>(making: Making<T>): AlikeList<T> {
    const count = making.kindAt.length
    const positions = new Uint32Array(count)
    for (let at = 0; at < count; at++) positions[at] = at
    return new AlikeList(new AlikeItems(making), positions)
  }

  at(index: number): T | undefined {
    return this.#items.at(this.#positions[index] ?? -1)
  }

  /** A part of it, of which nothing is made. */
  part(first?: number, end?: number): AlikeList<T> {
    return new AlikeList(this.#items, this.#positions.subarray(first, end))
  }

  slice(first?: number, end?: number): readonly T[] {
    return [...this.part(first, end)]
  }

  filter(fits: (one: T) => boolean): readonly T[] {
    return this.slice().filter(fits)
  }

  *[Symbol.iterator](): Generator<T, undefined> {
    for (let index = 0; index < this.length; index++) {
      const one = this.at(index)
      if (one !== undefined) yield one
    }
    return undefined
  }

  /** Each as another one, as its kind becomes another. @returns itself if no kind does */
  map(change: (kind: T) => T): AlikeList<T> {
    const changed = this.#items.map(change)
    return changed === this.#items ? this : new AlikeList(changed, this.#positions)
  }

  /** One of each kind that is in the list, and how many; what is each item's own means nothing in it. */
  countKinds(): readonly (readonly [kind: T, count: number])[] {
    const { kindAt, kinds } = this.#items.making
    const counts = new Uint32Array(kinds.length)
    this.#positions.forEach((position) => {
      const kind = kindAt[position] ?? 0
      counts[kind] = (counts[kind] ?? 0) + 1
    })
    return kinds.flatMap((kind, at): (readonly [T, number])[] => (kind && counts[at] ? [[kind, counts[at]]] : []))
  }

  /** What is made of each. @param ofKind undefined: of items of this kind nothing is @param make of what is made of their kind */
  collect<Made extends object>(ofKind: (kind: T) => Made | undefined, make: (kind: Made, item: T) => Made): AlikeList<Made> {
    const { kindAt, kinds } = this.#items.making
    const made = kinds.map((kind) => kind && ofKind(kind))
    const positions = this.#positions.filter((position) => made[kindAt[position] ?? -1] !== undefined)
    const items = new AlikeItems<Made>({ kinds: made, kindAt, make: (kind, position) => make(kind, this.#items.at(position) as T) })
    return new AlikeList(items, positions)
  }

  /** Lists by key, each in this order; nothing is made. @param keysOf looks only at what the items of a kind have in common */
  groupedBy<Key>(keysOf: KeysOf<Key, T>): ReadonlyMap<Key, AlikeList<T>> {
    const { kindAt, kinds } = this.#items.making
    const keysOfKind = kinds.map((kind) => kind && keysOf(kind))
    const lists = listsOf(this.#positions, (position) => keysOfKind[kindAt[position] ?? -1] ?? [])
    return new Map([...lists].map(([key, positions]) => [key, new AlikeList(this.#items, Uint32Array.from(positions))]))
  }
}
