import { replacedInOrder, type Compare } from './kept-in-order.ts'

/** The keys of the lists that an item is in. */
export type KeysOf<Key, T> = (item: T) => readonly Key[]

/** What is in the place of what. */
export interface Replaced<T> {
  readonly gone: readonly T[]
  readonly come: readonly T[]
}

/** Lists by key, each in the order of the items. */
export function listsOf<Key, T>(items: Iterable<T>, keysOf: KeysOf<Key, T>): ReadonlyMap<Key, readonly T[]> {
  const lists = new Map<Key, T[]>()
  for (const item of items)
    for (const key of keysOf(item)) {
      const list = lists.get(key)
      if (list) list.push(item)
      else lists.set(key, [item])
    }
  return lists
}

/** The lists that are not as before, where some items are in the place of others. */
export function changedLists<Key, T>(
  before: { get(key: Key): readonly T[] | undefined },
  { gone, come }: Replaced<T>,
  keysOf: KeysOf<Key, T>,
  compare: Compare<T>,
): readonly (readonly [Key, readonly T[]])[] {
  const keys = new Set([...gone, ...come].flatMap(keysOf))
  return [...keys].map((key) => {
    const isIn = (item: T) => keysOf(item).includes(key)
    return [key, replacedInOrder(before.get(key) ?? [], gone.filter(isIn), come.filter(isIn), compare)] as const
  })
}
