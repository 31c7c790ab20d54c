import * as z from 'zod/mini'
import { ticketAnswer } from '../wire.ts'

/**
 * Seat (spec §3). A place of general admission has no coordinates, row or name, and is positioned at its section's label. SeatplanX and SeatplanY are plan
 * units; the offsets and the size are percentages of the plan's width and height, RotateAngle degrees clockwise.
 */
export const seatEntity = z.object({
  PresentationId: z.number(),
  TicketGroupId: z.number(),
  VenueId: z.number(),
  VenueSeatplanId: z.number(),
  VenueSectionId: z.number(),
  VenueSectionSeatGroupId: z.number(),
  SectionName: z.string(),
  XCoordinate: z.nullable(z.number()),
  YCoordinate: z.nullable(z.number()),
  SeatplanX: z.number(),
  SeatplanY: z.number(),
  XOffsetPercent: z.number(),
  YOffsetPercent: z.number(),
  WidthPercent: z.number(),
  HeightPercent: z.number(),
  RotateAngle: z.number(),
  RowName: z.nullable(z.string()),
  SeatName: z.nullable(z.string()),
  AllocationId: z.number(),
  isAvailable: z.boolean(),
  isHold: z.boolean(),
  isSelected: z.boolean(),
  isBlocked: z.boolean(),
  isSingleSeatBlock: z.boolean(),
  isFromBestAvailable: z.boolean(),
  /** Its ticket: the default one until another is chosen; null if its group has none. */
  ticket: z.nullable(ticketAnswer),
  firstTicket: z.nullable(ticketAnswer),
  isMultiplyFactorSubTicket: z.boolean(),
  ref1: z.string(),
  ref2: z.string(),
})
export type SeatEntity = z.output<typeof seatEntity>
