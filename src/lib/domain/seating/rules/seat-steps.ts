import type { HallTable } from '#lib/domain/seating/plan/hall-tables.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { besideSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { valueAt } from '#lib/domain/seating/plan/value-at.ts'
import { unitOf } from './seat-rules.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { isFree, type HallNow, type HallStates } from './seat-states.ts'

/** A step on the screen: −1 is to the left or up. */
export interface Step {
  readonly dx: -1 | 0 | 1
  readonly dy: -1 | 0 | 1
}

/**
 * The seat that an arrow key leads to, by geometry: right is right on the screen, up is towards the stage. At a table right and left go around it, with the
 * clock and against it, and up and down to other tables.
 * @returns the same seat if there is none in that direction
 */
export function stepSeat(hall: Hall, from: number, step: Step): number {
  const { dx, dy } = step
  const table = tableAt(hall, from)
  if (table && dx !== 0) {
    const beside = besideSeat(hall, from, dx)
    return beside < 0 ? from : beside
  }
  const next = stepAhead(hall, from, step)
  if (!table || next !== from) return next
  // From the last of the tables below each other one comes to the next in the list, so that every table can be reached.
  const inList = dy > 0 ? table.end : table.first - 1
  return inList >= 0 && inList < hall.count ? inList : from
}

function tableAt(hall: Hall, seat: number): HallTable | undefined {
  const table = hall.tables?.at(seat)
  return table?.kind === 'table' ? table : undefined
}

/** The nearest seat in a direction, not of the same table; the same seat if there is none. */
function stepAhead(hall: Hall, from: number, { dx, dy }: Step): number {
  const { x, y, pitch } = hall
  const without = tableAt(hall, from)
  let best = from
  let bestCost = Infinity
  for (let seat = 0; seat < hall.count; seat++) {
    if (without && seat >= without.first && seat < without.end) continue
    const awayX = valueAt(x, seat) - valueAt(x, from)
    const awayY = valueAt(y, seat) - valueAt(y, from)
    const along = dx === 0 ? awayY * dy : awayX * dx
    const aside = Math.abs(dx === 0 ? awayX : awayY)
    if (along < pitch * 0.2 || aside > along * (dx === 0 ? 1.2 : 0.7) + pitch * 0.25) continue
    const cost = along + aside * 2
    if (cost < bestCost) [best, bestCost] = [seat, cost]
  }
  return best
}

/** Number of seats examined around a lost one: enough to find allowed ones, few enough for a full hall. */
const MOST_LOOKED_AT = 40

/** Which seats are wanted in place of another, and how many of them. */
interface WantedInstead {
  readonly most: number
  readonly isAllowed: (seat: number) => boolean
}

/**
 * The nearest replacements for a seat that was just taken, nearest first: free, sold alone (no part of a sofa) and allowed. Seats of the same ticket group,
 * hence price, come before all others; at equal distance the same row comes first.
 */
export function nearestFreeSeats(now: HallNow, lost: number, { most, isAllowed }: WantedInstead): number[] {
  const { hall, states } = now
  const near: { readonly seat: number; readonly cost: number }[] = []
  for (let seat = 0; seat < hall.count; seat++) {
    if (seat === lost || !isFree(states, seat)) continue
    const cost = costOf(now, lost, seat)
    if (cost >= (near[MOST_LOOKED_AT - 1]?.cost ?? Infinity)) continue
    near.splice(near.findLastIndex((one) => one.cost <= cost) + 1, 0, { seat, cost })
    near.length = Math.min(near.length, MOST_LOOKED_AT)
  }
  const offered: number[] = []
  for (const { seat } of near) {
    if (offered.length < most && unitOf(hall, seat).length === 1 && isAllowed(seat)) offered.push(seat)
  }
  return offered
}

/** Distance in plan units, plus a penalty for another price that no distance outweighs. */
function costOf({ hall, states }: HallNow, lost: number, seat: number): number {
  const [awayX, awayY] = [valueAt(hall.x, seat) - valueAt(hall.x, lost), valueAt(hall.y, seat) - valueAt(hall.y, lost)]
  const distance = Math.sqrt(awayX * awayX + awayY * awayY)
  const otherRow = hall.row[seat] === hall.row[lost] ? 0 : hall.pitch * 3
  return distance + otherRow + (states.ticketGroup[seat] === states.ticketGroup[lost] ? 0 : 1e9)
}

/** The seat that gets the first keyboard focus: the visitor's first own seat that the map shows, else the free seat nearest to the middle of the front part of the hall. */
export function landingSeat(hall: Hall, states: HallStates): number {
  const own = states.status.findIndex((status, seat) => status === SEAT_STATUS.selected && Number.isFinite(valueAt(hall.x, seat)))
  if (own >= 0) return own
  const [left, top, right, bottom] = hall.box
  const [aimX, aimY] = [(left + right) / 2, top + (bottom - top) * 0.4]
  let [best, bestCost] = [hall.x.findIndex((x) => Number.isFinite(x)), Infinity]
  for (let seat = 0; seat < hall.count; seat++) {
    const cost = Math.hypot(valueAt(hall.x, seat) - aimX, valueAt(hall.y, seat) - aimY)
    if (cost < bestCost && isFree(states, seat)) [best, bestCost] = [seat, cost]
  }
  return best
}
