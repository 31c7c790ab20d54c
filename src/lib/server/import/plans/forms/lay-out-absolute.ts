import { comparePlanOrder, roundUnits, type LaidOutPlan, type LaidOutSection, type Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { centreOf } from '#lib/domain/seating/plan/plan-geometry.ts'
import { fitDrawing, type PretixOptions } from '#lib/server/import/plans/pretix/lay-out-pretix.ts'
import { placeLevels, readLevels, type LevelOption, type ReadLevels } from '#lib/server/import/plans/pretix/read-levels.ts'
import { guessFocus } from '#lib/domain/seating/facing/guess-focus.ts'
import type { PlanLevel } from '#lib/domain/seating/plan/seatplan.ts'
import { layOutPretix } from '#lib/server/import/plans/pretix/read-pretix.ts'
import { ImportNotes, writePath, type Place, type Remark } from '#lib/server/import/read/report.ts'
import {
  cornersOf,
  drawnBounds,
  moveOnLevels,
  transformPlan,
  usualPitch,
  type AbsolutePlan,
  type AbsoluteSeat,
  type AbsoluteSection,
} from './absolute-plan.ts'
import { writeAsPretix, type PretixSources } from './write-as-pretix.ts'

/** Distance of two seats in our own plans; drawings in other units are enlarged or reduced to it. */
const PITCH = 33
const USUAL = { least: 16, most: 90 }
const MARGIN = 60
/** Radius of a seat that says none, as a part of the distance to its neighbour. */
const RADIUS = 1 / 3
/** Ids of general admission that says none: above those of sections with seats. */
const FIRST_GENERAL = 10_001
const NAMED = 20

/** Brings a plan with every seat in its place to the form in which plans are stored, by the way of a pretix plan. */
export function layOutAbsolute(plan: AbsolutePlan, options: PretixOptions, place: Place, notes: ImportNotes): LaidOutPlan | undefined {
  if (plan.seats.length === 0 && plan.sections.every((section) => section.capacity === undefined)) {
    notes.problem(place, 'has neither seats nor a section with a capacity')
    return undefined
  }
  const guids = takeGuids(plan.seats, notes)
  const said = options.foci ? { ...plan, foci: options.foci.map(({ x, y }): Point => [x, y]) } : plan
  const fitting = fitPitch(said, options, place, notes)
  const levels = readLevels(soldSections(fitting), { ...options, levels: options.levels ?? levelsOf(fitting) }, place, notes)
  const [apart, placed] = levels ? levelsApart(fitting, levels) : [fitting, undefined]
  const drawn = fitPage(placeUndrawn(apart), place, notes)
  const radius = (usualPitch(drawn.seats) ?? PITCH) * RADIUS
  const { written, sources } = writeAsPretix(drawn, guids, radius, levels?.levelOf)
  const told = new ImportNotes()
  const read =
    drawn.seats.length > 0
      ? layOutPretix(written, readingOf(drawn, guids, options, levels), { file: place.file, path: [] }, told)
      : undefined
  passOn(told, sources, place, notes)
  const whole = { ...addSections(read ?? emptyPlan(drawn, radius), drawn, options, levels), ...(placed && { levels: placed }) }
  const stage = options.stage === undefined ? (stageOf(drawn, options) ?? whole.stage) : whole.stage
  return fitDrawing({ ...whole, stage }, options)
}

/** Every section that is sold, in the order of the file: those that only seats name come last. */
function soldSections({ sections, seats }: AbsolutePlan): { readonly name: string; readonly isSold: boolean }[] {
  const sold = new Set(seats.map(({ section }) => section))
  const names = new Set([...sections.map(({ name }) => name), ...sold])
  const standing = new Set(sections.filter(({ capacity }) => capacity !== undefined).map(({ name }) => name))
  return [...names].map((name) => ({ name, isSold: sold.has(name) || standing.has(name) }))
}

/** The levels as the sections of the file say them. */
function levelsOf({ sections }: AbsolutePlan): LevelOption {
  const named = sections.filter(({ level }) => level !== undefined)
  return Object.fromEntries([...Map.groupBy(named, ({ level = '' }) => level)].map(([level, own]) => [level, own.map(({ name }) => name)]))
}

/** The plan with its levels drawn apart from each other, and where they are. */
function levelsApart(plan: AbsolutePlan, levels: ReadLevels): [AbsolutePlan, PlanLevel[]] {
  const nameOf = (section: string): string | undefined => levels.names[levels.levelOf(section) ?? -1]
  const undrawn = undrawnOf(plan)
  const grounds = levels.names.map((name) => ({
    seats: plan.seats.filter(({ section }) => nameOf(section) === name && !undrawn.has(section)).map(({ at }) => at),
    corners: [
      ...plan.sections
        .filter((section) => section.capacity !== undefined && nameOf(section.name) === name)
        .flatMap(({ outline = [] }) => outline),
      ...plan.shapes.filter(({ level }) => level === name).flatMap(cornersOf),
    ],
  }))
  const rows = plan.sections.map(({ name }) => [
    ...Map.groupBy(
      plan.seats.filter(({ section }) => section === name),
      ({ row }) => row,
    ),
  ])
  const guess = (): Point | undefined => guessFocus(rows.map((own) => own.map(([label, seats]) => ({ label, points: seats.map(({ at }) => at) })))) // prettier-ignore
  const focus = plan.foci?.[0] ?? (plan.stage && middleOf(plan.stage.outline)) ?? guess()
  const placed = placeLevels(levels, grounds, focus, (usualPitch(plan.seats) ?? PITCH) * RADIUS * 2)
  return [moveOnLevels(plan, nameOf, new Map(placed.map(({ name, x, y }) => [name, [x, y]]))), placed]
}

function undrawnOf({ sections }: AbsolutePlan): ReadonlySet<string> {
  return new Set(sections.filter(({ isDrawn }) => isDrawn === false).map(({ name }) => name))
}

/** Seats that are in the list only get places below all that is drawn, row behind row, so that neighbours are neighbours. */
function placeUndrawn(plan: AbsolutePlan): AbsolutePlan {
  const undrawn = undrawnOf(plan)
  if (undrawn.size === 0) return plan
  const pitch = usualPitch(plan.seats) ?? PITCH
  // An export says outlines of sections that its own file left out: they must not move anything.
  const sections = plan.sections.filter(({ capacity }) => capacity !== undefined)
  const { bottom } = drawnBounds({ ...plan, sections, seats: plan.seats.filter(({ section }) => !undrawn.has(section)) })
  const rows = new Map<string, { readonly y: number; seats: number }>()
  const seats = plan.seats.map((seat): AbsoluteSeat => {
    if (!undrawn.has(seat.section)) return seat
    const key = JSON.stringify([seat.section, seat.row])
    const row = rows.get(key) ?? { y: bottom + (4 + rows.size * 1.2) * pitch, seats: 0 }
    rows.set(key, row)
    row.seats++
    return { ...seat, at: [row.seats * pitch, row.y] }
  })
  return { ...plan, seats }
}

/** How the pretix plan that was made is read: features and the stage as the form says them, and what seats look to. */
function readingOf(plan: AbsolutePlan, guids: readonly string[], options: PretixOptions, levels: ReadLevels | undefined): PretixOptions {
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
    ...(levels && { levels: ofSeats(plan, levels) }),
    ...(foci && { foci: foci.map(([x, y]) => ({ x, y })) }),
  }
}

