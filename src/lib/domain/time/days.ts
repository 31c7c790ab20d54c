/** Calendar days in Asia/Jerusalem, written YYYY-MM-DD. */

const jerusalem = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem', year: 'numeric', month: '2-digit', day: '2-digit' })

/** The day of an instant (ms since 1970) in Asia/Jerusalem, YYYY-MM-DD. */
export function dayOf(instant: number): string {
  return jerusalem.format(instant)
}

/** Adds days to a date. @param date YYYY-MM-DD */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The day of the week; 0 is Sunday. @param date YYYY-MM-DD */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}
