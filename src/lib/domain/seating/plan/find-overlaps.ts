import type { LaidOutSeat } from './laid-out-plan.ts'

/** Two seats whose centres are closer than a seat's size. */
export interface Overlap {
  readonly one: LaidOutSeat
  readonly other: LaidOutSeat
  readonly distance: number
}

/** Every pair of seats closer than `size`. A grid of that size keeps it linear in the number of seats. */
export function findOverlaps(seats: readonly LaidOutSeat[], size: number): Overlap[] {
  const grid = new Map<string, LaidOutSeat[]>()
  const found: Overlap[] = []
  for (const seat of seats) {
    const [column, row] = [Math.floor(seat.seatplanX / size), Math.floor(seat.seatplanY / size)]
    for (const other of neighbours(grid, column, row)) {
      const distance = Math.hypot(seat.seatplanX - other.seatplanX, seat.seatplanY - other.seatplanY)
      if (distance < size) found.push({ one: other, other: seat, distance })
    }
    const cell = `${String(column)} ${String(row)}`
    const here = grid.get(cell)
    if (here) here.push(seat)
    else grid.set(cell, [seat])
  }
  return found
}

function neighbours(grid: ReadonlyMap<string, readonly LaidOutSeat[]>, column: number, row: number): LaidOutSeat[] {
  const found: LaidOutSeat[] = []
  for (let x = column - 1; x <= column + 1; x++) {
    for (let y = row - 1; y <= row + 1; y++) found.push(...(grid.get(`${String(x)} ${String(y)}`) ?? []))
  }
  return found
}
