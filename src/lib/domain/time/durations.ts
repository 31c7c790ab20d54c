/** A day of 24 hours, in ms: of spans of time. Calendar days, of which two a year are not as long, are counted by `days.ts`. */
export const DAY_MS = 86_400_000
