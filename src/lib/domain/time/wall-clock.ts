const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jerusalem', dateStyle: 'short', timeStyle: 'short' })

/** The date and time of an instant (ms since 1970) in Asia/Jerusalem, YYYY-MM-DDTHH:MM. */
export function wallTimeOf(instant: number): string {
  return wall.format(instant).replace(' ', 'T')
}

/**
 * The instant of a date and time in Asia/Jerusalem. An hour that comes twice is the first one; one that the clock skips is an hour later.
 * @param text YYYY-MM-DDTHH:MM @returns ms since 1970; undefined if there is no such date
 */
export function instantOfWall(text: string): number | undefined {
  const naive = Date.parse(`${text}:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || Number.isNaN(naive)) return undefined
  if (!new Date(naive).toISOString().startsWith(text)) return undefined
  const [summer = naive, winter = naive] = [3, 2].map((hours) => naive - hours * 3_600_000)
  return wallTimeOf(summer) === text ? summer : winter
}
