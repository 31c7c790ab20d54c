import type { Place } from '#lib/server/import/read/report.ts'
import type { AbsolutePlan, AbsoluteSeat, AbsoluteShape } from './absolute-plan.ts'

/** By zone: its section's place in the file, and the places of its seats by row. */
export type PretixSources = readonly { readonly place: Place | undefined; readonly rows: readonly (readonly Place[])[] }[]

/** Writes a plan in the pretix format: a zone for each section, a row for each row name, in the order of the file. */
export function writeAsPretix(plan: AbsolutePlan, guids: readonly string[], radius: number): { written: object; sources: PretixSources } {
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
  const areas = [...(plan.stage ? [stageArea(plan.stage)] : []), ...plan.shapes.map(areaOf)]
  const zones = filled.map(([name, rows], ordinal) => ({
    name,
    position: { x: 0, y: 0 },
    rows: [...rows].map(([row, seats]) => ({
      row_number: row,
      position: { x: 0, y: 0 },
      seats: seats.map((index) => seatOf(plan.seats[index], guids[index], radius)),
    })),
    areas: ordinal === 0 ? areas : [],
  }))
  const sectionPlaces = new Map(plan.sections.map((section) => [section.name, section.place]))
  const sources = filled.map(([name, rows]) => ({
    place: sectionPlaces.get(name),
    rows: [...rows.values()].map((seats) => seats.flatMap((index) => plan.seats[index]?.place ?? [])),
  }))
  return { written: { name: plan.name, size: plan.size, categories: categoriesOf(plan), zones }, sources }
}

function categoriesOf({ categories, seats }: AbsolutePlan): object[] {
  const named = new Set(categories.map((category) => category.name))
  const others = new Set(seats.map((seat) => seat.category).filter((name) => !named.has(name)))
  return [...categories, ...[...others].map((name) => ({ name }))]
}

function seatOf(seat: AbsoluteSeat | undefined, guid: string | undefined, radius: number): object {
  return {
    seat_guid: guid,
    seat_number: seat?.name,
    position: positionOf(seat?.at),
    category: seat?.category,
    radius: seat?.radius ?? radius,
  }
}

function positionOf(at: readonly [number, number] | undefined): object {
  return { x: at?.[0] ?? 0, y: at?.[1] ?? 0 }
}

function stageArea({ outline, label }: NonNullable<AbsolutePlan['stage']>): object {
  return areaOf({ shape: 'polygon', points: outline, text: label })
}

function areaOf(shape: AbsoluteShape): object {
  const paint = { color: shape.color ?? '', border_color: shape.border ?? '' }
  const text = shape.text === undefined ? undefined : { text: shape.text, color: shape.color, position: { x: 0, y: 0 } }
  if (shape.shape === 'polygon')
    return { shape: 'polygon', ...paint, rotation: 0, position: { x: 0, y: 0 }, polygon: { points: shape.points.map(positionOf) }, text }
  const where = { ...paint, rotation: shape.rotation, position: positionOf(shape.at) }
  if (shape.shape === 'rectangle') return { shape: 'rectangle', ...where, rectangle: { width: shape.width, height: shape.height }, text }
  if (shape.shape === 'ellipse') return { shape: 'ellipse', ...where, ellipse: { radius: { x: shape.radii[0], y: shape.radii[1] } }, text }
  return { shape: 'text', ...where, text: { ...text, size: shape.size } }
}
