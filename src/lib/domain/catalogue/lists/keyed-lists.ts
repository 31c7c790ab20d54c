import type { Replaced } from './listed.ts'

/** The keys of the lists that an item is in. */
export type KeysOf<Key, T> = (item: T) => readonly Key[]

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

/** A list after some of its items were replaced by others, in its order. @param list undefined: there was none */
export type Replace<T, List> = (list: List | undefined, replaced: Replaced<T>) => List

/** How items are kept in lists. */
export interface Keeping<Key, T, List> {
  readonly keysOf: KeysOf<Key, T>
  readonly replace: Replace<T, List>
}

/** The lists that are not as before, where some items are in the place of others. */
export function changedLists<Key, T, List>(
  before: { get(key: Key): List | undefined },
  { gone, come }: Replaced<T>,
  { keysOf, replace }: Keeping<Key, T, List>,
): readonly (readonly [Key, List])[] {
  const keys = new Set([...gone, ...come].flatMap(keysOf))
  return [...keys].map((key) => {
    const isIn = (item: T) => keysOf(item).includes(key)
    return [key, replace(before.get(key), { gone: gone.filter(isIn), come: come.filter(isIn) })] as const
  })
}
