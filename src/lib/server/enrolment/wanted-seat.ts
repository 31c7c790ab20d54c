import type { lockEnrolSeat, lockMembershipSeat } from '#lib/contract/area/memberships.ts'
import type { BodyOf } from '#lib/contract/endpoint.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'

/** The seat of a call, on all fixed dates of a membership or on one chosen date. Coordinates are null for a virtual seat. */
export interface WantedSeat {
  readonly membershipId: number
  /** A date of the choice; null: the fixed dates. */
  readonly chosenId: number | null
  readonly venueId: number
  readonly seatplanId: number
  readonly sectionId: number
  readonly ticketGroupId: number
  readonly x: number | null
  readonly y: number | null
}

/** Reads the seat of a /membership call. */
export function seatOfMembership(seat: BodyOf<typeof lockMembershipSeat>['seat']): WantedSeat {
  return {
    membershipId: seat.MembershipId,
    chosenId: null,
    venueId: seat.VenueId,
    seatplanId: seat.VenueSeatplanId,
    sectionId: seat.VenueSectionId,
    ticketGroupId: seat.TicketGroupId,
    x: seat.XCoordinate,
    y: seat.YCoordinate,
  }
}

/** Reads the seat of an /enroll call. Refusal: NOT_FOUND (the membership is of another season). */
export async function seatOfEnrolment(membershipId: number, body: BodyOf<typeof lockEnrolSeat>): Promise<Result<WantedSeat>> {
  const { seasonId, presentationId, venueId, seatplanId, sectionId, ticketGroupId, x, y } = body
  if ((await catalogue()).memberships.get(membershipId)?.seasonId !== seasonId) return refuse('NOT_FOUND')
  return accept({ membershipId, chosenId: presentationId ?? null, venueId, seatplanId, sectionId, ticketGroupId, x, y })
}
