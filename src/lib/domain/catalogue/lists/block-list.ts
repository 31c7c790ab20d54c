import { AlikeList } from './alike-items.ts'
import { listsOf, type KeysOf } from './keyed-lists.ts'
import { firstNot, MOST_ONE_BY_ONE, replacedInOrder, type Compare, type Listed, type Replaced } from './listed.ts'

/** Items in a block, at first; up to twice as many after changes. */
const BLOCK = 512

/** A long list in an order, in blocks: a changed one shares all blocks but those in which something has changed, so that a change copies no more than these. */
export class BlockList<T extends object> implements Listed<T> {
  readonly length: number
  /** None is empty. */
  readonly #blocks: readonly Listed<T>[]
  /** The index at which each block begins. */
  readonly #starts: readonly number[]

  readonly #alike: AlikeList<T> | undefined

  private constructor(blocks: readonly Listed<T>[], alike?: AlikeList<T>) {
    const starts: number[] = []
    let length = 0
    for (const block of blocks) {
      starts.push(length)
      length += block.length
    }
    this.#blocks = blocks
    this.#starts = starts
    this.length = length
    this.#alike = alike
  }

  /** @param list in its order; must not change any more */
  static of<T extends object>(list: readonly T[] | AlikeList<T>): BlockList<T> {
    return list instanceof AlikeList ? new BlockList(cut(list), list) : new BlockList(cut(list))
  }

  /** The items, if they are made when they are asked for and none has been replaced. */
  get alike(): AlikeList<T> | undefined {
    return this.#alike
  }

  /** Lists by key, each in this order. @param keysOf looks only at what items that are alike have in common */
  groupedBy<Key>(keysOf: KeysOf<Key, T>): ReadonlyMap<Key, BlockList<T>> {
    const lists: ReadonlyMap<Key, readonly T[] | AlikeList<T>> = this.#alike?.groupedBy(keysOf) ?? listsOf(this, keysOf)
    return new Map([...lists].map(([key, list]) => [key, BlockList.of(list)]))
  }

  /** The list with some items replaced by others, in its order. */
  with(replaced: Replaced<T>, compare: Compare<T>): BlockList<T> {
    const { gone, come } = replaced
    if (gone.length + come.length > MOST_ONE_BY_ONE || this.length === 0)
      return BlockList.of(replacedInOrder(this.slice(), replaced, compare))
    const goneBy = Map.groupBy(gone, (one) => this.#blockWith(one, compare))
    const comeBy = Map.groupBy(come, (one) => this.#blockFor(one, compare))
    return new BlockList(
      this.#blocks.flatMap((block, index) => {
        const [without, added] = [goneBy.get(index) ?? [], comeBy.get(index) ?? []]
        return without.length + added.length === 0 ? [block] : cut(replacedInOrder(itemsOf(block), { gone: without, come: added }, compare))
      }),
    )
  }

  /** What stands from an index on, after some others. */
  from(first: number, before: readonly T[] = []): BlockList<T> {
    const at = this.#blockOf(first)
    const begun = partOf(this.#blocks[at] ?? [], first - (this.#starts[at] ?? 0))
    return new BlockList([before, begun, ...this.#blocks.slice(at + 1)].filter(({ length }) => length > 0))
  }

  at(index: number): T | undefined {
    const at = this.#blockOf(index)
    return this.#blocks[at]?.at(index - (this.#starts[at] ?? 0))
  }

  slice(first = 0, end = this.length): readonly T[] {
    const [from, to] = [this.#blockOf(first), this.#blockOf(end)]
    const [one = [], ...others] = this.#blocks.slice(from, to + 1).map((block, n) => {
      const start = this.#starts[from + n] ?? 0
      const isWhole = start >= first && start + block.length <= end
      return isWhole ? itemsOf(block) : block.slice(Math.max(0, first - start), Math.max(0, end - start))
    })
    // A third of the time of `flat`.
    return one.concat(...others)
  }

  filter(fits: (one: T) => boolean): readonly T[] {
    return this.#blocks.flatMap((block) => block.filter(fits))
  }

  *[Symbol.iterator](): Generator<T, undefined> {
    for (const block of this.#blocks) for (const one of block) yield one
    return undefined
  }

  /** The block that an index is in; beyond the end the last. */
  #blockOf(index: number): number {
    return Math.max(0, firstNot(this.#starts, (start) => start <= index) - 1)
  }

  /** The block in which an item of the list stands, by its order or else where it is found. */
  #blockWith(item: T, compare: Compare<T>): number {
    const at = this.#blockFor(item, compare)
    return itemsOf(this.#blocks[at] ?? []).includes(item) ? at : this.#blocks.findIndex((block) => itemsOf(block).includes(item))
  }

  /** The block in which an item would stand. */
  #blockFor(item: T, compare: Compare<T>): number {
    const after = firstNot(this.#blocks, (block) => {
      const first = block.at(0)
      return first !== undefined && compare(first, item) <= 0
    })
    return Math.max(0, after - 1)
  }
}

/** A block as it is; in several where it has become too long. */
function cut<T extends object>(list: readonly T[] | AlikeList<T>): readonly Listed<T>[] {
  if (list.length <= 2 * BLOCK) return list.length === 0 ? [] : [list]
  return Array.from({ length: Math.ceil(list.length / BLOCK) }, (_, n) => partOf(list, n * BLOCK, (n + 1) * BLOCK))
}

/** A part of a block; of items that are made when they are asked for, none is made. */
function partOf<T extends object>(block: Listed<T>, first: number, end?: number): Listed<T> {
  return block instanceof AlikeList ? (block as AlikeList<T>).part(first, end) : block.slice(first, end)
}

/** Without a copy if it has them already. */
function itemsOf<T extends object>(block: Listed<T>): readonly T[] {
  return Array.isArray(block) ? (block as readonly T[]) : block.slice()
}
