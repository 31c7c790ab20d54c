import { datePartsOf } from '#lib/text/format-date.ts'
import type { Prepared } from '#lib/server/import/check/prepare.ts'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'
import type { MovedDate } from './move-presentations.ts'
import { changeOf, type SeatChange } from './plan-changes.ts'
import type { Holding } from './read-holdings.ts'
import type { WrittenPlan } from './write-plans.ts'

/** What an import moves. */
export interface Moves {
  readonly plans: readonly WrittenPlan[]
  /** Of presentations that are not over. */
  readonly dates: readonly MovedDate[]
}

/** The files whose import moves something, and what takes the findings. */
export interface MovingFiles {
  readonly prepared: Prepared
  readonly notes: ImportNotes
}

/** Seats of one plan that are named one by one. */
const NAMED = 10

/** Notes what moves of what somebody has, each with the number of people whom it touches. Returns the number of all of them. */
export function listMoves({ plans, dates }: Moves, holdings: readonly Holding[], { prepared, notes }: MovingFiles): number {
  const touched = new Set<string>()
  for (const date of dates) {
    const people = peopleOf(holdings.filter(({ presentationId }) => presentationId === date.id))
    const place = placeOfDate(prepared, date)
    if (people.size === 0 || !place) continue
    for (const person of people) touched.add(person)
    notes.move(place, `presentation ${String(date.id)} ${sentenceOf(date, prepared)}: seats of it are held by ${countPeople(people)}`)
  }
  for (const plan of plans) {
    const place = prepared.plans.find(({ item }) => item.id === plan.id)?.place
    if (place) for (const person of listSeats(plan, holdings, { place, notes })) touched.add(person)
  }
  return touched.size
}

function listSeats(plan: WrittenPlan, holdings: readonly Holding[], { place, notes }: Reading): ReadonlySet<string> {
  const moved = Map.groupBy(
    holdings.filter(({ seatplanId, seatId }) => seatplanId === plan.id && changeOf(plan.changes, seatId)),
    ({ seatId }) => seatId,
  )
  for (const [seatId, of] of [...moved].slice(0, NAMED)) {
    const change = changeOf(plan.changes, seatId)
    if (change) notes.move(place, `${sentenceOfSeat(change)}: held by ${countPeople(peopleOf(of))}`)
  }
  const people = peopleOf([...moved.values()].flat())
  if (moved.size > NAMED) notes.move(place, `${String(moved.size - NAMED)} more seats; all that move are held by ${countPeople(people)}`)
  return people
}

function peopleOf(holdings: readonly Holding[]): ReadonlySet<string> {
  return new Set(holdings.map(({ person }) => person))
}

function countPeople({ size }: ReadonlySet<string>): string {
  return `${String(size)} ${size === 1 ? 'person' : 'people'}`
}

function placeOfDate({ presentations }: Prepared, { id, before, after }: MovedDate): Place | undefined {
  const place = presentations.find(({ item }) => item.id === id)?.place
  return place && before.getTime() !== after.getTime() ? inside(place, 'start') : place
}

function sentenceOf({ before, after, fromVenueId, fromFeatureId, id }: MovedDate, { presentations }: Prepared): string {
  const item = presentations.find((one) => one.item.id === id)?.item
  return [
    ...(before.getTime() === after.getTime() ? [] : [`begins at ${localTime(after)} instead of ${localTime(before)}`]),
    ...(fromVenueId === null ? [] : [`moves from venue ${String(fromVenueId)} to ${String(item?.venueId)}`]),
    ...(fromFeatureId === null ? [] : [`becomes feature ${String(item?.featureId)} instead of ${String(fromFeatureId)}`]),
  ].join(' and ')
}

function localTime(at: Date): string {
  const { date, time } = datePartsOf(at.getTime())
  return `${date}T${time}`
}

function sentenceOfSeat({ from, to, isShifted }: SeatChange): string {
  const [before, after] = [from, to].map((name) => `"${name.join(', ')}"`)
  const what = before === after ? `the seat ${String(after)}` : `the seat ${String(before)} is called ${String(after)}`
  return isShifted ? `${what}${before === after ? '' : ' and'} stands elsewhere` : what
}
