import { datePartsOf } from '#lib/text/format-date.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** The day of an instant in Asia/Jerusalem, YYYY-MM-DD. */
export function localDay(instant: number): string {
  return datePartsOf(instant).date
}

/** A date some days later, YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/**
 * The instant of a date (YYYY-MM-DD) and time (HH:MM) in Asia/Jerusalem; where the clock shows it twice, the first.
 * @returns undefined for a date that does not exist, or a time that the clock skips.
 */
export function instantOf(date: string, time: string): number | undefined {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  if (!Number.isFinite(asUtc)) return undefined
  return [3, 2]
    .map((hours) => asUtc - hours * HOUR)
    .find((instant) => {
      const parts = datePartsOf(instant)
      return parts.date === date && parts.time === time
    })
}
