import type { LaidOutSeat } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { facing } from '#lib/domain/seating/plan/plan-geometry.ts'

/** A row of a zone as read: where its seats are, in the order of the file. */
export interface ZoneRow {
  readonly label: string
  readonly seats: readonly { readonly at: readonly [number, number] }[]
}

/** Rows of one block lie at most this many seat pitches apart. */
const REACH = 2.2
/** And their directions differ by at most this many radians. */
const MOST_TURN = Math.PI / 8

/**
 * The sections of a zone: the whole zone where each row label comes once, else its blocks, so that "row A, seat 1" means one seat of a section.
 * A block ends where a label comes again or the next row lies elsewhere.
 */
export function splitZone<Row extends ZoneRow>(rows: readonly Row[]): Row[][] {
  if (new Set(rows.map((row) => row.label)).size === rows.length) return [[...rows]]
  const blocks: Row[][] = []
  for (const row of rows) {
    const block = blocks[blocks.length - 1]
    const before = block?.[block.length - 1]
    if (block && before && !block.some((other) => other.label === row.label) && isBeside(before, row)) block.push(row)
    else blocks.push([row])
  }
  return blocks
}

function isBeside(one: ZoneRow, other: ZoneRow): boolean {
  const reach = REACH * Math.max(seatPitchOf(one), seatPitchOf(other))
  if (turnBetween(one, other) > MOST_TURN) return false
  return one.seats.some(({ at: [x, y] }) => other.seats.some((seat) => Math.hypot(seat.at[0] - x, seat.at[1] - y) <= reach))
}

function turnBetween(one: ZoneRow, other: ZoneRow): number {
  const turn = Math.abs(directionOf(one) - directionOf(other)) % Math.PI
  return Math.min(turn, Math.PI - turn)
}

function directionOf({ seats }: ZoneRow): number {
  const [[ax, ay], [bx, by]] = [seats[0]?.at ?? [0, 0], seats[seats.length - 1]?.at ?? [0, 0]]
  return Math.atan2(by - ay, bx - ax)
}

/** The least distance between neighbours of a row; 25, the format's usual pitch, for a single seat. */
export function seatPitchOf({ seats }: ZoneRow): number {
  const steps = seats.slice(1).map(({ at: [x, y] }, index) => {
    const [bx, by] = seats[index]?.at ?? [x, y]
    return Math.hypot(x - bx, y - by)
  })
  return steps.length > 0 ? Math.min(...steps) : 25
}

/** Seats of a row from the left to the right hand of somebody who sits there. */
export function fromLeft<Seat extends { readonly at: readonly [number, number] }>(seats: readonly Seat[], rotate: number): Seat[] {
  const [fx, fy] = facing(rotate)
  return seats.toSorted((a, b) => (b.at[0] - a.at[0]) * fy - (b.at[1] - a.at[1]) * fx)
}

/** Seats moved on the drawing. */
export function moveSeats(seats: readonly LaidOutSeat[], dx: number, dy: number): LaidOutSeat[] {
  return seats.map((seat) => ({ ...seat, seatplanX: seat.seatplanX + dx, seatplanY: seat.seatplanY + dy }))
}
