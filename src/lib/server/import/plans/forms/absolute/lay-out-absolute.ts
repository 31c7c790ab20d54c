import { roundUnits, type LaidOutPlan, type Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { fitDrawing } from '#lib/server/import/plans/pretix/lay-out-pretix.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import { layOutPretix } from '#lib/server/import/plans/pretix/read-pretix.ts'
import { ImportNotes, type Place, type Reading, type Remark } from '#lib/server/import/read/report.ts'
import { drawLevelsApart, readAbsoluteLevels, seatedSections } from './absolute-levels.ts'
import { middleOf, radiusIn, type AbsolutePlan } from './absolute-plan.ts'
import { addSections, type AbsoluteLayout } from './absolute-sections.ts'
import { fitPage, fitPitch } from './fit-absolute.ts'
import { takeGuids } from './seat-guids.ts'
import { placeUndrawn } from './undrawn-seats.ts'
import { writeAsPretix, type PretixSources } from './write-as-pretix.ts'

/** Brings a plan with every seat in its place to the form in which plans are stored, by the way of a pretix plan. */
export function layOutAbsolute(plan: AbsolutePlan, options: PretixOptions, reading: Reading): LaidOutPlan | undefined {
  const { place, notes } = reading
  if (plan.seats.length === 0 && plan.sections.every((section) => section.capacity === undefined)) {
    notes.problem(place, 'has neither seats nor a section with a capacity')
    return undefined
  }
  const guids = takeGuids(plan.seats, notes)
  const said = options.foci ? { ...plan, foci: options.foci.map(({ x, y }): Point => [x, y]) } : plan
  const fitting = fitPitch(said, options, reading)
  const levels = readAbsoluteLevels(fitting, options, reading)
  const [apart, placed] = levels ? drawLevelsApart(fitting, levels) : [fitting, undefined]
  const drawn = fitPage(placeUndrawn(apart), place, notes)
  const radius = radiusIn(drawn)
  const { written, sources } = writeAsPretix(drawn, { guids, radius, levelOf: levels?.levelOf })
  const layout = { options, levels }
  const told = new ImportNotes()
  const asWritten = { plan: written, options: readingOf(drawn, guids, layout), place: { file: place.file, path: [] }, notes: told }
  const read = drawn.seats.length > 0 ? layOutPretix(asWritten) : undefined
  passOn(told, sources, reading)
  const whole = { ...addSections(read ?? emptyPlan(drawn, radius), drawn, layout), ...(placed && { levels: placed }) }
  const stage = options.stage === undefined ? (stageOf(drawn, options) ?? whole.stage) : whole.stage
  return fitDrawing({ ...whole, stage }, options)
}

/** How the pretix plan that was made is read: features and the stage as the form says them, and what seats look to. */
function readingOf(plan: AbsolutePlan, guids: readonly string[], { options, levels }: AbsoluteLayout): PretixOptions {
  const { scale: _scale, trim: _trim, foci: _foci, levels: _levels, ...rest } = options
  const features = plan.seats.flatMap((seat, index) => (seat.features.length > 0 ? [[guids[index] ?? '', seat.features] as const] : []))
  const stage = rest.stage ?? (plan.stage && 'none')
  const isBare = stage === undefined && plan.shapes.length === 0
  const foci = plan.foci ?? (plan.stage && rest.stage === undefined ? [middleOf(plan.stage.outline)] : isBare ? [] : undefined)
  return {
    ...rest,
    seatFeatures: { ...Object.fromEntries(features), ...rest.seatFeatures },
    tables: [...(plan.tables ?? []), ...(rest.tables ?? [])],
    ...(stage !== undefined && { stage }),
    ...(levels && { levels: seatedSections(plan, levels) }),
    ...(foci && { foci: foci.map(([x, y]) => ({ x, y })) }),
  }
}

/** Remarks on the pretix plan that was made are remarks on what the file says of that seat or section. */
function passOn(told: ImportNotes, sources: PretixSources, { place, notes }: Reading): void {
  const placeOf = ({ path }: Remark): Place => {
    const [zones, zone, rows, row, seats, seat] = path
    if (zones !== 'zones' || typeof zone !== 'number') return place
    if (rows !== 'rows' || typeof row !== 'number' || seats !== 'seats' || typeof seat !== 'number') return sources[zone]?.place ?? place
    return sources[zone]?.rows[row]?.[seat] ?? place
  }
  for (const remark of told.problems) notes.problem(placeOf(remark), remark.sentence)
  for (const remark of told.repairs) notes.repair(placeOf(remark), remark.sentence)
  for (const remark of told.warnings) notes.warning(placeOf(remark), remark.sentence)
}

function emptyPlan({ size }: AbsolutePlan, radius: number): LaidOutPlan {
  return { width: size?.width ?? 0, height: size?.height ?? 0, seatSize: radius * 2, stage: null, sections: [], seats: [] }
}

function stageOf({ stage }: AbsolutePlan, { stageLabel }: PretixOptions): LaidOutPlan['stage'] {
  if (!stage) return null
  const outline = stage.outline.map(([x, y]): Point => [roundUnits(x), roundUnits(y)])
  const [labelX, labelY] = middleOf(outline).map(roundUnits) as [number, number]
  return { outline, labelX, labelY, label: stageLabel ?? stage.label }
}
