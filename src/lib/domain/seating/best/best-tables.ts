import type { HallTable } from '#lib/domain/seating/plan/hall-tables.ts'
import { isAllowed, LONE_SEAT_COST, type BestGroup, type Field } from './best-field.ts'
import { APART_COST, MOST_ANCHORS, scatterOf } from './best-spread.ts'

/** Seats of one table that follow each other around it, as far as that is possible. */
interface Arc {
  readonly seats: readonly number[]
  readonly cost: number
}

/** A table with its seats that may be offered, in their order around it. */
interface OpenTable {
  readonly table: HallTable
  readonly open: readonly number[]
  readonly x: number
  readonly y: number
}

/** Groups at one table each, side by side around it before scattered. */
export function rankAtTables(field: Field, most: number): BestGroup[] {
  const arcs = openTables(field).flatMap((table) => arcsOf(field, table, field.wish.quantity))
  const used = new Set<number>()
  const groups: BestGroup[] = []
  for (const { seats, cost } of arcs.sort((a, b) => a.cost - b.cost)) {
    if (groups.length === most) break
    if (seats.some((seat) => used.has(seat)) || !isAllowed(field, seats)) continue
    for (const seat of seats) used.add(seat)
    groups.push({ seats: seats.toSorted((a, b) => a - b), cost, isTogether: true })
  }
  return groups
}

/** Groups at several tables, each first one with those nearest to it. Nobody sits at a table alone. */
export function rankAcrossTables(field: Field): BestGroup[] {
  const tables = openTables(field)
  const anchors = tables.map((one) => ({ one, cost: arcsOf(field, one, 1)[0]?.cost ?? Infinity }))
  const used = new Set<OpenTable>()
  return anchors
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, MOST_ANCHORS)
    .flatMap(({ one }) => {
      const near = tables.filter((other) => !used.has(other)).sort((a, b) => awayFrom(one, a) - awayFrom(one, b))
      const parts = used.has(one) ? undefined : fillTables(field, near)
      if (!parts) return []
      for (const { from } of parts) used.add(from)
      const seats = parts.flatMap(({ arc }) => arc.seats).sort((a, b) => a - b)
      const mean = parts.reduce((sum, { arc }) => sum + arc.cost * arc.seats.length, 0) / seats.length
      return [{ seats, cost: mean + scatterOf(field, seats) + APART_COST * (parts.length - 1), isTogether: false }]
    })
}

/** As many seats of each table as it has, in their order, until all are found; undefined if they are too few or break a rule. */
function fillTables(field: Field, tables: readonly OpenTable[]): { readonly arc: Arc; readonly from: OpenTable }[] | undefined {
  const parts: { readonly arc: Arc; readonly from: OpenTable }[] = []
  let left = field.wish.quantity
  for (const from of tables) {
    const wanted = Math.min(left, from.open.length)
    // The last one would sit alone: somebody keeps company.
    const size = left - wanted === 1 && !from.table.sellWhole ? wanted - 1 : wanted
    const arc = size > 1 ? arcsOf(field, from, size)[0] : undefined
    if (!arc) continue
    parts.push({ arc, from })
    left -= size
    if (left === 0) break
  }
  const seats = parts.flatMap(({ arc }) => arc.seats)
  return left === 0 && parts.length > 1 && isAllowed(field, seats) ? parts : undefined
}

function openTables({ hall, isOpen }: Field): OpenTable[] {
  return (hall.tables?.all ?? []).flatMap((table) => {
    const seats = Array.from({ length: table.end - table.first }, (_seat, at) => table.first + at)
    const open = seats.filter((seat) => isOpen[seat])
    const meanOf = (values: ArrayLike<number>): number => seats.reduce((sum, seat) => sum + (values[seat] ?? 0), 0) / seats.length
    return table.kind === 'table' && open.length > 0 ? [{ table, open, x: meanOf(hall.x), y: meanOf(hall.y) }] : []
  })
}

/** The ways to take so many of a table's open seats that follow each other, best first. */
function arcsOf(field: Field, { table, open }: OpenTable, size: number): Arc[] {
  if (size > open.length || (table.sellWhole && size !== table.end - table.first)) return []
  // All of them are one way, in their order: whichever seat the sum began with, it would differ by no more than its rounding.
  const starts = size === open.length ? open.slice(0, 1) : open
  const arcs = starts.map((_seat, from): Arc => {
    const seats = Array.from({ length: size }, (_, at) => open[(from + at) % open.length] ?? -1)
    return { seats, cost: costOf(field, seats) }
  })
  return arcs.sort((a, b) => a.cost - b.cost)
}

/** The mean distance from the focal point, with penalties for seats that are left alone and for strangers between. */
function costOf(field: Field, seats: readonly number[]): number {
  const { cost, left, right } = field.ground
  const chosen = new Set(seats)
  const mean = seats.reduce((sum, seat) => sum + (cost[seat] ?? 0), 0) / seats.length
  const ends = seats.filter((seat) => !chosen.has(right[seat] ?? -1))
  const isFree = (seat: number): boolean => field.isLeft[seat] === 1 && !chosen.has(seat)
  const isLone = (edge: number, onwards: Int32Array): boolean => {
    const beside = onwards[edge] ?? -1
    return isFree(beside) && !isFree(onwards[beside] ?? -1)
  }
  const lone = seats.filter((seat) => isLone(seat, left) || isLone(seat, right)).length
  return mean + Math.min(2, lone) * LONE_SEAT_COST + Math.max(0, ends.length - 1) * APART_COST
}

function awayFrom(one: OpenTable, other: OpenTable): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
