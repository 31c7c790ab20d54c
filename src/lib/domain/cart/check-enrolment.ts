import { priceEnrolment, type EnrolmentPrice } from '#lib/domain/catalogue/memberships/enrolment-price.ts'
import { MEMBERSHIP_TYPE } from '#lib/domain/catalogue/memberships/memberships.ts'
import { toAgorot, toShekels } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { CheckedSeat } from './check-seat.ts'
import { checkEach, type CartAround } from './checked-line.ts'
import { datesOf } from './enrolled-dates.ts'
import { coveredSeat, seatOn, ticketOn, type DatePlace, type RatedDate, type SeatedDate } from './enrolled-seats.ts'
import type { CheckedDates, FoundMembership, MembershipFacts } from './membership-line.ts'

/** What a series or season is bought with. */
export interface CheckedEnrolment {
  readonly price: EnrolmentPrice
  readonly dates: CheckedDates
  /** A ticket for each date, covered by the membership's line; none if seats are virtual. */
  readonly seats: readonly CheckedSeat[]
}

/**
 * Checks a series or season and prices it; whether its seats are still held is decided when they are taken. Refusals: those of `datesOf`, `seatOn` and
 * `priceEnrolment`; ALREADY_ENROLLED (a season that the visitor has), NOT_FOUND (a seat of a membership without seats), ticketNotFound (another ticket than
 * that of the seat's rate), PRICE_CHANGED (`amount`: the right one, in shekels).
 */
export function checkEnrolment(found: FoundMembership, facts: MembershipFacts, around: CartAround): Result<CheckedEnrolment> {
  const { membership, wanted, price } = found
  const isOnce = membership.typeId === MEMBERSHIP_TYPE.season
  if (isOnce && facts.had.has(membership.id)) return refuse('ALREADY_ENROLLED')
  const dates = datesOf(found, around)
  if (!dates.ok) return dates
  const seated = seatsOf(found, dates.value, facts)
  if (!seated.ok) return seated
  const priced = priceEnrolment(
    membership,
    price,
    dates.value.map(({ presentation }, at) => ({ presentationId: presentation.id, category: seated.value[at]?.seat.category ?? null })),
  )
  if (!priced.ok) return priced
  const seats = coveredSeats(found, ratedDates(seated.value, priced.value), around)
  if (!seats.ok) return seats
  const { totalAmount = null } = wanted.enrolment ?? {}
  if (totalAmount !== null && toAgorot(totalAmount) !== priced.value.total)
    return refuse('PRICE_CHANGED', { amount: toShekels(priced.value.total) })
  const byStart = dates.value.toSorted((a, b) => a.presentation.startsAt - b.presentation.startsAt)
  const presentationIds = byStart.map(({ presentation }) => presentation.id)
  return accept({ price: priced.value, dates: { presentationIds, isVirtual: membership.isSkipMemberSeat, isOnce }, seats: seats.value })
}

/** The seat of each date; none if they are virtual, and then none may be named. */
function seatsOf({ membership }: FoundMembership, dates: readonly DatePlace[], facts: MembershipFacts): Result<readonly SeatedDate[]> {
  if (!membership.isSkipMemberSeat) return checkEach(dates, (date) => seatOn(date, membership, facts))
  const isNamed = dates.some(({ place }) => place !== null && (place.x !== null || place.y !== null))
  return isNamed ? refuse('NOT_FOUND') : accept([])
}

/** The dates that have a seat, each with its rate. */
function ratedDates(seated: readonly SeatedDate[], { dates }: EnrolmentPrice): readonly RatedDate[] {
  return dates.flatMap(({ rate }, at) => {
    const date = seated[at]
    return date ? [{ ...date, rate }] : []
  })
}

/** Each seat's ticket; an enrolment names that of its fixed seat. */
function coveredSeats(
  { line, membership, wanted }: FoundMembership,
  dates: readonly RatedDate[],
  { catalogue }: Pick<CartAround, 'catalogue'>,
): Result<readonly CheckedSeat[]> {
  const seats = dates.flatMap((date) => {
    const ticket = ticketOn(date, membership, catalogue)
    return ticket ? [coveredSeat(date, ticket, { coveredBy: line, membershipId: membership.id })] : []
  })
  const isOther = wanted.enrolment != null && seats[0] !== undefined && seats[0].ticket.id !== wanted.enrolment.ticketId
  return seats.length < dates.length || isOther ? refuse('ticketNotFound') : accept(seats)
}
