import type { Hall } from './seat-hall.ts'
import { isBlocked, unitOf } from './seat-rules.ts'
import { isFree, type HallStates } from './seat-states.ts'

const num = (list: ArrayLike<number>, at: number) => list[at] ?? 0

/**
 * The seat that an arrow key leads to, by geometry: right is right on the screen, up is towards the stage.
 * @returns the same seat where there is none that way
 */
export function stepSeat(hall: Hall, from: number, dx: -1 | 0 | 1, dy: -1 | 0 | 1): number {
  const { x, y, pitch } = hall
  let best = from
  let bestCost = Infinity
  for (let seat = 0; seat < hall.count; seat++) {
    const awayX = num(x, seat) - num(x, from)
    const awayY = num(y, seat) - num(y, from)
    const along = dx === 0 ? awayY * dy : awayX * dx
    const aside = Math.abs(dx === 0 ? awayX : awayY)
    if (along < pitch * 0.2 || aside > along * (dx === 0 ? 1.2 : 0.7) + pitch * 0.25) continue
    const cost = along + aside * 2
    if (cost < bestCost) [best, bestCost] = [seat, cost]
  }
  return best
}

/**
 * The nearest seat to offer in place of one that was just taken: free, not blocked, alone, and of the same ticket group, so of the same
 * price. A seat of the same row is preferred to one as near in another.
 * @returns −1 where there is none
 */
export function nearestFreeSeat(hall: Hall, states: HallStates, lost: number, seatingPolicyId: number): number {
  let best = -1
  let bestCost = Infinity
  for (let seat = 0; seat < hall.count; seat++) {
    if (seat === lost || states.ticketGroup[seat] !== states.ticketGroup[lost] || !isFree(states, seat)) continue
    const distance = Math.hypot(num(hall.x, seat) - num(hall.x, lost), num(hall.y, seat) - num(hall.y, lost))
    const cost = distance + (hall.row[seat] === hall.row[lost] ? 0 : hall.pitch * 3)
    if (cost >= bestCost || unitOf(hall, seat).length > 1 || isBlocked(hall, states, seat, seatingPolicyId)) continue
    ;[best, bestCost] = [seat, cost]
  }
  return best
}

/** Where the keyboard lands first: one's own first seat, else the free seat nearest to the middle of the front part of the hall. */
export function landingSeat(hall: Hall, states: HallStates): number {
  const own = states.status.indexOf(2)
  if (own >= 0) return own
  const [left, top, right, bottom] = hall.box
  const [aimX, aimY] = [(left + right) / 2, top + (bottom - top) * 0.4]
  let [best, bestCost] = [0, Infinity]
  for (let seat = 0; seat < hall.count; seat++) {
    const cost = Math.hypot(num(hall.x, seat) - aimX, num(hall.y, seat) - aimY)
    if (cost < bestCost && isFree(states, seat)) [best, bestCost] = [seat, cost]
  }
  return best
}
