import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { isFree, type HallNow } from '#lib/domain/seating/rules/seat-states.ts'
import { isSideBySide } from './best-seats.ts'

/**
 * Groups of free seats side by side, those nearest to other seats first; no seat is in two of them. In plan order each, as many seats as `near` has.
 * @param near seats of the hall, at least one
 */
export function nearestTogether({ hall, states }: HallNow, near: readonly number[], most: number): readonly (readonly number[])[] {
  const middle = middleOf(hall, near)
  const groups: { readonly seats: readonly number[]; readonly away: number }[] = []
  for (let first = 0; first + near.length <= hall.count; first++) {
    const seats = near.map((_seat, at) => first + at)
    if (!seats.every((seat) => isFree(states, seat)) || !isSideBySide(hall, seats)) continue
    const { x, y } = middleOf(hall, seats)
    groups.push({ seats, away: Math.hypot(x - middle.x, y - middle.y) })
  }
  const taken = new Set<number>()
  const found: (readonly number[])[] = []
  for (const { seats } of groups.sort((one, other) => one.away - other.away)) {
    if (found.length === most) break
    if (seats.some((seat) => taken.has(seat))) continue
    found.push(seats)
    for (const seat of seats) taken.add(seat)
  }
  return found
}

function middleOf({ x, y }: Hall, seats: readonly number[]): { readonly x: number; readonly y: number } {
  const mean = (of: ArrayLike<number>) => seats.reduce((sum, seat) => sum + (of[seat] ?? 0), 0) / seats.length
  return { x: mean(x), y: mean(y) }
}
