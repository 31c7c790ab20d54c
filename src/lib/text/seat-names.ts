/** Made once: a comparison that is given its rules makes a new one each time. */
const ORDER = new Intl.Collator('he', { numeric: true })

/** Names of seats in the order in which people say them: 9, 14, 15; letters after numbers of the same value. */
export function listSeatNames(names: readonly string[]): string {
  return [...names].sort((a, b) => ORDER.compare(a, b)).join(', ')
}
