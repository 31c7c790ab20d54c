import type { PlanSeat } from './seatplan.ts'

/** Some seats of a plan with those around them, in plan units from the upper left corner of the picture. */
export interface SeatCrop {
  readonly width: number
  readonly height: number
  /** The side of a seat. */
  readonly side: number
  readonly seats: readonly CroppedSeat[]
  /** The names of the rows, each before its leftmost seat. */
  readonly rows: readonly { readonly name: string; readonly x: number; readonly y: number }[]
}

export interface CroppedSeat {
  /** Its centre. */
  readonly x: number
  readonly y: number
  readonly state: 'own' | 'free' | 'taken'
}

/** Rows before and behind, and seats to each side of the middle. */
const [ROWS, SEATS] = [2, 5.5]
/** The size of a seat, and the room for the names of rows, in distances between neighbours. */
const [SIDE, EDGE] = [0.76, 1.4]

/**
 * The part of a section that surrounds some of its seats.
 * @param own of one section
 * @param isFree by the index in the plan
 * @returns undefined without own seats
 */
export function cropAround(seats: readonly PlanSeat[], own: readonly PlanSeat[], isFree: (at: number) => boolean): SeatCrop | undefined {
  const [first] = own
  if (!first) return undefined
  const here = seats.map((seat, at) => ({ seat, at })).filter(({ seat }) => seat.sectionId === first.sectionId)
  const pitch = pitchOf(here.map(({ seat }) => seat))
  const middle = own.reduce((sum, seat) => sum + seat.seatplanX, 0) / own.length
  const shown = here.filter(({ seat }) => Math.abs(seat.y - first.y) <= ROWS && Math.abs(seat.seatplanX - middle) <= SEATS * pitch)
  const left = Math.min(...shown.map(({ seat }) => seat.seatplanX)) - EDGE * pitch
  const top = Math.min(...shown.map(({ seat }) => seat.seatplanY)) - pitch
  const ownIds = new Set(own.map(({ id }) => id))
  // Seats of a row stand from left to right, so the first is written last.
  const rows = new Map(shown.map(({ seat }) => [seat.rowName, seat] as const).reverse())
  return {
    width: Math.max(...shown.map(({ seat }) => seat.seatplanX)) - left + pitch,
    height: Math.max(...shown.map(({ seat }) => seat.seatplanY)) - top + pitch,
    side: pitch * SIDE,
    seats: shown.map(({ seat, at }) => ({
      x: seat.seatplanX - left,
      y: seat.seatplanY - top,
      state: ownIds.has(seat.id) ? 'own' : isFree(at) ? 'free' : 'taken',
    })),
    rows: [...rows].map(([name, { seatplanX, seatplanY }]) => ({ name, x: seatplanX - left - pitch, y: seatplanY - top })).reverse(),
  }
}

/** The smallest distance between neighbours of a section; 1 if no two seats are beside each other. */
function pitchOf(seats: readonly PlanSeat[]): number {
  const between = seats.flatMap((seat, at) => {
    const next = seats[at + 1]
    return next?.y === seat.y ? [Math.hypot(next.seatplanX - seat.seatplanX, next.seatplanY - seat.seatplanY)] : []
  })
  return between.length === 0 ? 1 : Math.min(...between)
}
