import { readColour } from '#lib/domain/seating/plan/file-colour.ts'
import { guessFocus } from '#lib/domain/seating/facing/guess-focus.ts'
import { setApart } from '#lib/domain/seating/layout/set-apart.ts'
import { roundUnits, type LaidOutPlan, type Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PlanLevel } from '#lib/domain/seating/plan/seatplan.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { fitDrawing, layOutZones, MARGIN } from './lay-out-pretix.ts'
import type { PretixOptions, PretixReading } from './pretix-options.ts'
import { parseWith } from '#lib/server/import/read/parse-with.ts'
import { findStage } from './find-stage.ts'
import { markUnderSeats, readAreas, type ReadArea } from './read-areas.ts'
import { placeLevels, readLevels, type ReadLevels } from './read-levels.ts'
import { readStanding } from './read-standing.ts'
import { readZones, type ReadSeat, type ReadZone } from './read-zones.ts'
import { checkOverlaps } from './check-overlaps.ts'
import { findOddities, pretixPlan, type PretixPlan, type PretixZone } from './pretix-format.ts'
import { joinTableZones } from './join-table-zones.ts'
import { splitZone } from './split-zone.ts'
import { findTables } from './find-tables.ts'
import { inside, ImportNotes, type Reading } from '#lib/server/import/read/report.ts'

/**
 * Reads a pretix seating plan as it is drawn: every seat, area and text stands where the file puts it, and zones, rows and seats keep its order. Notes every
 * repair and problem with its path.
 */
export function readPretix(written: unknown, options: PretixOptions, reading: Reading): LaidOutPlan | undefined {
  const plan = parseWith(pretixPlan, written, reading)
  if (!plan) return undefined
  reportOddities(written, reading)
  return layOutPretix({ ...reading, plan, options }, joinTableZones)
}

/** Lays out a plan that has the shape of the format. @param join makes sections of several zones; left out: each zone is one */
export function layOutPretix(reading: PretixReading, join: typeof joinTableZones = (zones) => zones): LaidOutPlan {
  const { plan, options, place, notes } = reading
  checkZoneNames(reading)
  const asDrawn = ({ name, position }: PretixZone): Point => {
    const { x = 0, y = 0 } = options.zoneOffsets?.[name] ?? {}
    return [(position?.x ?? 0) + x, (position?.y ?? 0) + y]
  }
  const read = readLevels(
    plan.zones.map(({ name, rows }) => ({ name, isSold: rows.some((row) => row.seats.length > 0) })),
    options,
    reading,
  )
  const levels = read && levelsApart(read, asDrawn, reading)
  const moveOf = (zone: PretixZone): Point => {
    const [x, y] = asDrawn(zone)
    const level = levels?.[read?.levelOf(zone.name) ?? -1]
    return [x + (level?.x ?? 0), y + (level?.y ?? 0)]
  }
  const zones = join(readZones(plan, moveOf, reading), (name) => read?.levelOf(name), reading)
  const seats = zones.flatMap(({ rows }) => rows.flatMap((row) => row.seats))
  const areas = markUnderSeats(
    onLevels(readAreas(plan, moveOf, reading), plan, read),
    seats.map(({ at }) => at),
  )
  const { stage, foci } = findStage(areas, reading)
  const lookedAt = findFoci(zones, foci, reading)
  const tables = findTables(
    zones,
    areas.filter(({ path }) => path !== stage?.path),
    reading,
  )
  const drawn = layOutZones(zones, { foci: lookedAt, tables, ...(read && { levelOf: read.levelOf }) }, reading)
  const standing = readStanding(areas, drawn.sections.length + 1, reading)
  const laid: LaidOutPlan = {
    ...drawn,
    sections: [...drawn.sections, ...standing],
    ...(levels && { levels }),
    stage: stage && { outline: stage.outline, labelX: stage.labelX, labelY: stage.labelY, label: stage.label },
    areas: areas.map(({ area, path }) => (path === stage?.path && options.stageLabel ? { ...area, text: options.stageLabel } : area)),
    foci: lookedAt,
    colours: coloursOf(reading),
    seatSize: checkOverlaps(zones, place, notes),
    ...growToFit(seats, levels ? { ...reading, notes: new ImportNotes() } : reading),
  }
  return fitDrawing(laid, options)
}

