import type { LaidOutSeat } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { facing } from '#lib/domain/seating/plan/plan-geometry.ts'

/** A row of a zone as read: positions of its seats, in file order. */
export interface ZoneRow {
  readonly label: string
  readonly seats: readonly { readonly at: readonly [number, number] }[]
}

/** Rows of one block are at most this many seat pitches apart. */
const REACH = 2.2
/** Maximum difference of their directions, in radians. */
const MOST_TURN = Math.PI / 8

/**
 * Splits a zone into sections: the whole zone if each row label is unique, otherwise its blocks, so that "row A, seat 1" is unique in a section. A block ends
 * at a repeated label or a distant row.
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

/** The smallest distance between neighbours of a row; for a single seat 25, the format's usual pitch. */
export function seatPitchOf({ seats }: ZoneRow): number {
  const steps = seats.slice(1).map(({ at: [x, y] }, index) => {
    const [bx, by] = seats[index]?.at ?? [x, y]
    return Math.hypot(x - bx, y - by)
  })
  return steps.length > 0 ? Math.min(...steps) : 25
}

/** Sorts a row's seats from a spectator's left hand to the right. */
export function fromLeft<Seat extends { readonly at: readonly [number, number] }>(seats: readonly Seat[], rotate: number): Seat[] {
  const [fx, fy] = facing(rotate)
  return seats.toSorted((a, b) => (b.at[0] - a.at[0]) * fy - (b.at[1] - a.at[1]) * fx)
}

/** Moves seats in the drawing. */
export function moveSeats(seats: readonly LaidOutSeat[], dx: number, dy: number): LaidOutSeat[] {
  return seats.map((seat) => ({ ...seat, seatplanX: seat.seatplanX + dx, seatplanY: seat.seatplanY + dy }))
}
