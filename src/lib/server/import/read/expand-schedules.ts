import { DAY_MS } from '#lib/domain/time/durations.ts'
import { addDays, weekdayOf } from '#lib/domain/time/days.ts'
import type { SubscriberSeats } from '#lib/domain/catalogue/catalogue.ts'
import type { PresentationItem, ScheduleItem, SubscriberSeatsItem } from '#lib/server/import/schema/catalogue-schema.ts'
import { instantOf } from './local-time.ts'
import type { Sourced, SourcedCatalogue } from './read-catalogue.ts'
import { inside, type DatedReading, type ImportNotes } from './report.ts'
import type { Moment } from '#lib/server/import/schema/value-schema.ts'

/** A presentation with its times as instants (ms since 1970). */
export type DatedPresentation = Omit<PresentationItem, 'start' | 'saleOpens' | 'subscriberSeats'> & {
  readonly startsAt: number
  readonly saleOpensAt: number | null
  readonly subscriberSeats: readonly SubscriberSeats[]
}

/** The presentations of lists and schedules with their times; `today` is YYYY-MM-DD in Asia/Jerusalem. */
export function datePresentations(
  { presentations, schedules }: Pick<SourcedCatalogue, 'presentations' | 'schedules'>,
  today: string,
  notes: ImportNotes,
): Sourced<DatedPresentation>[] {
  const listed = presentations.flatMap(({ item: { start, saleOpens, subscriberSeats, ...item }, place }) => {
    const startsAt = dateMoment(start, { today, place: inside(place, 'start'), notes })
    const saleOpensAt = saleOpens ? dateMoment(saleOpens, { today, place: inside(place, 'saleOpens'), notes }) : null
    if (startsAt === undefined || saleOpensAt === undefined) return []
    const kept = readSubscriberSeats(subscriberSeats, startsAt, { today, place, notes })
    return [{ item: { ...item, startsAt, saleOpensAt, subscriberSeats: kept }, place }]
  })
  return [...listed, ...schedules.flatMap((schedule) => expandSchedule(schedule, today, notes))]
}

/** A moment as ms since 1970; undefined, with a problem, if the clock change skips it. */
export function dateMoment(moment: Moment, { today, place, notes }: DatedReading): number | undefined {
  const [date, time] = typeof moment === 'string' ? [moment.slice(0, 10), moment.slice(11)] : [addDays(today, moment.day), moment.time]
  const instant = instantOf(date, time)
  if (instant === undefined) notes.problem(place, `${date} ${time} does not exist in Asia/Jerusalem`)
  return instant
}

/** Expands every allowed weekday of the range at each time. Ids count every day and time, so that they do not depend on the weekday of the start. */
function expandSchedule({ item, place }: Sourced<ScheduleItem>, today: string, notes: ImportNotes): Sourced<DatedPresentation>[] {
  const { firstId, from, days, every, weekdays, times, subscriberSeats, ...showing } = item
  const first = typeof from === 'number' ? addDays(today, from) : from
  if (instantOf(first, '12:00') === undefined) {
    notes.problem(inside(place, 'from'), `${first} is no date`)
    return []
  }
  return Array.from({ length: days }, (_, day) => day).flatMap((day) => {
    const date = addDays(first, day)
    if (day % every !== 0 || (weekdays && !weekdays.includes(weekdayOf(date)))) return []
    return times.flatMap((time, index) => {
      const startsAt = instantOf(date, time)
      if (startsAt === undefined) return [] // skipped by a clock change
      const kept = readSubscriberSeats(subscriberSeats, startsAt, { today, place, notes })
      return [
        {
          item: {
            ...showing,
            subscriberSeats: kept,
            id: firstId + day * times.length + index,
            startsAt,
            saleOpensAt: null,
            cancelled: false,
            soldout: false,
            onlyInMiniSites: false,
          },
          place,
        },
      ]
    })
  })
}

/** When the seats for subscribers are released. One that says no moment, two, or one that is not before the start, is a problem. */
function readSubscriberSeats(
  listed: readonly SubscriberSeatsItem[],
  startsAt: number,
  { today, place, notes }: DatedReading,
): readonly SubscriberSeats[] {
  return listed.flatMap(({ categories, until, daysBefore, membershipIds }, index) => {
    const here = inside(place, 'subscriberSeats', index)
    if ((until === undefined) === (daysBefore === undefined)) {
      notes.problem(here, 'says when its seats are released by either until or daysBefore')
      return []
    }
    const released =
      until === undefined ? startsAt - (daysBefore ?? 0) * DAY_MS : dateMoment(until, { today, place: inside(here, 'until'), notes })
    if (released === undefined) return []
    if (released > startsAt) notes.problem(inside(here, 'until'), 'is after the start of the presentation')
    return [{ categories, until: released, membershipIds }]
  })
}
