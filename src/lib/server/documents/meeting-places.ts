import { formatShortDate, formatTime } from '#lib/text/format-date.ts'
import type { DocumentShowing } from './documents.ts'

/** An address of an order's showings, told once however many evenings are there. */
export interface MeetingPlace {
  readonly address: string
  /** When its doors open, earliest evening first. */
  readonly doors: readonly Doors[]
  /** What is said of access there. */
  readonly accessibility: readonly string[]
}

export interface Doors {
  /** "19:30" */
  readonly time: string
  /** "10.12"; empty if the doors open at this time on all evenings. */
  readonly dates: readonly string[]
}

/** @param showings sorted by start */
export function meetingPlacesOf(showings: readonly DocumentShowing[]): readonly MeetingPlace[] {
  return [...Map.groupBy(showings, addressOf)].map(([address, own]) => ({
    address,
    doors: doorsOf(own),
    accessibility: [...new Set(own.map(({ accessibility }) => accessibility))].filter((text) => text !== ''),
  }))
}

function addressOf({ locationName, address, city }: DocumentShowing): string {
  return [...new Set([locationName, address, city])].filter((part) => part !== '').join(', ')
}

function doorsOf(showings: readonly DocumentShowing[]): readonly Doors[] {
  const opened = showings.flatMap(({ doorsAt, startsAt }) =>
    doorsAt === null ? [] : [{ time: formatTime(doorsAt), date: formatShortDate(startsAt) }],
  )
  const byTime = [...Map.groupBy(opened, ({ time }) => time)]
  return byTime.map(([time, own]) => ({ time, dates: byTime.length === 1 ? [] : own.map(({ date }) => date) }))
}
