import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { isFree, type HallStates } from './seat-states.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** What a map shows of its hall. */
export interface Sight {
  readonly width: number
  readonly height: number
  /** Where a seat stands, from the upper left corner of what is shown, in the unit of the size. */
  readonly at: (seat: number) => Point
}

/** Fewer free seats in sight than a pair and a choice, or than this part of all in sight, look like a house that is sold out. */
const LEAST_FREE = 4
const LEAST_PART = 0.25

/**
 * The free seat to open a map on if what it shows is nearly sold out: the middle of the part of the hall, as large as the map shows, with most free seats.
 * @returns −1 if the map may stay where it is
 */
export function seatToOpenOn(hall: Pick<Hall, 'count'>, states: HallStates, { at, width, height }: Sight): number {
  const parts = new Map<string, number[]>()
  let [seen, free, freeInSight] = [0, 0, 0]
  for (let seat = 0; seat < hall.count; seat++) {
    const { x, y } = at(seat)
    // A seat of another level stands nowhere.
    if (Number.isNaN(x)) continue
    const isSeen = x > 0 && y > 0 && x < width && y < height
    if (isSeen) seen += 1
    if (!isFree(states, seat)) continue
    free += 1
    if (isSeen) freeInSight += 1
    // The parts overlap by half, so that each group of free seats is whole in one of them.
    const [column, row] = [Math.floor((x * 2) / width), Math.floor((y * 2) / height)]
    for (const part of [`${column} ${row}`, `${column - 1} ${row}`, `${column} ${row - 1}`, `${column - 1} ${row - 1}`]) {
      const seats = parts.get(part) ?? []
      seats.push(seat)
      parts.set(part, seats)
    }
  }
  if (freeInSight >= LEAST_FREE && (freeInSight === free || freeInSight >= seen * LEAST_PART)) return -1
  const most = [...parts.values()].reduce<readonly number[]>((best, seats) => (seats.length > best.length ? seats : best), [])
  return middleOf(most.map((seat) => ({ seat, ...at(seat) })))
}

/** The seat nearest to the middle of some; −1 of none. */
function middleOf(seats: readonly (Point & { readonly seat: number })[]): number {
  const [middleX, middleY] = [meanOf(seats.map(({ x }) => x)), meanOf(seats.map(({ y }) => y))]
  let [nearest, least] = [-1, Infinity]
  for (const { seat, x, y } of seats) {
    const away = Math.hypot(x - middleX, y - middleY)
    if (away < least) [nearest, least] = [seat, away]
  }
  return nearest
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
