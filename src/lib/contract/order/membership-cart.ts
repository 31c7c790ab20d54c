import * as z from 'zod/mini'
import { id } from '../wire.ts'

/** What a cart has of memberships (spec §7). */

const text = (max: number) => z.string().check(z.maxLength(max))
const coordinate = z.nullable(z.int().check(z.minimum(-100_000), z.maximum(100_000)))

/** The seat of a series, on all of its dates. */
const membershipSeat = z.object({
  VenueId: id,
  VenueSeatplanId: id,
  VenueSectionId: id,
  TicketGroupId: id,
  XCoordinate: coordinate,
  YCoordinate: coordinate,
})

export const membershipItem = z.object({
  membershipId: id,
  membershipPriceId: id,
  /** undefined: that of the price. */
  currencyId: z.optional(z.nullable(id)),
  reference1: z.optional(z.nullable(text(80))),
  reference2: z.optional(z.nullable(text(80))),
  /** Of the membership that is topped up. */
  memberNumber: z.optional(z.nullable(text(40))),
  isTopup: z.optional(z.nullable(z.boolean())),
  seat: z.optional(z.nullable(membershipSeat)),
  /** Beyond the spec's fields: whose it is, and who may come instead; and how many of it, of which more than one line is made. */
  name: z.optional(z.nullable(text(120))),
  additionalName: z.optional(z.nullable(text(120))),
  quantity: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
})
export type MembershipItem = z.output<typeof membershipItem>

/** One evening of an enrolment. */
const selection = z.object({ prsntId: id, venueId: id, seatplanId: id, sectionId: id, x: coordinate, y: coordinate, tgId: id })

/** Told apart from a membership by its season. The amount is only compared (decision 49). */
export const enrolmentItem = z.object({
  membershipId: id,
  /** That of the seat's rate. */
  ticketId: id,
  seasonId: id,
  totalAmount: z.optional(z.nullable(z.number())),
  /** On all fixed dates; null if seats are virtual. */
  seat: z.optional(z.nullable(membershipSeat)),
  ticketGroupId: id,
  /** The chosen dates; fixed ones may be repeated. */
  selections: z.array(selection).check(z.maxLength(50)),
  /** Beyond the spec's fields: as of a membership item. Without a price it is the one whose rate has the ticket. */
  membershipPriceId: z.optional(z.nullable(id)),
  currencyId: z.optional(z.nullable(id)),
  reference1: z.optional(z.nullable(text(80))),
  reference2: z.optional(z.nullable(text(80))),
  name: z.optional(z.nullable(text(120))),
  additionalName: z.optional(z.nullable(text(120))),
})
export type EnrolmentItem = z.output<typeof enrolmentItem>

/** Memberships and enrolments stand in one array. */
export const cartMembership = z.union([enrolmentItem, membershipItem])
export type CartMembership = z.output<typeof cartMembership>
