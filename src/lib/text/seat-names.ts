/** Created once: `localeCompare` with options creates a collator on each call. */
const ORDER = new Intl.Collator('he', { numeric: true })

/** Sorts and joins seat names in natural order: 9, 14, 15; letters after numbers of the same value. */
export function listSeatNames(names: readonly string[]): string {
  return [...names].sort((a, b) => ORDER.compare(a, b)).join(', ')
}
