import type { LaidOutSeat, Point } from './laid-out-plan.ts'

/** Two seats whose centres are closer than a seat's size. */
export interface Overlap<Seat = LaidOutSeat> {
  readonly one: Seat
  readonly other: Seat
  readonly distance: number
}

type Standing = { readonly at: Point } | Pick<LaidOutSeat, 'seatplanX' | 'seatplanY'>

/** Every pair of seats closer than `size`. A grid of that size keeps it linear in the number of seats. */
export function findOverlaps<Seat extends Standing>(seats: readonly Seat[], size: number): Overlap<Seat>[] {
  const grid = new Map<string, Seat[]>()
  const found: Overlap<Seat>[] = []
  for (const seat of seats) {
    const [x, y] = placeOf(seat)
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)]
    for (const other of neighbours(grid, column, row)) {
      const [otherX, otherY] = placeOf(other)
      const distance = Math.hypot(x - otherX, y - otherY)
      if (distance < size) found.push({ one: other, other: seat, distance })
    }
    const cell = `${String(column)} ${String(row)}`
    const here = grid.get(cell)
    if (here) here.push(seat)
    else grid.set(cell, [seat])
  }
  return found
}

function placeOf(seat: Standing): Point {
  return 'at' in seat ? seat.at : [seat.seatplanX, seat.seatplanY]
}

function neighbours<Seat>(grid: ReadonlyMap<string, readonly Seat[]>, column: number, row: number): Seat[] {
  const found: Seat[] = []
  for (let x = column - 1; x <= column + 1; x++) {
    for (let y = row - 1; y <= row + 1; y++) found.push(...(grid.get(`${String(x)} ${String(y)}`) ?? []))
  }
  return found
}