/** Where the levels are drawn: apart from each other, away from what the seats of the file look to. */
function levelsApart(levels: ReadLevels, asDrawn: (zone: PretixZone) => Point, reading: PretixReading): PlanLevel[] {
  const { plan } = reading
  // What is wrong is noted when the plan is read for good.
  const untold: PretixReading = { ...reading, notes: new ImportNotes() }
  const zones = readZones(plan, asDrawn, untold)
  const seats = zones.flatMap(({ rows }) => rows.flatMap((row) => row.seats))
  const all = seats.map(({ at }) => at)
  const areas = markUnderSeats(onLevels(readAreas(plan, asDrawn, untold), plan, levels), all)
  const focus = findFoci(zones, findStage(areas, untold).foci, untold)[0]
  const grounds = levels.names.map((_name, level) => ({
    seats: zones
      .filter(({ name }) => levels.levelOf(name) === level)
      .flatMap(({ rows }) => rows.flatMap((row) => row.seats.map(({ at }) => at))),
    corners: areas.filter(({ area }) => area.level === level).flatMap(({ area }) => area.outline),
  }))
  const size = 2 * seats.reduce((most, { radius }) => Math.max(most, radius), 1)
  return placeLevels(levels, setApart(grounds, focus, size))
}

/** An area is on the level of its zone. */
function onLevels(areas: readonly ReadArea[], { zones }: PretixPlan, levels: ReadLevels | undefined): readonly ReadArea[] {
  if (!levels) return areas
  return areas.map((read) => {
    const zone = zones[Number(/^zones\[(\d+)\]/.exec(read.path)?.[1])]
    const level = zone && levels.levelOf(zone.name)
    return level === undefined ? read : { ...read, area: { ...read.area, level } }
  })
}

function reportOddities(written: unknown, { place, notes }: Reading): void {
  const { unknownKeys, textNumbers } = findOddities(written)
  for (const [key, count] of unknownKeys) {
    notes.repair(place, `keeps ${key} for the export; the format does not know it (${String(count)} times)`)
  }
  if (textNumbers > 0) notes.repair(place, `${String(textNumbers)} numbers are written as text; they are read as numbers`)
}

/** An option that names no zone would be without effect unseen. */
function checkZoneNames({ plan, options: { zoneOffsets = {} }, place, notes }: PretixReading): void {
  const names = plan.zones.map(({ name }) => name)
  for (const name of Object.keys(zoneOffsets)) {
    if (!names.includes(name))
      notes.problem(place, `"zoneOffsets" names "${name}", but the zones are ${names.map((one) => `"${one}"`).join(', ')}`)
  }
}

/** What seats look to: what the option says, else what the file calls the stage, else what the order of the rows lets expect. */
function findFoci(zones: readonly ReadZone[], stages: readonly Point[], { options, place, notes }: PretixReading): Point[] {
  if (options.foci && options.foci.length > 0) return options.foci.map(({ x, y }) => [x, y])
  if (stages.length > 0) return [...stages]
  const rows = zones.flatMap((zone) =>
    splitZone(zone.rows).map((block) => block.map(({ label, seats }) => ({ label, points: seats.map(({ at }) => at) }))),
  )
  const guess = guessFocus(rows)
  // An empty list: the reader of another form asks for a guess that needs no note, since nothing is drawn that could be mistaken.
  if (options.foci) return guess ? [guess] : []
  if (!guess) {
    notes.warning(place, 'neither a stage nor the order of its rows says where seats look to; they are taken to look up: "foci" changes it')
    return []
  }
  const [x, y] = [Math.round(guess[0]), Math.round(guess[1])]
  notes.warning(place, `by the order of their rows seats are taken to look to ${String(x)}, ${String(y)}: "foci" changes it`)
  return [[x, y]]
}

/** The colours of the categories that seats are sold by, by the catalogue's names. */
function coloursOf({ plan, options: { categoryNames }, place, notes }: PretixReading): Record<string, string> {
  const colours = plan.categories.map(({ name, color }, index) => {
    const colour = readColour(color)
    if (colour === undefined)
      notes.repair(inside(place, 'categories', index, 'color'), `"${String(color)}" is no colour such as #a0c4ff; it is left out`)
    return [categoryNames?.[name] ?? name, colour?.slice(0, 7)] as const
  })
  return Object.fromEntries(colours.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** The drawing is as large as the file says, or as its seats need. */
function growToFit(seats: readonly ReadSeat[], { plan, place, notes }: PretixReading): Pick<LaidOutPlan, 'width' | 'height'> {
  const { left, right, top, bottom } = boundsOf(seats.map(({ at }) => at))
  const [width, height] = [Math.ceil(Math.max(plan.size.width, right + MARGIN)), Math.ceil(Math.max(plan.size.height, bottom + MARGIN))]
  const isBeyond = right > plan.size.width || bottom > plan.size.height
  if (isBeyond) notes.repair(inside(place, 'size'), `is too small for the seats; the drawing grows to ${String(width)} × ${String(height)}`)
  if (left < 0 || top < 0)
    notes.repair(
      inside(place, 'size'),
      `seats stand left of it or above it, as far as ${String(roundUnits(left))}, ${String(roundUnits(top))}; the drawing grows there`,
    )
  return isBeyond ? { width, height } : { width: Math.ceil(plan.size.width), height: Math.ceil(plan.size.height) }
}
