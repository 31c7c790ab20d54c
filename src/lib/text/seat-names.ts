/** Created once: `localeCompare` with options creates a collator on each call. */
const ORDER = new Intl.Collator('he', { numeric: true })
const BETWEEN = ', '

/** Sorts and joins seat names in natural order: 9, 14, 15; letters after numbers of the same value. */
export function listSeatNames(names: readonly string[]): string {
  return [...names].sort((a, b) => ORDER.compare(a, b)).join(BETWEEN)
}

/** How many seats a list of `listSeatNames` names: the word beside it is singular for one. */
export function countSeatNames(list: string): number {
  return list === '' ? 0 : list.split(BETWEEN).length
}
