import {
  comparePlanOrder,
  roundUnits,
  type LaidOutPlan,
  type LaidOutSeat,
  type LaidOutSection,
  type Point,
} from '#lib/domain/seating/plan/laid-out-plan.ts'
import { layOutLevels, setUndrawnApart } from './lay-out-levels.ts'
import { layOutTables } from './lay-out-tables.ts'
import { markSeats } from './mark-seats.ts'
import { centreOf, pointFrom, ringOutline, rowsOutline } from '#lib/domain/seating/plan/plan-geometry.ts'
import { readRowPlaces, type RowPlaces } from './row-places.ts'
import type { PlanProblem, RowsPlan, RowsRow, RowsSection, RowsTier } from './rows-plan.ts'

export const DEFAULT_SEAT_SIZE = 22
export const DEFAULT_SEAT_PITCH = 33
export const DEFAULT_ROW_PITCH = 37

/** One row of one block during layout: its places from the end where numbers begin. */
interface Block extends RowPlaces {
  readonly sectionId: number
  readonly groupId: number
}

/** Lays out a plan of rows and counts. Problems name the invalid row or mark, whose seats are then missing. */
export function layOutRows(plan: RowsPlan): { plan: LaidOutPlan; problems: PlanProblem[] } {
  const problems: PlanProblem[] = []
  const seats = (plan.tiers ?? []).flatMap((tier, index) => {
    const laid = layOutTier(plan, tier)
    const marked = markSeats(laid.seats, tier)
    problems.push(...[...laid.problems, ...marked.problems].map((one) => ({ ...one, path: ['tiers', index, ...one.path] })))
    return marked.seats
  })
  const { seatSize = DEFAULT_SEAT_SIZE, seatPitch = DEFAULT_SEAT_PITCH } = plan
  const categories = new Map(plan.sections.map((section) => [section.id, section.category]))
  const around = layOutTables(plan.tables ?? [], { seatSize, seatPitch, categories })
  problems.push(...around.problems)
  seats.push(...around.seats)
  seats.sort(comparePlanOrder)
  const sections = plan.sections.map((section) => layOutSection(plan, section, seats))
  const { width, height } = plan
  const { tables } = around
  const laid = { width, height, seatSize, stage: stageOf(plan), sections, seats, ...(tables.length > 0 && { tables }) }
  const focus: Point | undefined = plan.focus && [plan.focus.x, plan.focus.y]
  const levels = plan.sections.map((section) => section.level)
  return { plan: setUndrawnApart(layOutLevels(laid, levels, focus)), problems }
}

function stageOf({ stage }: RowsPlan): LaidOutPlan['stage'] {
  if (!stage) return null
  const [labelX, labelY] = stage.labelAt ?? centreOf(stage.outline)
  return { outline: stage.outline, label: stage.label, labelX: roundUnits(labelX), labelY: roundUnits(labelY) }
}

function layOutTier(plan: RowsPlan, tier: RowsTier): { seats: LaidOutSeat[]; problems: PlanProblem[] } {
  const problems: PlanProblem[] = []
  const categories = new Map(plan.sections.map((section) => [section.id, section.category]))
  let depth = 0
  const seats = tier.rows.flatMap((row, ordinal) => {
    depth += (row.before ?? 0) + (ordinal === 0 ? 0 : (tier.rowPitch ?? plan.rowPitch ?? DEFAULT_ROW_PITCH))
    const blocks = readBlocks(tier, row)
    if (blocks) return layOutRow(row, { plan, tier, blocks, depth, y: ordinal + 1, categories })
    problems.push({
      path: ['rows', ordinal, 'seats'],
      sentence: `needs a count or seats such as "1-10,12-16", "1-19/2" or "A-K" for each of ${String(tier.blocks.length)} blocks`,
    })
    return []
  })
  return { seats, problems }
}

function readBlocks(tier: RowsTier, row: RowsRow): Block[] | undefined {
  const written = typeof row.seats === 'object' ? row.seats : [row.seats]
  if (written.length !== tier.blocks.length) return undefined
  const read = written.map((seats) => (seats === 0 ? NO_PLACES : readRowPlaces(seats)))
  if (read.some((one) => one === undefined)) return undefined
  return tier.blocks.map((sectionId, index) => ({
    sectionId,
    groupId: groupOf(tier.blocks, index),
    ...(read[index] ?? NO_PLACES),
  }))
}

const NO_PLACES: RowPlaces = { places: [], isCounted: true }

/** 0 if the section has one block in the tier, otherwise the ordinal of the block in the section. */
function groupOf(blocks: readonly number[], index: number): number {
  const same = blocks.filter((section) => section === blocks[index])
  return same.length === 1 ? 0 : blocks.slice(0, index + 1).filter((section) => section === blocks[index]).length
}

interface RowPlace {
  readonly plan: RowsPlan
  readonly tier: RowsTier
  readonly blocks: readonly Block[]
  readonly depth: number
  readonly y: number
  /** By section. */
  readonly categories: ReadonlyMap<number, string>
}

