import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PlanStage } from '#lib/domain/seating/plan/seatplan.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'
import type { PretixReading } from './pretix-options.ts'
import planWords from './plan-words.json' with { type: 'json' }
import type { ReadArea } from './read-areas.ts'

/** What files call the stage, as whole words. */
const STAGE_WORDS = new Set(planWords.stage)
/** What has such a word and is none. */
const NOT_A_STAGE = new RegExp(planWords.notStage.join('|'), 'iu')
const LONGEST_NAME = 40
/** How many areas a note names. */
const NAMED = 6

/** The stage to draw, if there is one, and all points that the file calls a stage: several for several stages. */
export interface FoundStage {
  readonly stage: (PlanStage & { readonly path: string }) | null
  readonly foci: readonly Point[]
}

/**
 * The stage of a plan: what the option names, else what the file calls so. An area with seats in it is never the stage, and no stage is better than a wrong one.
 */
export function findStage(areas: readonly ReadArea[], reading: PretixReading): FoundStage {
  const { options, place, notes } = reading
  if (options.stage !== undefined) return namedStage(areas, reading)
  const shapes = shapesWithoutSeats(areas)
  const called = areas.filter(({ words, area }) => !area.isUnderSeats && words.some(isStageWord))
  const found = [...new Set(called.map((one) => shapeOf(one, shapes)))]
  const stages = found.filter((one) => one.area.outline.length > 0)
  if (found.length === 0 && areas.length > 0) reportMissing(shapes, place, notes)
  const labels = called.filter(({ area }) => area.text !== '')
  return {
    stage: drawnStage(largestOf(stages), options.stageLabel ?? labels[0]?.area.text),
    foci: found.map(middleOf),
  }
}

/** Whether a text calls its area the stage, in any of its words, with a Hebrew article or without. */
export function isStageWord(text: string): boolean {
  if (text.length > LONGEST_NAME || NOT_A_STAGE.test(text)) return false
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => STAGE_WORDS.has(word) || STAGE_WORDS.has(word.replace(/^\u05d4/u, '')))
}

function namedStage(areas: readonly ReadArea[], { options: { stage = '', stageLabel }, place, notes }: PretixReading): FoundStage {
  const shapes = shapesWithoutSeats(areas)
  const wanted = stage.trim().toLowerCase()
  if (wanted === 'none') return { stage: null, foci: [] }
  const matching = areas.filter(({ path, words }) => path === stage.trim() || words.some((word) => word.trim().toLowerCase() === wanted))
  const found = matching.map((one) => shapeOf(one, shapes)).filter(({ area }) => !area.isUnderSeats)
  if (found.length > 0) {
    const text = matching.find(({ area }) => area.text !== '')?.area.text
    return { stage: drawnStage(largestOf(found), stageLabel ?? text), foci: found.map(middleOf) }
  }
  const why = matching.length > 0 ? 'has seats in it, so it cannot be the stage' : 'is no area of this plan'
  notes.problem(place, `"stage": "${stage}" ${why}; ${offerOf(shapes)}`)
  return { stage: null, foci: [] }
}

function shapesWithoutSeats(areas: readonly ReadArea[]): readonly ReadArea[] {
  return areas.filter(({ area }) => area.outline.length > 0 && !area.isUnderSeats)
}

/** A text alone stands for the smallest area without seats that it is written on. */
function shapeOf(one: ReadArea, shapes: readonly ReadArea[]): ReadArea {
  if (one.area.outline.length > 0 && !one.area.isUnderSeats) return one
  const around = shapes.filter(({ area }) => isInside(area.outline, one.area.textX, one.area.textY))
  const [smallest] = around.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  if (smallest) return smallest
  return one
}

function drawnStage(read: ReadArea | undefined, label = ''): FoundStage['stage'] {
  if (!read || read.area.outline.length === 0) return null
  const [labelX, labelY] = middleOf(read)
  return { path: read.path, outline: read.area.outline, labelX, labelY, label }
}

function largestOf(areas: readonly ReadArea[]): ReadArea | undefined {
  return areas.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
}

function middleOf({ area: { outline, textX, textY } }: ReadArea): Point {
  if (outline.length === 0) return [textX, textY]
  const { left, right, top, bottom } = boundsOf(outline)
  return [(left + right) / 2, (top + bottom) / 2]
}

function sizeOf({ area }: ReadArea): number {
  const { left, right, top, bottom } = boundsOf(area.outline)
  return (right - left) * (bottom - top)
}

function reportMissing(shapes: readonly ReadArea[], place: Place, notes: ImportNotes): void {
  notes.warning(inside(place), `nothing says that it is the stage, so none is drawn as one; ${offerOf(shapes)}`)
}

/** What the option may name. */
function offerOf(shapes: readonly ReadArea[]): string {
  if (shapes.length === 0) return 'this plan has no area without seats; "foci" says where its seats look to'
  const named = shapes
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, NAMED)
    .map((read) => {
      const { left, right, top, bottom } = boundsOf(read.area.outline)
      const size = `${String(Math.round(right - left))} × ${String(Math.round(bottom - top))}`
      return `"${read.path}" (${read.area.text === '' ? '' : `"${read.area.text}", `}${size} at ${String(Math.round(left))}, ${String(Math.round(top))})`
    })
  return `"stage" names it by text or path: ${named.join(', ')}, or "none"`
}
