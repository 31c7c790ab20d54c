import type { LaidOutSeat, Point } from './laid-out-plan.ts'

/** Two seats whose centres are closer than a seat's size. */
export interface Overlap<Seat = LaidOutSeat> {
  readonly one: Seat
  readonly other: Seat
  readonly distance: number
}

type Standing = { readonly at: Point } | Pick<LaidOutSeat, 'seatplanX' | 'seatplanY'>

/** More cells than any drawing has in a column. */
const COLUMN = 2 ** 26

/** Every pair of seats closer than `size`. A grid of that size keeps it linear in the number of seats. */
export function findOverlaps<Seat extends Standing>(seats: readonly Seat[], size: number): Overlap<Seat>[] {
  /** By cell the seat that came to it last, and by seat the one in its cell before it, −1: none. */
  const last = new Map<number, number>()
  const before = new Int32Array(seats.length)
  const found: Overlap<Seat>[] = []
  for (const [index, seat] of seats.entries()) {
    const [x, y] = placeOf(seat)
    const cell = Math.floor(x / size) * COLUMN + Math.floor(y / size)
    for (let column = -1; column <= 1; column++)
      for (let row = -1; row <= 1; row++)
        for (let at = last.get(cell + column * COLUMN + row) ?? -1; at >= 0; at = before[at] ?? -1) {
          const other = seats[at] ?? seat
          const [otherX, otherY] = placeOf(other)
          const distance = Math.hypot(x - otherX, y - otherY)
          if (distance < size) found.push({ one: other, other: seat, distance })
        }
    before[index] = last.get(cell) ?? -1
    last.set(cell, index)
  }
  return found
}

function placeOf(seat: Standing): Point {
  return 'at' in seat ? seat.at : [seat.seatplanX, seat.seatplanY]
}
