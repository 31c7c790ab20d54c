import type { Box, Hall } from '#lib/domain/seating/plan/seat-hall.ts'

/** Finds the seat of a hall at a point of its plan, however many there are: squares of one pitch, each a chain through `next`. */
export interface HitGrid {
  readonly hall: Hall
  /** The nearest seat within a distance of plan units, or −1. */
  seatAt(x: number, y: number, within: number): number
  /** Whether no seat stands in a part of the plan. */
  isEmpty(box: Box): boolean
}

/** It is laid when it is first asked: the first seats on the screen need none. */
export function layHitGrid(hall: Hall): HitGrid {
  let grid: Omit<HitGrid, 'hall'> | undefined
  const laid = () => (grid ??= fillGrid(hall))
  return { hall, seatAt: (x, y, within) => laid().seatAt(x, y, within), isEmpty: (box) => laid().isEmpty(box) }
}

function fillGrid({ count, x, y, box: [left, top, right, bottom], pitch }: Hall): Omit<HitGrid, 'hall'> {
  const cell = Math.max(pitch, Math.hypot(right - left, bottom - top) / 2000)
  const columns = Math.floor((right - left) / cell) + 1
  const rows = Math.floor((bottom - top) / cell) + 1
  const first = new Int32Array(columns * rows).fill(-1)
  const next = new Int32Array(count)
  const columnOf = (at: number) => Math.floor((at - left) / cell)
  const rowOf = (at: number) => Math.floor((at - top) / cell)
  for (let seat = 0; seat < count; seat++) {
    const square = rowOf(y[seat] ?? 0) * columns + columnOf(x[seat] ?? 0)
    next[seat] = first[square] ?? -1
    first[square] = seat
  }
  /** Calls back with the seats of all squares that a part of the plan touches, until it is answered true. */
  const find = ([x0, y0, x1, y1]: Box, isIt: (seat: number) => boolean): boolean => {
    const [firstColumn, lastColumn] = [Math.max(0, columnOf(x0)), Math.min(columns - 1, columnOf(x1))]
    for (let row = Math.max(0, rowOf(y0)); row <= Math.min(rows - 1, rowOf(y1)); row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        for (let seat = first[row * columns + column] ?? -1; seat >= 0; seat = next[seat] ?? -1) if (isIt(seat)) return true
      }
    }
    return false
  }
  return {
    seatAt(atX, atY, within) {
      let best = -1
      let nearest = within
      find([atX - within, atY - within, atX + within, atY + within], (seat) => {
        const distance = Math.hypot((x[seat] ?? 0) - atX, (y[seat] ?? 0) - atY)
        if (distance < nearest) [best, nearest] = [seat, distance]
        return false
      })
      return best
    },
    isEmpty: (box) =>
      !find(box, (seat) => {
        const [seatX, seatY] = [x[seat] ?? 0, y[seat] ?? 0]
        return seatX > box[0] && seatX < box[2] && seatY > box[1] && seatY < box[3]
      }),
  }
}