/** The sections with seats by level: the others are no zones. */
function ofSeats(plan: AbsolutePlan, levels: ReadLevels): LevelOption {
  const sections = [...new Set(plan.seats.map(({ section }) => section))]
  return Object.fromEntries(levels.names.map((name, level) => [name, sections.filter((section) => levels.levelOf(section) === level)]))
}

function middleOf(outline: readonly Point[]): Point {
  const { left, right, top, bottom } = boundsOf(outline)
  return [(left + right) / 2, (top + bottom) / 2]
}

/** A guid for every seat, unique in the plan; two seats of one section, row and name are a problem. */
function takeGuids(seats: readonly AbsoluteSeat[], notes: ImportNotes): string[] {
  const [names, guids] = [new Map<string, AbsoluteSeat>(), new Map<string, AbsoluteSeat>()]
  let twice = 0
  const found = seats.map((seat) => {
    const guid = seat.guid ?? `${seat.section}-${seat.row}-${seat.name}`
    const name = `${seat.section}\n${seat.row}\n${seat.name}`
    const [sameName, sameGuid] = [names.get(name), guids.get(guid)]
    names.set(name, sameName ?? seat)
    guids.set(guid, sameGuid ?? seat)
    const other = sameName ?? sameGuid
    if (other && ++twice <= NAMED) {
      const what = sameName ? `seat ${seat.name} of row ${seat.row} of "${seat.section}"` : `the guid "${guid}"`
      notes.problem(seat.place, `${what} is there already (${writePath(other.place.path)}); every seat needs a name of its own in its row`)
    }
    return guid
  })
  const [first] = seats
  if (twice > NAMED && first) notes.problem({ ...first.place, path: [] }, `${twice - NAMED} more seats are there twice`)
  return found
}

