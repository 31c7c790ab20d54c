import type { LineCode } from '#lib/domain/entitlements/coupon-lines.ts'

/** A seat or place of an order with its names, wherever it comes from: the map, the stored cart or the holds. */
export interface OrderSeat {
  /** Unique in the order. */
  readonly key: string
  readonly presentationId: number
  readonly venueId: number
  readonly seatplanId: number
  readonly sectionId: number
  readonly ticketGroupId: number
  readonly allocationId: number
  /** null for a place of general admission. */
  readonly x: number | null
  readonly y: number | null
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
  /** Feature codes of the seat (spec §3), where the map knows them. */
  readonly features?: readonly number[]
  readonly ticketId: number
  readonly ref1: string
  readonly ref2: string
  /** What its ticket redeems; left out where it has an ordinary one. */
  readonly redeemed?: LineCode
}

/** What is known of something that seats redeem, beside their tickets. */
export interface KnownCode {
  /** As the cart carries it. */
  readonly name: string
  /** Of a membership: of what; else empty. */
  readonly membershipName: string
  /** Uses that the visitor may make in all, those of this order included; null is without limit. */
  readonly usesLeft: number | null
}
