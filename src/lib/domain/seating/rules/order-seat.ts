import type { LineCode } from '#lib/domain/entitlements/coupon-lines.ts'

/** A seat or place of an order with its names, from any source: the map, the stored cart or the locks. */
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
  /** Feature codes of the seat (spec §3), if the map knows them. */
  readonly features?: readonly number[]
  readonly ticketId: number
  readonly ref1: string
  readonly ref2: string
  /** What its ticket redeems; omitted for an ordinary ticket. */
  readonly redeemed?: LineCode
}

/** A redeemed grant, as the visitor knows it. */
export interface KnownCode {
  /** The name that the cart carries. */
  readonly name: string
  /** A membership's name; otherwise empty. */
  readonly membershipName: string
  /** Total uses for this visitor, including those in this order; null: unlimited. */
  readonly usesLeft: number | null
}
