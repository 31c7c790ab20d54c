/** Items in an order: what an array and a list in blocks have in common. */
export interface Listed<T> extends Iterable<T> {
  readonly length: number
  /** @param index from 0 */
  at(index: number): T | undefined
  /** A copy of some. */
  slice(first?: number, end?: number): readonly T[]
  filter(fits: (one: T) => boolean): readonly T[]
}

/** Negative: the first comes first. No two items compare equal. */
export type Compare<T> = (one: T, other: T) => number

/** What is in the place of what. */
export interface Replaced<T> {
  readonly gone: readonly T[]
  readonly come: readonly T[]
}

/** Of more changes than this a list is sorted anew. */
export const MOST_ONE_BY_ONE = 64

/** A list with some items replaced by others, in its order. */
export function replacedInOrder<T>(list: readonly T[], { gone, come }: Replaced<T>, compare: Compare<T>): readonly T[] {
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
export function firstNot<T>(list: Pick<Listed<T>, 'length' | 'at'>, isBefore: (one: T) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = list.at(middle)
    if (one !== undefined && isBefore(one)) low = middle + 1
    else high = middle
  }
  return low
}
