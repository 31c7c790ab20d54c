import type { ReadMembership } from '#lib/server/import/read/read-memberships.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'

/** A presentation with its venue, seat plan and business. */
export interface KnownShow {
  readonly id: number
  readonly venueId: number
  readonly seatplanId: number
  readonly businessId: number
}

type Shows = ReadonlyMap<number, KnownShow>

/** Checks that the fixed dates are in one hall, and that the choice has other dates, and enough of them. */
export function checkDates({ item, place }: Sourced<ReadMembership>, shows: Shows, notes: ImportNotes): void {
  const { presentationIds, choice, businessId } = item
  checkTwice(presentationIds, (index) => inside(place, 'presentationIds', index), notes)
  const hall = shows.get(presentationIds[0] ?? 0)
  for (const [index, id] of presentationIds.entries()) {
    const reading = { place: inside(place, 'presentationIds', index), notes }
    const show = checkShow(id, { shows, businessId }, reading)
    if (show && hall) checkHall(show, hall, reading)
  }
  checkExchange({ item, place }, shows, notes)
  if (!choice) return
  const here = inside(place, 'choice')
  const ids = choice.options.map(({ presentationId }) => presentationId)
  checkTwice(ids, (index) => inside(here, 'options', index), notes)
  if (ids.length < choice.count)
    notes.problem(inside(here, 'count'), `${String(choice.count)} are chosen of only ${String(ids.length)} options`)
  for (const [index, id] of ids.entries()) {
    const option = inside(here, 'options', index)
    checkShow(id, { shows, businessId }, { place: option, notes })
    if (presentationIds.includes(id)) notes.problem(option, `presentation ${String(id)} is one of the fixed ones already`)
  }
}

/** What an evening is exchanged for has to be there, of the same business, and named once; its own dates are no exchange. */
function checkExchange({ item, place }: Sourced<ReadMembership>, shows: Shows, notes: ImportNotes): void {
  const ids = item.exchange?.presentationIds ?? []
  const placeOf = (index: number) => inside(place, 'exchange', 'presentationIds', index)
  checkTwice(ids, placeOf, notes)
  for (const [index, id] of ids.entries()) {
    checkShow(id, { shows, businessId: item.businessId }, { place: placeOf(index), notes })
    if (item.presentationIds.includes(id)) notes.problem(placeOf(index), `presentation ${String(id)} is one of its own dates`)
  }
}

function checkTwice(ids: readonly number[], placeOf: (index: number) => Place, notes: ImportNotes): void {
  for (const [index, id] of ids.entries())
    if (ids.indexOf(id) < index) notes.problem(placeOf(index), `presentation ${String(id)} is listed twice`)
}

/** The presentations that are there, and the business whose own a membership may name. */
interface Nameable {
  readonly shows: Shows
  readonly businessId: number
}

function checkShow(id: number, { shows, businessId }: Nameable, { place, notes }: Reading): KnownShow | undefined {
  const show = shows.get(id)
  if (!show) notes.problem(place, `there is no presentation ${String(id)}`)
  else if (show.businessId !== businessId) notes.problem(place, `presentation ${String(id)} is of another business`)
  return show
}

/** A fixed date is where the first one is. */
function checkHall(show: KnownShow, hall: KnownShow, { place, notes }: Reading): void {
  if (show.venueId !== hall.venueId)
    notes.problem(place, `presentation ${String(show.id)} is in venue ${String(show.venueId)}, the first one in ${String(hall.venueId)}`)
  else if (show.seatplanId !== hall.seatplanId)
    notes.problem(
      place,
      `presentation ${String(show.id)} is on seat plan ${String(show.seatplanId)}, the first one on ${String(hall.seatplanId)}`,
    )
}
