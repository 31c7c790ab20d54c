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

/** A list after some of its items were replaced by others, in its order. @param list undefined: there was none */
export type Replace<T, List> = (list: List | undefined, gone: readonly T[], come: readonly T[]) => List

/** The lists that are not as before, where some items are in the place of others. */
export function changedLists<Key, T, List>(
  before: { get(key: Key): List | undefined },
  { gone, come }: Replaced<T>,
  keysOf: KeysOf<Key, T>,
  replace: Replace<T, List>,
): readonly (readonly [Key, List])[] {
  const keys = new Set([...gone, ...come].flatMap(keysOf))
  return [...keys].map((key) => {
    const isIn = (item: T) => keysOf(item).includes(key)
    return [key, replace(before.get(key), gone.filter(isIn), come.filter(isIn))] as const
  })
}
