import * as z from 'zod/mini'
import { cartMembership, type CartMembership, type EnrolmentItem, type MembershipItem } from '#lib/contract/order/membership-cart.ts'
import type { WantedMembership, WantedPlace } from '#lib/domain/cart/membership-line.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** What memberships a cart of the wire asks for, in its order. Refusal: BAD_REQUEST for a shape that is none. */
export function wantedMemberships(memberships: readonly unknown[]): Result<readonly WantedMembership[]> {
  const items = z.array(cartMembership).safeParse(memberships)
  return items.success ? accept(items.data.flatMap(wantedOf)) : refuse('BAD_REQUEST')
}

function wantedOf(item: CartMembership): WantedMembership[] {
  const { membershipId, membershipPriceId, currencyId, reference1, reference2, name, additionalName, seat } = item
  const one = {
    ...{ membershipId, priceId: membershipPriceId ?? null, currencyId: currencyId ?? null },
    ...{ reference1: reference1 ?? null, reference2: reference2 ?? null, name: name ?? '', additionalName: additionalName ?? '' },
    seat: seat ? placeOf(seat) : null,
  }
  if ('seasonId' in item) return [{ ...one, topsUp: null, enrolment: enrolmentOf(item) }]
  const { memberNumber, isTopup, quantity = 1 } = item
  return Array.from({ length: quantity }, () => ({ ...one, topsUp: isTopup === true ? (memberNumber ?? '') : null, enrolment: null }))
}

function placeOf(seat: NonNullable<MembershipItem['seat']>): WantedPlace {
  return {
    venueId: seat.VenueId,
    seatplanId: seat.VenueSeatplanId,
    sectionId: seat.VenueSectionId,
    ticketGroupId: seat.TicketGroupId,
    x: seat.XCoordinate,
    y: seat.YCoordinate,
  }
}

function enrolmentOf({ seasonId, ticketId, totalAmount, selections }: EnrolmentItem): NonNullable<WantedMembership['enrolment']> {
  return {
    ...{ seasonId, ticketId, totalAmount: totalAmount ?? null },
    selections: selections.map(({ prsntId, venueId, seatplanId, sectionId, x, y, tgId }) => ({
      ...{ presentationId: prsntId, venueId, seatplanId, sectionId, x, y, ticketGroupId: tgId },
    })),
  }
}
