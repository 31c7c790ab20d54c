import { isCharged } from './membership-offers.ts'
import { priceEnrolment } from './enrolment-price.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { Membership, MembershipPrice } from './memberships.ts'

/** A price line under which a kept seat is renewed, and what it costs on all fixed dates. */
export interface RenewalPrice {
  readonly price: MembershipPrice
  readonly total: Agorot
}

/** The charged price lines that have a rate for a seat category. A season costs its chosen dates' supplements and rates beside. */
export function renewalPrices(membership: Membership, category: string): readonly RenewalPrice[] {
  const dates = membership.presentationIds.map((presentationId) => ({ presentationId, category }))
  return membership.prices.filter(isCharged).flatMap((price) => {
    const priced = priceEnrolment(membership, price, dates)
    return priced.ok ? [{ price, total: priced.value.total }] : []
  })
}
