import type { Hall } from '#lib/domain/seat-hall.ts'

/** Finds the seat at a point of the plan, however many there are: squares of one pitch, each a chain through `next`. */
export interface HitGrid {
  /** The nearest seat within a distance of plan units, or −1. */
  seatAt(x: number, y: number, within: number): number
}

/** It is laid when it is first asked: the first seats on the screen need none. */
export function layHitGrid(hall: Hall): HitGrid {
  let seatAt: HitGrid['seatAt'] | undefined
  return { seatAt: (x, y, within) => (seatAt ??= fillGrid(hall))(x, y, within) }
}

function fillGrid({ count, x, y, box: [left, top, right, bottom], pitch }: Hall): HitGrid['seatAt'] {
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
  return (atX, atY, within) => {
    let best = -1
    let nearest = within
    for (let row = Math.max(0, rowOf(atY - within)); row <= Math.min(rows - 1, rowOf(atY + within)); row++) {
      for (let column = Math.max(0, columnOf(atX - within)); column <= Math.min(columns - 1, columnOf(atX + within)); column++) {
        for (let seat = first[row * columns + column] ?? -1; seat >= 0; seat = next[seat] ?? -1) {
          const distance = Math.hypot((x[seat] ?? 0) - atX, (y[seat] ?? 0) - atY)
          if (distance < nearest) [best, nearest] = [seat, distance]
        }
      }
    }
    return best
  }
}

/** Whether a point lies inside a closed outline. */
export function isInside(outline: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false
  outline.forEach(([ax, ay], at) => {
    const [bx, by] = outline[(at + outline.length - 1) % outline.length] ?? [0, 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}
