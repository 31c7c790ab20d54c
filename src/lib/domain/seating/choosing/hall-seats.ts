import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { featuresOf } from '#lib/domain/seating/plan/seat-features.ts'
import { seatsIn } from '#lib/domain/seating/plan/find-seat.ts'
import { valueAt } from '#lib/domain/seating/plan/value-at.ts'
import { keyOfPlace, keyOfSeat, type SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import { placesId, type Choosing, type TakenPlace } from './choosing.ts'

/** A seat of the hall as a selected seat with its default ticket. */
export function seatOf(choosing: Choosing, at: number): SelectedSeat {
  const { hall, states, presentation } = choosing
  const { id = 0 } = hall.sections[valueAt(hall.section, at)] ?? {}
  const [x, y] = [valueAt(hall.addressX, at), valueAt(hall.addressY, at)]
  return {
    ...blank(choosing, id, valueAt(states.ticketGroup, at)),
    key: keyOfSeat(presentation.id, { sectionId: id, x, y }),
    groupId: valueAt(hall.group, at),
    allocationId: valueAt(states.allocation, at),
    x,
    y,
    rowName: hall.rows[valueAt(hall.row, at)]?.name ?? null,
    seatName: hall.names[at] ?? null,
    features: featuresOf(hall, at),
  }
}

/** One more place of a section. Only its section is known of it, and its first place stands for all (spec §4). */
export function placeOf(choosing: Choosing, sectionId: number): SelectedSeat {
  const row = choosing.placeRows.get(sectionId)
  const key = keyOfPlace(choosing.selected, choosing.presentation.id, sectionId)
  return { ...blank(choosing, sectionId, row?.ticketGroup ?? 0), key, allocationId: row?.allocation ?? 0 }
}

/** The index of a selected seat in the hall; −1 for a place. */
export function indexOf({ hall }: Pick<Choosing, 'hall'>, { sectionId, x, y }: TakenPlace): number {
  const section = hall.sections.findIndex(({ id }) => id === sectionId)
  return x === null || y === null ? -1 : seatsIn(hall, section).at(x, y)
}

/** What a selected seat is named in requests: its index in the hall, or its section's `placesId`. */
export function idOf(choosing: Choosing, seat: SelectedSeat): number {
  return seat.x === null ? placesId(seat.sectionId) : indexOf(choosing, seat)
}

/** The indexes of seats in the hall, without places. */
export function indexesOf(choosing: Choosing, seats: readonly TakenPlace[]): number[] {
  return seats.map((seat) => indexOf(choosing, seat)).filter((at) => at >= 0)
}

/** The indexes of the selected seats, without places. */
export function chosenSeats(choosing: Choosing): number[] {
  return indexesOf(choosing, choosing.selected)
}

/** The selected places of a section. */
export function chosenPlaces({ selected }: Pick<Choosing, 'selected'>, sectionId: number): SelectedSeat[] {
  return selected.filter((seat) => seat.x === null && seat.sectionId === sectionId)
}

/** Whether a request about a seat or a section's places has no answer yet. */
export function isUnderWay({ requests }: Choosing, id: number): boolean {
  for (const { ids } of requests.values()) if (ids.includes(id)) return true
  return false
}

/** How many seats and sections of places wait for an answer. */
export function countUnderWay({ requests }: Choosing): number {
  return new Set([...requests.values()].flatMap(({ ids }) => ids)).size
}

function blank({ hall, presentation, ticketGroups }: Choosing, sectionId: number, ticketGroupId: number): SelectedSeat {
  return {
    key: '',
    presentationId: presentation.id,
    venueId: presentation.venueId,
    seatplanId: hall.id,
    sectionId,
    groupId: 0,
    ticketGroupId,
    allocationId: 0,
    x: null,
    y: null,
    sectionName: hall.sections.find(({ id }) => id === sectionId)?.name ?? '',
    rowName: null,
    seatName: null,
    features: [],
    ticketId: defaultTicket(ticketGroups.get(ticketGroupId))?.id ?? 0,
    ref1: '',
    ref2: '',
    isFromBestAvailable: false,
  }
}
