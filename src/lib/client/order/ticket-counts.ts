import { asksReference } from './references-state.ts'
import type { SeatLine } from './order-lines.ts'
import { $places, $selectedSeats, addPlace, chooseTicket, releaseSeat } from '#lib/client/seats/seats.ts'

/** Lines that can be counted by ticket type instead of being chosen for one by one. */
export interface AlikeLines {
  readonly lines: readonly SeatLine[]
  /** The section, where the lines are places of general admission: a ticket more is a place more. */
  readonly placesOf: number | null
}

/** The lines of an order in runs of the same kind: seats of one section and price, or places of one section. */
export function alikeRuns(lines: readonly SeatLine[]): readonly (readonly SeatLine[])[] {
  return [
    ...Map.groupBy(lines, ({ seat }) => `${String(seat.sectionId)}:${String(seat.ticketGroupId)}:${String(seat.x === null)}`).values(),
  ]
}

/** Whether it does not matter which seat has which type: nothing is redeemed, no type asks for anything, and there is more than one seat. */
export function countable(lines: readonly SeatLine[]): AlikeLines | null {
  const [first] = lines
  if (!first || first.choices.length === 0) return null
  const isPlain = lines.every(
    ({ seat, choices, ticket }) => !seat.redeemed && ![ticket, ...choices].some((one) => asksReference({ ticket: one })),
  )
  const isPlace = first.seat.x === null
  return isPlain && (isPlace || lines.length > 1) ? { lines, placesOf: isPlace ? first.seat.sectionId : null } : null
}

export function countOf({ lines }: AlikeLines, ticketId: number): number {
  return lines.filter(({ ticket }) => ticket.id === ticketId).length
}

/** How many of a type there may be: all seats, or as many places as are free and allowed. @param maxSeats 0 is without limit */
export function mostOf(alike: AlikeLines, ticketId: number, maxSeats: number): number {
  if (alike.placesOf === null) return alike.lines.length
  const free = $places.get()[alike.placesOf]?.free ?? 0
  const allowed = maxSeats > 0 ? maxSeats - $selectedSeats.get().length : Infinity
  return countOf(alike, ticketId) + Math.max(0, Math.min(free, allowed))
}

/** The fewest: the last ticket of an order is given back where seats are chosen. */
export function leastOf(alike: AlikeLines, ticketId: number): number {
  const count = countOf(alike, ticketId)
  if (alike.placesOf !== null) return $selectedSeats.get().length > count ? 0 : 1
  return alike.lines[0]?.choices.length === 1 ? count : 0
}

/** Sets how many tickets of a type there are. Seats change their type, and so stay as many; places come and go. */
export function setCount(alike: AlikeLines, ticketId: number, count: number): void {
  const { lines, placesOf } = alike
  const own = lines.filter(({ ticket }) => ticket.id === ticketId)
  const others = lines.filter(({ ticket }) => ticket.id !== ticketId)
  const more = count - own.length
  if (placesOf !== null) {
    for (let at = 0; at < more; at += 1) addPlaceAs(placesOf, ticketId)
    for (const { seat } of own.slice(count)) void releaseSeat(seat.key)
    return
  }
  const [first, second] = lines[0]?.choices ?? []
  const instead = first?.id === ticketId ? second : first
  // Seats of the ordinary type give way first, from the last one.
  const giving = [...others].reverse().sort((one, other) => Number(other.ticket.id === first?.id) - Number(one.ticket.id === first?.id))
  for (const { seat } of giving.slice(0, Math.max(0, more))) chooseTicket(seat.key, ticketId)
  if (instead) for (const { seat } of own.slice(count)) chooseTicket(seat.key, instead.id)
}

/** The place is chosen at once, before the server has answered, and so is its type. */
function addPlaceAs(sectionId: number, ticketId: number): void {
  const before = new Set($selectedSeats.get().map(({ key }) => key))
  void addPlace(sectionId)
  const added = $selectedSeats.get().find(({ key }) => !before.has(key))
  if (added) chooseTicket(added.key, ticketId)
}
