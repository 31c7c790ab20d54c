/** Names of seats in the order in which people say them: 9, 14, 15; letters after numbers of the same value. */
export function listSeatNames(names: readonly string[]): string {
  return [...names].sort((a, b) => a.localeCompare(b, 'he', { numeric: true })).join(', ')
}
