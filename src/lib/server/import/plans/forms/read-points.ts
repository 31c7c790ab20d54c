import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/lay-out-pretix.ts'
import { parseWith } from '#lib/server/import/read/parse-with.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'
import { pointsPlan, type PointsPlan } from '#lib/server/import/schema/points-schema.ts'
import type { AbsolutePlan, AbsoluteShape } from './absolute-plan.ts'
import { layOutAbsolute } from './lay-out-absolute.ts'

/** Reads a plan in the points form: its schema refuses, everything else is as for each form with places. */
export function readPoints(written: unknown, options: PretixOptions, place: Place, notes: ImportNotes): LaidOutPlan | undefined {
  const plan = parseWith(pointsPlan, written, place, notes)
  return plan && layOutAbsolute(absoluteOf(plan, place), options, place, notes)
}

function absoluteOf(plan: PointsPlan, place: Place): AbsolutePlan {
  const { name = '', width, height, categories, stage, foci, sections, shapes, seats, tables } = plan
  const first = categories[0]?.name
  return {
    name,
    size: width !== undefined && height !== undefined ? { width, height } : undefined,
    categories,
    stage,
    foci,
    sections: sections.map((section, index) => ({ ...section, place: inside(place, 'sections', index) })),
    tables: tables.map(({ row, ...table }) => ({ ...table, rows: [row] })),
    shapes: shapes.map(shapeOf),
    seats: seats.map(({ x, y, seat, category, ...rest }, index) => ({
      ...rest,
      at: [x, y],
      name: seat,
      category: category ?? first ?? rest.section,
      place: inside(place, 'seats', index),
    })),
  }
}

function shapeOf(shape: PointsPlan['shapes'][number]): AbsoluteShape {
  if (shape.shape === 'polygon') return shape
  const { x, y, ...rest } = shape
  if (rest.shape !== 'ellipse') return { ...rest, at: [x, y] }
  const { rx, ry, ...ellipse } = rest
  return { ...ellipse, at: [x, y], radii: [rx, ry] }
}