function layOutRow(row: RowsRow, place: RowPlace): LaidOutSeat[] {
  const { plan, tier, blocks, y, categories } = place
  const pitch = tier.seatPitch ?? plan.seatPitch ?? DEFAULT_SEAT_PITCH
  const starts = blockStarts(tier, blocks, pitch)
  const names = numberRow(tier, blocks)
  const firstX = firstOrdinals(blocks)
  return blocks.flatMap((block, index) =>
    block.places.flatMap((_, ordinal) => {
      const name = names[index]?.[ordinal]
      if (name === undefined || name === null) return []
      const along = (starts[index] ?? 0) + ordinal * pitch + (row.offset ?? 0)
      const { sectionId, groupId } = block
      const guid = `${String(sectionId)}-${row.name}-${name}`
      const address = { guid, sectionId, groupId, x: (firstX[index] ?? 0) + ordinal + 1, y, rowName: row.name, seatName: name }
      return [{ ...address, ...placeSeat(place, along), category: categories.get(sectionId) ?? '', features: [] }]
    }),
  )
}

/** Position of each block's leftmost seat along the row, whose middle is 0. */
function blockStarts(tier: RowsTier, blocks: readonly Block[], pitch: number): number[] {
  const gaps = blocks.map((_, index) =>
    index === 0 ? 0 : typeof tier.aisles === 'object' ? (tier.aisles[index - 1] ?? 0) : (tier.aisles ?? 0),
  )
  let end = 0
  const starts = blocks.map((block, index) => {
    const start = end + (gaps[index] ?? 0)
    end = start + block.places.length * pitch
    return start
  })
  return starts.map((start) => start - end / 2 + pitch / 2)
}

/** XCoordinate skips one at an aisle, so that the seats on its two sides are not neighbours. */
function firstOrdinals(blocks: readonly Block[]): number[] {
  const next = new Map<number, number>()
  return blocks.map((block) => {
    const first = next.get(block.sectionId) ?? 0
    next.set(block.sectionId, first + block.places.length + 1)
    return first
  })
}

/** The seat names of a row by block and ordinal. Counts start at one end of the hall and run on across blocks, or start again in each; other names stay. */
function numberRow(tier: RowsTier, blocks: readonly Block[]): (string | null)[][] {
  const { from = 'right', across = 'row' } = tier.numbering ?? {}
  const order = blocks.map((_, index) => index)
  if (from === 'right') order.reverse()
  const names: (string | null)[][] = blocks.map(() => [])
  let before = 0
  for (const index of order) {
    const { places, isCounted } = blocks[index] ?? NO_PLACES
    const named = places.map((name) => (name === null || !isCounted ? name : String(Number(name) + before)))
    names[index] = from === 'right' ? named.reverse() : named
    if (across === 'row') before += places.length
  }
  return names
}

/** @param along from the middle of the row */
function placeSeat(place: RowPlace, along: number): Pick<LaidOutSeat, 'seatplanX' | 'seatplanY' | 'rotate'> {
  const { tier, depth } = place
  const [point, rotate] = tier.radius === undefined ? placeStraight(place, along) : placeCurved(place, along, tier.radius + depth)
  return { seatplanX: roundUnits(point[0]), seatplanY: roundUnits(point[1]), rotate: roundUnits(rotate) }
}

function placeStraight({ tier, depth }: RowPlace, along: number): [Point, number] {
  const { origin = { x: 0, y: 0 } } = tier
  const rotate = origin.rotate ?? 0
  return [pointFrom({ at: [origin.x, origin.y], rotate }, along, -depth), rotate]
}

function placeCurved({ plan, tier }: RowPlace, along: number, radius: number): [Point, number] {
  const { focus = { x: 0, y: 0 } } = plan
  const angle = (along / radius) * (180 / Math.PI) + (tier.angle ?? 0)
  return [pointFrom({ at: [focus.x, focus.y], rotate: -angle }, 0, -radius), -angle]
}

function layOutSection(plan: RowsPlan, section: RowsSection, seats: readonly LaidOutSeat[]): LaidOutSection {
  const own = seats.filter((seat) => seat.sectionId === section.id)
  const isReserved = section.capacity === undefined
  const outline = outlineOf(plan, section, own)
  const [labelX, labelY] = section.labelAt ?? centreOf(own.length > 0 ? own.map((seat) => [seat.seatplanX, seat.seatplanY]) : outline)
  return {
    id: section.id,
    name: section.name,
    isReserved,
    capacity: section.capacity ?? own.length,
    category: isReserved ? null : section.category,
    outline,
    labelX: roundUnits(labelX),
    labelY: roundUnits(labelY),
    ...(section.isDrawn === false && { isDrawn: false }),
  }
}

function outlineOf(plan: RowsPlan, section: RowsSection, own: readonly LaidOutSeat[]): readonly Point[] {
  if (section.isDrawn === false) return []
  if (section.outline) return section.outline
  const { focus, ring } = { focus: plan.focus ?? { x: 0, y: 0 }, ring: section.ring }
  if (ring) return ringOutline([focus.x, focus.y], ring)
  const rows = Map.groupBy(
    own.toSorted((a, b) => a.y - b.y || a.x - b.x),
    (seat) => seat.y,
  )
  const size = plan.seatSize ?? DEFAULT_SEAT_SIZE
  // Tables stand about their section: there is no first row and no last.
  if (plan.tables?.some((table) => table.section === section.id)) return []
  return rowsOutline([...rows.values()], size, size)
}
