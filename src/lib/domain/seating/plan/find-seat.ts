import type { Hall } from './seat-hall.ts'
import { valueAt } from './value-at.ts'

/** The seats of a section by their addresses. */
interface SectionSeats {
  /** The seat at an address, or −1. */
  at(x: number, y: number): number
}

function layAddresses({ sections, addressX, addressY }: Hall, section: number): SectionSeats {
  const { first = 0, end = 0 } = sections[section] ?? {}
  const seats = new Map<number, number>()
  for (let seat = first; seat < end; seat++) seats.set(keyOf(valueAt(addressX, seat), valueAt(addressY, seat)), seat)
  return { at: (x, y) => seats.get(keyOf(x, y)) ?? -1 }
}

const known = new WeakMap<Hall, Map<number, SectionSeats>>()

/** The seats of one section, by its index: few sections of a stadium are ever asked for. */
export function seatsIn(hall: Hall, section: number): SectionSeats {
  const sections = known.get(hall) ?? new Map<number, SectionSeats>()
  known.set(hall, sections)
  const seats = sections.get(section) ?? layAddresses(hall, section)
  sections.set(section, seats)
  return seats
}

/** The key is exact for coordinates within ±100,000. */
function keyOf(x: number, y: number): number {
  return x * 200_001 + y
}

/** The seat directly beside another: −1 is left, +1 is right in the hall; at a table against the clock and with it. Returns −1 if there is none. */
export function besideSeat(hall: Hall, seat: number, by: -1 | 1): number {
  const atTable = hall.tables?.beside(seat, by)
  if (atTable !== undefined) return atTable
  const { section, addressX, addressY } = hall
  const x = valueAt(addressX, seat) + by
  // Most seats follow each other as their addresses do.
  const next = seat + by
  if (addressX[next] === x && addressY[next] === addressY[seat] && section[next] === section[seat]) return next
  return seatsIn(hall, valueAt(section, seat)).at(x, valueAt(addressY, seat))
}
