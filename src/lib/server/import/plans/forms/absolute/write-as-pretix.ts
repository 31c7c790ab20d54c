import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import type { PretixArea, PretixPlan, PretixSeat } from '#lib/server/import/plans/pretix/pretix-format.ts'
import type { ReadLevels } from '#lib/server/import/plans/pretix/read-levels.ts'
import type { Place } from '#lib/server/import/read/report.ts'
import type { AbsolutePlan, AbsoluteSeat, AbsoluteShape } from './absolute-plan.ts'

/** By zone: its section's place in the file, and the places of its seats by row. */
export type PretixSources = readonly { readonly place: Place | undefined; readonly rows: readonly (readonly Place[])[] }[]

/** What is settled of a plan beyond what its file says. */
interface Settled {
  /** Of the seats, in their order. */
  readonly guids: readonly string[]
  /** Of the seats that say none. */
  readonly radius: number
  /** Left out: the plan has no levels. */
  readonly levelOf?: ReadLevels['levelOf'] | undefined
}

/** Writes a plan in the pretix format: a zone for each section, a row for each row name, in the order of the file. */
export function writeAsPretix(plan: AbsolutePlan, { guids, radius, levelOf }: Settled): { written: PretixPlan; sources: PretixSources } {
  const sections = new Map<string, Map<string, number[]>>()
  for (const section of plan.sections) if (section.capacity === undefined) sections.set(section.name, new Map())
  for (const [index, { section, row }] of plan.seats.entries()) {
    const rows = sections.get(section) ?? new Map<string, number[]>()
    sections.set(section, rows)
    const seats = rows.get(row)
    if (seats) seats.push(index)
    else rows.set(row, [index])
  }
  const filled = [...sections].filter(([, rows]) => rows.size > 0)
  // A shape is in the first zone of its level; what is on every level is in a zone before all others.
  const levels = levelOf && filled.map(([name]) => levelOf(name))
  const levelNames = levelOf && new Map(plan.sections.map((section) => [section.level, levelOf(section.name)]))
  const areasOf = (zone: number): PretixArea[] => {
    if (!levels) return zone === 0 ? plan.shapes.map(areaOf) : []
    const isFirst = zone < 0 || levels.indexOf(levels[zone]) === zone
    const own = plan.shapes.filter(({ level }) => (level === undefined ? undefined : levelNames?.get(level)) === levels[zone])
    return isFirst ? own.map(areaOf) : []
  }
  const zones = filled.map(([name, rows], ordinal) => ({
    name,
    zone_id: String(ordinal + 1),
    position: { x: 0, y: 0 },
    rows: [...rows].map(([row, seats]) => ({
      row_number: row,
      position: { x: 0, y: 0 },
      seats: seats.map((index) => seatOf(plan.seats[index], guids[index], radius)),
    })),
    areas: areasOf(ordinal),
  }))
  const sectionPlaces = new Map(plan.sections.map((section) => [section.name, section.place]))
  const sources = filled.map(([name, rows]) => ({
    place: sectionPlaces.get(name),
    rows: [...rows.values()].map((seats) => seats.flatMap((index) => plan.seats[index]?.place ?? [])),
  }))
  const head = { name: plan.name, size: plan.size ?? { width: 0, height: 0 }, categories: categoriesOf(plan) }
  if (!levels) return { written: { ...head, zones }, sources }
  const ground = { name: '', zone_id: '', position: { x: 0, y: 0 }, rows: [], areas: areasOf(-1) }
  return { written: { ...head, zones: [ground, ...zones] }, sources: [{ place: undefined, rows: [] }, ...sources] }
}

function categoriesOf({ categories, seats }: AbsolutePlan): PretixPlan['categories'] {
  const named = new Set(categories.map((category) => category.name))
  const others = new Set(seats.map((seat) => seat.category).filter((name) => !named.has(name)))
  return [...categories, ...[...others].map((name) => ({ name }))]
}

function seatOf(seat: AbsoluteSeat | undefined, guid: string | undefined, radius: number): PretixSeat {
  return {
    seat_guid: guid ?? '',
    seat_number: seat?.name ?? '',
    position: positionOf(seat?.at),
    category: seat?.category ?? '',
    radius: seat?.radius ?? radius,
  }
}

function positionOf(at: readonly [number, number] | undefined): { x: number; y: number } {
  return { x: at?.[0] ?? 0, y: at?.[1] ?? 0 }
}

function areaOf(shape: AbsoluteShape): PretixArea {
  const paint = { color: shape.color ?? '', border_color: shape.border ?? '' }
  const textAt = (x: number, y: number) => (shape.text === undefined ? undefined : { text: shape.text, position: { x, y } })
  if (shape.shape === 'polygon') {
    const { left, right, top, bottom } = boundsOf(shape.points)
    const polygon = { points: shape.points.map(positionOf) }
    return { shape: 'polygon', ...paint, rotation: 0, position: positionOf([0, 0]), polygon, text: textAt((left + right) / 2, (top + bottom) / 2) } // prettier-ignore
  }
  const where = { ...paint, rotation: shape.rotation, position: positionOf(shape.at) }
  if (shape.shape === 'rectangle') {
    const { width, height } = shape
    return { shape: 'rectangle', ...where, rectangle: { width, height }, text: textAt(width / 2, height / 2) }
  }
  if (shape.shape === 'ellipse') return { shape: 'ellipse', ...where, ellipse: { radius: positionOf(shape.radii) }, text: textAt(0, 0) }
  return { shape: 'text', ...where, text: { text: shape.text, position: { x: 0, y: 0 }, color: shape.color, size: shape.size } }
}
