import { pitchOfRow } from '#lib/domain/seating/facing/row-line.ts'

/** A row of a zone as read: positions of its seats, in file order. */
export interface ZoneRow {
  readonly label: string
  readonly seats: readonly { readonly name: string; readonly at: readonly [number, number] }[]
}

/** Rows of one block are at most this many seat pitches apart. */
const REACH = 2.2
/** Maximum difference of their directions, in radians. */
const MOST_TURN = Math.PI / 8

/**
 * Splits a zone into sections: the whole zone if "row A, seat 1" is there only once, otherwise its blocks, so that it is unique in a section. A block ends at a
 * repeated label or a distant row.
 */
export function splitZone<Row extends ZoneRow>(rows: readonly Row[]): Row[][] {
  const names = rows.flatMap((row) => row.seats.map((seat) => JSON.stringify([row.label, seat.name])))
  const isEachLabelOnce = new Set(rows.map((row) => row.label)).size === rows.length
  if (isEachLabelOnce || new Set(names).size === names.length) return [[...rows]]
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
  const reach = REACH * Math.max(pitchOfRow(placesOf(one)), pitchOfRow(placesOf(other)))
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

function placesOf({ seats }: ZoneRow): (readonly [number, number])[] {
  return seats.map(({ at }) => at)
}
