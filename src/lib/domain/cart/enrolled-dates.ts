import { datesRefusal } from '#lib/domain/catalogue/enrolment-sale.ts'
import { MEMBERSHIP_TYPE, type Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { CartAround } from './checked-line.ts'
import type { DatePlace } from './enrolled-seats.ts'
import type { FoundMembership, WantedDate, WantedPlace } from './membership-line.ts'

/**
 * The dates of a series or season with the seats wanted on them: the fixed ones, then the chosen ones. Refusals: NOT_FOUND (of another season, or a date or seat
 * that the membership does not have), CHOICE_COUNT (not as many different dates as are to be chosen: `count`), SALE_CLOSED (a date has begun),
 * GENERAL_ERROR (a date was called off, or its dates are in several halls).
 */
export function datesOf(
  { membership, wanted }: Pick<FoundMembership, 'membership' | 'wanted'>,
  { catalogue, now }: Pick<CartAround, 'catalogue' | 'now'>,
): Result<readonly DatePlace[]> {
  const { seat = null, enrolment = null } = wanted
  if (enrolment ? enrolment.seasonId !== membership.seasonId : membership.typeId === MEMBERSHIP_TYPE.season) return refuse('NOT_FOUND')
  const chosen = chosenDates(membership, enrolment?.selections ?? [], seat)
  if (!chosen.ok) return chosen
  const fixed = membership.presentationIds.map((id) => ({ id, place: seat }))
  const dates = [...fixed, ...chosen.value.map((one) => ({ id: one.presentationId, place: one }))]
  const found = dates.flatMap(({ id, place }) => {
    const presentation = catalogue.presentations.get(id)
    return presentation ? [{ presentation, place }] : []
  })
  const halls = new Set(found.slice(0, fixed.length).map(({ presentation }) => presentation.seatplanId))
  if (found.length < dates.length || dates.length === 0 || halls.size > 1) return refuse('GENERAL_ERROR')
  const closed = datesRefusal(
    catalogue,
    found.map(({ presentation }) => presentation),
    now,
  )
  return closed ? refuse(closed) : accept(found)
}

/** Those selections that are no repetition of a fixed date. */
function chosenDates(
  { presentationIds, choice }: Membership,
  selections: readonly WantedDate[],
  seat: WantedPlace | null,
): Result<readonly WantedDate[]> {
  const repeated = selections.filter(({ presentationId }) => presentationIds.includes(presentationId))
  if (repeated.some((one) => !isSamePlace(one, seat))) return refuse('NOT_FOUND')
  const chosen = selections.filter(({ presentationId }) => !presentationIds.includes(presentationId))
  const ids = new Set(chosen.map(({ presentationId }) => presentationId))
  const options = new Set(choice?.options.map(({ presentationId }) => presentationId))
  if (!ids.isSubsetOf(options)) return refuse('NOT_FOUND')
  const count = choice?.count ?? 0
  return ids.size === count && chosen.length === count ? accept(chosen) : refuse('CHOICE_COUNT', { count })
}

/** A virtual seat has no coordinates, and no address if none was sent. */
function isSamePlace(one: WantedPlace, seat: WantedPlace | null): boolean {
  if (!seat) return one.x === null && one.y === null
  return one.seatplanId === seat.seatplanId && one.sectionId === seat.sectionId && one.x === seat.x && one.y === seat.y
}
