import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { DatedPresentation } from '#lib/server/import/read/expand-schedules.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import type { Prepared } from './prepare.ts'

const MINUTE_MS = 60_000

/** A showing of the files, or one that the database has beside them. */
interface Showing {
  readonly id: number
  readonly venueId: number
  readonly featureId: number
  /** ms since 1970 */
  readonly startsAt: number
  /** undefined: the database has it, and no file lists it. */
  readonly place: Place | undefined
}

interface Length {
  readonly minutes: number
  readonly isUntimed: boolean
}

/**
 * Warns of dates that are written as they are and may not be meant: before the day of the import, sold only after they begin, two in one hall at a time.
 * Reads what the database has, so it runs before anything is written. What was written before is not told again, except for halls.
 */
export async function warnOfDates(client: Queryable, prepared: Prepared, notes: ImportNotes): Promise<void> {
  const listed = prepared.presentations.filter(({ item }) => !item.cancelled)
  if (listed.length === 0) return
  const known = await readKnownShowings(client, prepared)
  warnOfPast(findPast(listed, known, prepared.today), prepared.today, notes)
  for (const { item, place } of listed) {
    if (item.saleOpensAt !== null && item.saleOpensAt >= item.startsAt)
      notes.warning(
        inside(place, 'saleOpens'),
        `${writeMoment(item.saleOpensAt)} is not before the start, ${writeMoment(item.startsAt)}: it is never on sale; give an earlier saleOpens or leave it out`,
      )
  }
  const ids = new Set(prepared.presentations.map(({ item }) => item.id))
  const own = listed.map(({ item, place }): Showing => ({ ...item, place }))
  const others = known.filter(({ id }) => !ids.has(id)).map((one): Showing => ({ ...one, place: undefined }))
  warnOfOneHall([...own, ...others], await readLengths(client, prepared), notes)
}

type KnownShowing = Omit<Showing, 'place'>

async function readKnownShowings(client: Queryable, { presentations }: Prepared): Promise<readonly KnownShowing[]> {
  const { rows } = await client.query<Omit<KnownShowing, 'startsAt'> & { startsAt: Date }>(
    `SELECT presentation_id AS id, venue_id AS "venueId", feature_id AS "featureId", starts_at AS "startsAt" FROM presentation
     WHERE (venue_id = ANY ($1::int[]) AND NOT is_cancelled) OR presentation_id = ANY ($2::int[])`,
    [[...new Set(presentations.map(({ item }) => item.venueId))], presentations.map(({ item }) => item.id)],
  )
  return rows.map((row) => ({ ...row, startsAt: row.startsAt.getTime() }))
}

async function readLengths(client: Queryable, { features }: Prepared): Promise<ReadonlyMap<number, Length>> {
  const { rows } = await client.query<Length & { id: number }>(
    `SELECT feature_id AS id, minutes, feature_type_id = ${String(UNTIMED_FEATURE_TYPE)} AS "isUntimed" FROM feature`,
  )
  const own = features.map(({ item }) => [item.id, { minutes: item.minutes, isUntimed: item.typeId === UNTIMED_FEATURE_TYPE }] as const)
  return new Map<number, Length>([...rows.map((row) => [row.id, row] as const), ...own])
}

type Listed = readonly Sourced<DatedPresentation>[]

/** Those before today. One that the database has at that moment already is history, not a slip. */
function findPast(listed: Listed, known: readonly KnownShowing[], today: string): Listed {
  const startsOf = new Map(known.map(({ id, startsAt }) => [id, startsAt]))
  return listed.filter(({ item }) => datePartsOf(item.startsAt).date < today && startsOf.get(item.id) !== item.startsAt)
}

function warnOfPast(past: Listed, today: string, notes: ImportNotes): void {
  for (const [place, of] of Map.groupBy(past, (source) => source.place)) {
    const [first] = of.map(({ item }) => item).toSorted((one, other) => one.startsAt - other.startsAt)
    if (!first) continue
    const isSchedule = place.path.includes('schedules')
    const more = isSchedule ? `, the first of ${String(of.length)} such dates,` : ''
    const mend = isSchedule ? 'a later from' : 'a later start, or "cancelled": true,'
    notes.warning(
      inside(place, isSchedule ? 'from' : 'start'),
      `presentation ${String(first.id)} at ${writeMoment(first.startsAt)}${more} is before today, ${today}: nobody can buy it; ${mend} mends it`,
    )
  }
}

/** Of two schedules, or a schedule and itself, the first pair is told and how many more there are. */
function warnOfOneHall(showings: readonly Showing[], lengths: ReadonlyMap<number, Length>, notes: ImportNotes): void {
  const endOf = ({ featureId, startsAt }: Showing): number => startsAt + Math.max(1, lengths.get(featureId)?.minutes ?? 0) * MINUTE_MS
  const timed = showings.filter(({ featureId }) => lengths.get(featureId)?.isUntimed !== true)
  const pairs = [...Map.groupBy(timed, ({ venueId }) => venueId).values()].flatMap((hall) => pairsAtOnce(hall, endOf))
  for (const [place, of] of Map.groupBy(pairs, ({ place }) => place)) {
    for (const same of Map.groupBy(of, ({ other }) => other.place).values()) {
      const [pair] = same
      if (!pair) continue
      const minutesOf = ({ featureId }: Showing): string => `${String(lengths.get(featureId)?.minutes ?? 0)} minutes`
      const [one, other] = [pair.one, pair.other].map(
        (showing) => `presentation ${String(showing.id)} (${writeMoment(showing.startsAt)}, ${minutesOf(showing)})`,
      )
      const more = same.length > 1 ? `, and ${String(same.length - 1)} more such pairs` : ''
      notes.warning(
        place,
        `${one ?? ''} and ${other ?? ''} are in venue ${String(pair.one.venueId)} at the same time${more}; another start or venueId mends it, the minutes of the feature, or "typeId": 7 if it has no time of day`,
      )
    }
  }
}

interface Pair {
  readonly one: Showing
  readonly other: Showing
  /** That of a file, which both have if both are listed. */
  readonly place: Place
}

/** Each showing that begins while another of its hall is on, with that one; pairs of the database alone are left out. */
function pairsAtOnce(hall: readonly Showing[], endOf: (showing: Showing) => number): readonly Pair[] {
  const pairs: Pair[] = []
  let before: Showing | undefined
  for (const one of hall.toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id)) {
    const place = one.place ?? before?.place
    if (before && place && one.startsAt < endOf(before)) pairs.push({ one, other: before, place })
    if (!before || endOf(one) > endOf(before)) before = one
  }
  return pairs
}

/** As files write it: 2026-12-01 20:00 */
function writeMoment(instant: number): string {
  const { date, time } = datePartsOf(instant)
  return `${date} ${time}`
}
