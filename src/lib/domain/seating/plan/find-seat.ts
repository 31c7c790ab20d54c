import type { Hall } from './seat-hall.ts'
import { valueAt } from './value-at.ts'

const indexes = new WeakMap<Hall, Map<number, Map<number, number>>>()

/** The seat at an address, or −1. */
export function findSeat(hall: Hall, section: number, x: number, y: number): number {
  const sections = indexes.get(hall) ?? new Map<number, Map<number, number>>()
  indexes.set(hall, sections)
  const index = sections.get(section) ?? indexSection(hall, section)
  sections.set(section, index)
  return index.get(keyOf(x, y)) ?? -1
}

/** Indexes one section only: few sections of a stadium are ever asked for. */
function indexSection({ sections, addressX, addressY }: Hall, section: number): Map<number, number> {
  const { first = 0, end = 0 } = sections[section] ?? {}
  const index = new Map<number, number>()
  for (let seat = first; seat < end; seat++) index.set(keyOf(valueAt(addressX, seat), valueAt(addressY, seat)), seat)
  return index
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
  return findSeat(hall, valueAt(section, seat), x, valueAt(addressY, seat))
}
