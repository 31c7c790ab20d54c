import { membershipRenewals } from '#lib/contract/area/memberships.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { renewalOffers, type RenewalOffer } from '#lib/server/enrolment/renewal-offers.ts'

export const GET = serve(membershipRenewals, async ({ visitor, locale }) => {
  const offers = visitor ? await renewalOffers(visitor.uuid, locale) : []
  return accept({ renewals: offers.map(renewalOf) })
})
export const ALL = onlyMethods('GET')

function renewalOf({ membership, memberNumber, until, isWhole, moves, sectionName, seat, address, prices }: RenewalOffer) {
  return {
    ...{ membershipId: membership.id, code: membership.code, name: membership.name, memberNumber },
    ...{ until: until.toISOString(), isWhole, isMoving: moves, sectionName, rowName: seat.rowName, seatName: seat.seatName },
    seat: {
      ...{ MembershipId: membership.id, VenueId: address.venueId, VenueSeatplanId: address.seatplanId, VenueSectionId: address.sectionId },
      ...{ TicketGroupId: address.ticketGroupId, XCoordinate: address.x, YCoordinate: address.y },
    },
    prices: prices.map(({ price, total }) => ({ membershipPriceId: price.id, name: price.name, price: toShekels(total) })),
  }
}
