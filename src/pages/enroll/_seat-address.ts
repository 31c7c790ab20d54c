import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { ticketGroupsOf, type MembershipDates } from '#lib/server/enrolment/membership-dates.ts'

/** The address of a seat of a membership on the wire. */
export function addressOf(dates: MembershipDates, seat: PlanSeat) {
  const { plan, presentations } = dates
  return {
    VenueId: presentations[0]?.venueId ?? plan.venueId,
    VenueSeatplanId: plan.id,
    VenueSectionId: seat.sectionId,
    TicketGroupId: ticketGroupsOf(dates, seat.category)[0] ?? 0,
    XCoordinate: seat.x,
    YCoordinate: seat.y,
  }
}
