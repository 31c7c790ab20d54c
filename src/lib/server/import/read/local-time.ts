import { datePartsOf } from '#lib/text/format-date.ts'

const HOUR = 3_600_000

/**
 * The instant of a date (YYYY-MM-DD) and time (HH:MM) in Asia/Jerusalem; the first if a clock change repeats it.
 * @returns undefined for a date that does not exist, or a time that a clock change skips
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
