import type { SeatAddress } from '#lib/contract/show/seats.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'

/** The seat as the lock and unlock calls name it (spec §7). */
export function addressOf(seat: OrderSeat): SeatAddress {
  return {
    PresentationId: seat.presentationId,
    VenueId: seat.venueId,
    VenueSeatplanId: seat.seatplanId,
    VenueSectionId: seat.sectionId,
    TicketGroupId: seat.ticketGroupId,
    XCoordinate: seat.x,
    YCoordinate: seat.y,
  }
}
