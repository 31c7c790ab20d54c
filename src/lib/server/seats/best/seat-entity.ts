import type { SeatEntity } from '#lib/contract/show/seat.ts'
import type { Presentation, PresentationPrice, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import { nameIn } from '#lib/domain/catalogue/plan-words.ts'
import type { PlanSeat, PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { ticketAnswer } from '#lib/server/programme/presentation-answers.ts'
import type { LoadedPlan } from '#lib/server/catalogue/seatplans.ts'
import type { Locale } from '#lib/text/locales.ts'

interface SeatOfMatch {
  readonly presentation: Presentation
  readonly plan: LoadedPlan
  readonly section: PlanSection
  /** undefined for a place of general admission. */
  readonly seat: PlanSeat | undefined
  /** The price entry that it is sold under. */
  readonly price: PresentationPrice | undefined
  readonly ticket: Ticket | undefined
  readonly locale: Locale
  /** Whether the visitor has it locked; otherwise it is free. */
  readonly isLocked: boolean
}

/** A best-available seat with every field of the spec's Seat (§3). It is free or the visitor's own, and never blocked. */
export function seatOfMatch({ presentation, plan, section, seat, price, ticket, locale, isLocked }: SeatOfMatch): SeatEntity {
  const sold = ticket ? ticketAnswer(ticket) : null
  return {
    PresentationId: presentation.id,
    TicketGroupId: price?.ticketGroupId ?? 0,
    VenueId: presentation.venueId,
    VenueSeatplanId: plan.id,
    VenueSectionId: section.id,
    SectionName: nameIn(plan.words?.[locale], section.name),
    ...placeOnPlan(plan, section, seat),
    ...addressOf(seat),
    AllocationId: price?.allocationId ?? 0,
    isAvailable: !isLocked,
    isHold: false,
    isSelected: isLocked,
    isBlocked: false,
    isSingleSeatBlock: false,
    isFromBestAvailable: true,
    ticket: sold,
    firstTicket: sold,
    isMultiplyFactorSubTicket: false,
    ref1: '',
    ref2: '',
  }
}

/** What a seat is called in its section; a place of general admission is called nothing. */
function addressOf(seat: PlanSeat | undefined) {
  return {
    VenueSectionSeatGroupId: seat?.groupId ?? 0,
    XCoordinate: seat?.x ?? null,
    YCoordinate: seat?.y ?? null,
    RowName: seat?.rowName ?? null,
    SeatName: seat?.seatName ?? null,
  }
}

function placeOnPlan({ width, height, hall }: LoadedPlan, section: PlanSection, seat: PlanSeat | undefined) {
  const [x, y] = seat ? [seat.seatplanX, seat.seatplanY] : [section.labelX, section.labelY]
  const size = seat ? hall.pitch : 0
  return {
    SeatplanX: x,
    SeatplanY: y,
    XOffsetPercent: percent(x, width),
    YOffsetPercent: percent(y, height),
    WidthPercent: percent(size, width),
    HeightPercent: percent(size, height),
    RotateAngle: seat?.rotate ?? 0,
  }
}

/** Rounded to 3 decimals. */
function percent(part: number, whole: number): number {
  return whole > 0 ? Math.round((part / whole) * 100_000) / 1000 : 0
}
