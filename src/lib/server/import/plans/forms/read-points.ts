import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import { parseWith } from '#lib/server/import/read/parse-with.ts'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'
import { pointsPlan, type PointsPlan } from '#lib/server/import/schema/points-schema.ts'
import type { AbsolutePlan, AbsoluteShape } from './absolute/absolute-plan.ts'
import { layOutAbsolute } from './absolute/lay-out-absolute.ts'

/** Reads a plan in the points form: its schema refuses, everything else is as for each form with places. */
export function readPoints(written: unknown, options: PretixOptions, reading: Reading): LaidOutPlan | undefined {
  const plan = parseWith(pointsPlan, written, reading)
  return plan && layOutAbsolute(absoluteOf(plan, reading), options, reading)
}

function absoluteOf(plan: PointsPlan, { place, notes }: Reading): AbsolutePlan {
  const { name = '', width, height, categories, stage, foci, sections, shapes, seats, tables } = plan
  const first = categories[0]?.name
  const undrawn = findUndrawn(plan, place, notes)
  return {
    name,
    size: width !== undefined && height !== undefined ? { width, height } : undefined,
    categories,
    stage,
    foci,
    sections: [
      ...sections.map((section, index) => ({ ...section, isDrawn: !undrawn.has(section.name), place: inside(place, 'sections', index) })),
      ...(undrawn.size > 0 ? unlisted(plan) : []).map((own) => ({ name: own, isDrawn: !undrawn.has(own), place })),
    ],
    tables: tables.map(({ row, ...table }) => ({ ...table, rows: [row] })),
    shapes: shapes.map(shapeOf),
    seats: seats.map(({ x, y, seat, category, ...rest }, index) => ({
      ...rest,
      at: [x ?? 0, y ?? 0],
      name: seat,
      category: category ?? first ?? rest.section,
      place: inside(place, 'seats', index),
    })),
  }
}

/** Sections that only seats name, in their order. */
function unlisted({ sections, seats }: PointsPlan): readonly string[] {
  const listed = new Set(sections.map(({ name }) => name))
  return [...new Set(seats.map(({ section }) => section))].filter((name) => !listed.has(name))
}

/** Sections whose seats have no places, all of them or none. */
function findUndrawn({ seats }: PointsPlan, place: Place, notes: ImportNotes): ReadonlySet<string> {
  const isPlaced = ({ x, y }: PointsPlan['seats'][number]): boolean => x !== undefined && y !== undefined
  const undrawn = new Set(seats.filter((seat) => !isPlaced(seat)).map(({ section }) => section))
  if (undrawn.size === 0) return undrawn
  for (const section of new Set(seats.filter(isPlaced).map((seat) => seat.section))) {
    if (!undrawn.delete(section)) continue
    const index = seats.findIndex((seat) => seat.section === section && !isPlaced(seat))
    notes.problem(
      inside(place, 'seats', index),
      `has no x and y, and other seats of "${section}" have; leave them out for all of its seats, or for none`,
    )
  }
  return undrawn
}

function shapeOf(shape: PointsPlan['shapes'][number]): AbsoluteShape {
  if (shape.shape === 'polygon') return shape
  const { x, y, ...rest } = shape
  if (rest.shape !== 'ellipse') return { ...rest, at: [x, y] }
  const { rx, ry, ...ellipse } = rest
  return { ...ellipse, at: [x, y], radii: [rx, ry] }
}
