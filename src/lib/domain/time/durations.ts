/** A day of 24 hours, in ms: of spans of time. Calendar days, of which two a year are not as long, are counted by `days.ts`. */
export const DAY_MS = 86_400_000

/** The longest of calendar days, on which clocks go back. */
export const LONGEST_DAY_MS = DAY_MS + 3_600_000