/** Drawings in metres or in thousands of points come to our own units, unless `scale` says otherwise. */
function fitPitch(plan: AbsolutePlan, { scale }: PretixOptions, place: Place, notes: ImportNotes): AbsolutePlan {
  const pitch = usualPitch(plan.seats)
  if (scale !== undefined || pitch === undefined || (pitch >= USUAL.least && pitch <= USUAL.most)) return plan
  const times = PITCH / pitch
  notes.repair(
    place,
    `seats lie ${roundUnits(pitch)} units apart, so the drawing is made ${roundUnits(times)} times as large; "scale" sets it`,
  )
  const size = plan.size && { width: plan.size.width * times, height: plan.size.height * times }
  return { ...transformPlan(plan, ([x, y]) => [x * times, y * times], times), size }
}

/** Nothing lies outside of the drawing: it is moved if something begins before its corner, and grows where it is too small. */
function fitPage(plan: AbsolutePlan, place: Place, notes: ImportNotes): AbsolutePlan {
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

/** Remarks on the pretix plan that was made are remarks on what the file says of that seat or section. */
function passOn(told: ImportNotes, sources: PretixSources, place: Place, notes: ImportNotes): void {
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

/** Gives sections the ids and outlines that the file says, and adds those without seats. */
function addSections(read: LaidOutPlan, plan: AbsolutePlan, options: PretixOptions, levels: ReadLevels | undefined): LaidOutPlan {
  const reserved = plan.sections.filter((section) => section.capacity === undefined)
  const said = new Map(reserved.map((section) => [options.sectionNames?.[section.name] ?? section.name, section]))
  const ids = new Map(read.sections.map((section) => [section.id, said.get(section.name)?.id ?? section.id]))
  const general = plan.sections.filter((section) => section.capacity !== undefined)
  const sections = [
    ...read.sections.map((section) => ({ ...section, ...drawnAs(said.get(section.name)), id: ids.get(section.id) ?? section.id })),
    ...general.map((section, index) => {
      const level = levels?.levelOf(section.name)
      return { ...generalSection(section, FIRST_GENERAL + index, options), ...(level !== undefined && { level }) }
    }),
  ]
  const seats = read.seats.map((seat) => ({ ...seat, sectionId: ids.get(seat.sectionId) ?? seat.sectionId })).sort(comparePlanOrder)
  const tables = read.tables?.map((table) => ({ ...table, sectionId: ids.get(table.sectionId) ?? table.sectionId }))
  return { ...read, sections, seats, ...(tables && { tables }) }
}

function drawnAs(section: AbsoluteSection | undefined): Partial<LaidOutSection> {
  if (section?.isDrawn === false) return { outline: [], isDrawn: false }
  if (!section?.outline) return {}
  const [labelX, labelY] = (section.labelAt ?? centreOf(section.outline)).map(roundUnits) as [number, number]
  return { outline: section.outline.map(([x, y]): Point => [roundUnits(x), roundUnits(y)]), labelX, labelY }
}

function generalSection(section: AbsoluteSection, id: number, { sectionNames, categoryNames }: PretixOptions): LaidOutSection {
  const category = section.category ?? section.name
  return {
    id: section.id ?? id,
    name: sectionNames?.[section.name] ?? section.name,
    isReserved: false,
    capacity: section.capacity ?? 0,
    category: categoryNames?.[category] ?? category,
    outline: [],
    labelX: 0,
    labelY: 0,
    ...drawnAs(section),
  }
}

function stageOf({ stage }: AbsolutePlan, { stageLabel }: PretixOptions): LaidOutPlan['stage'] {
  if (!stage) return null
  const outline = stage.outline.map(([x, y]): Point => [roundUnits(x), roundUnits(y)])
  const [labelX, labelY] = middleOf(outline).map(roundUnits) as [number, number]
  return { outline, labelX, labelY, label: stageLabel ?? stage.label }
}
