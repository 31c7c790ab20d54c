import { roundUnits } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import type { ImportNotes, Place, Reading } from '#lib/server/import/read/report.ts'
import { drawnBounds, OUR_PITCH, transformPlan, usualPitch, type AbsolutePlan } from './absolute-plan.ts'

/** Distances of two seats, in units, between which a drawing keeps its size. */
const USUAL = { least: 16, most: 90 }
const MARGIN = 60

/** Drawings in metres or in thousands of points come to our own units, unless `scale` says otherwise. */
export function fitPitch(plan: AbsolutePlan, { scale }: PretixOptions, { place, notes }: Reading): AbsolutePlan {
  const pitch = usualPitch(plan.seats)
  if (scale !== undefined || pitch === undefined || (pitch >= USUAL.least && pitch <= USUAL.most)) return plan
  const times = OUR_PITCH / pitch
  notes.repair(
    place,
    `seats lie ${roundUnits(pitch)} units apart, so the drawing is made ${roundUnits(times)} times as large; "scale" sets it`,
  )
  const size = plan.size && { width: plan.size.width * times, height: plan.size.height * times }
  return { ...transformPlan(plan, ([x, y]) => [x * times, y * times], times), size }
}

/** Nothing lies outside of the drawing: it is moved if something begins before its corner, and grows where it is too small. */
export function fitPage(plan: AbsolutePlan, place: Place, notes: ImportNotes): AbsolutePlan {
  const { left, top, right, bottom } = drawnBounds(plan)
  const [dx, dy] = [left < 0 ? MARGIN - left : 0, top < 0 ? MARGIN - top : 0].map(Math.ceil) as [number, number]
  if (dx + dy > 0) notes.repair(place, `something lies left of or above 0, so the drawing is moved by ${dx} to the right and ${dy} down`)
  const needed = { width: Math.ceil(right + dx), height: Math.ceil(bottom + dy) }
  const { size } = plan
  if (size && (needed.width > size.width || needed.height > size.height))
    notes.repair(place, `the drawing of ${size.width} × ${size.height} grows to hold what it draws`)
  const margin = size ? 0 : MARGIN
  const width = Math.max(size?.width ?? 0, needed.width + margin)
  const height = Math.max(size?.height ?? 0, needed.height + margin)
  const moved = dx + dy > 0 ? transformPlan(plan, ([x, y]) => [x + dx, y + dy], 1) : plan
  return { ...moved, size: { width, height } }
}
