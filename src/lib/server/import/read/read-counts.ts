import { z } from 'zod'
import { layOutBowl, type BowlSector } from '#lib/domain/seating/layout/lay-out-bowl.ts'
import type { BowlTrack } from '#lib/domain/seating/layout/bowl-track.ts'
import { trimDrawing } from '#lib/domain/seating/plan/fit-drawing.ts'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { readSeatNumbers } from '#lib/domain/seating/plan/seat-numbers.ts'
import { parseWith } from './parse-with.ts'
import type { Sourced } from './read-catalogue.ts'
import { inside, type ImportNotes, type Place, type Reading } from './report.ts'
import type { BowlLayout } from '#lib/server/import/schema/seatplan-schema.ts'

/** The file: tribunes, each with a `name` and sectors by key; a sector has rows with a count or numbers with gaps. */
const sector = z.looseObject({
  name: z.string(),
  rows: z.array(z.looseObject({ name: z.coerce.string(), seats: z.union([z.string(), z.int()]) })),
})
const countsFile = z.record(z.string(), z.record(z.string(), z.union([z.string(), sector])))

type Sectors = Map<string, { place: Place; sector: z.infer<typeof sector> }>

/** Reads a stadium given as counts and lays its sectors around the pitch, as the catalogue says. */
export function readCounts(written: unknown, source: Sourced<BowlLayout>, { place, notes }: Reading): LaidOutPlan | undefined {
  const { item: layout, place: layoutPlace } = source
  const file = parseWith(countsFile, written, { place, notes })
  if (!file) return undefined
  const sectors: Sectors = new Map()
  for (const [tribune, members] of Object.entries(file)) {
    for (const [key, found] of Object.entries(members)) {
      if (typeof found !== 'string') sectors.set(`${tribune} ${found.name}`, { place: inside(place, tribune, key), sector: found })
    }
  }
  const order = [...sectors.keys()]
  const tribunes = layout.tribunes.map((tribune, index) => {
    const here = inside(layoutPlace, 'tribunes', index)
    const bays = tribune.bays.map((bay) =>
      bay.map((storey) => storey.flatMap((one) => readSector(one, { tribune, sectors, order, layout, place: here, notes }))),
    )
    return { side: tribune.side, bays }
  })
  for (const { place: left, sector: unused } of sectors.values())
    notes.problem(left, `sector ${unused.name} has no place in the layout's tribunes`)
  const { seatSize, seatPitch, rowPitch, gap, pitch } = layout
  const { plan, problems } = layOutBowl({
    track: trackOf(layout),
    width: 0,
    height: 0,
    seatSize,
    seatPitch,
    rowPitch,
    gap,
    pitch,
    tribunes,
  })
  for (const problem of problems) notes.problem(inside(layoutPlace, ...problem.path), problem.sentence)
  return trimDrawing(plan, layout.margin)
}

function trackOf({ straights, cornerRadius }: BowlLayout): BowlTrack {
  return { centre: [0, 0], straights, cornerRadius }
}

type Tribune = BowlLayout['tribunes'][number]

interface SectorPlace {
  readonly tribune: Tribune
  /** Those that are not placed yet. */
  readonly sectors: Sectors
  readonly order: readonly string[]
  readonly layout: BowlLayout
  readonly place: Place
  readonly notes: ImportNotes
}

function readSector(
  entry: Tribune['bays'][number][number][number],
  { tribune, sectors, order, layout, place, notes }: SectorPlace,
): BowlSector[] {
  const wanted = typeof entry === 'string' ? { sector: entry } : entry
  const key = `${tribune.key} ${wanted.sector}`
  const found = sectors.get(key)
  if (!found) {
    notes.problem(inside(place, 'bays'), `sector ${wanted.sector} is not in ${tribune.key} of the file, or is placed twice`)
    return []
  }
  sectors.delete(key)
  const label = layout.sectionNames.replaceAll('{sector}', found.sector.name).replaceAll('{tribune}', tribune.name)
  const rows = found.sector.rows.map((row, index) => {
    const numbers = readSeatNumbers(row.seats)
    if (!numbers)
      notes.problem(
        inside(found.place, 'rows', index, 'seats'),
        `"${String(row.seats)}" is neither a count nor numbers such as "1-10,12-16"`,
      )
    return {
      name: row.name,
      depth: depthOf(row.name, index),
      numbers: numbers ?? [],
      category: isCount(row.seats) ? undefined : layout.rangedRowsCategory,
    }
  })
  return [
    {
      key: found.sector.name,
      id: order.indexOf(key) + 1,
      name: wanted.name ?? label,
      category: wanted.category ?? tribune.category,
      firstDepth: wanted.behind ?? 0,
      rows,
    },
  ]
}

function isCount(seats: string | number): boolean {
  return /^\d+$/.test(String(seats))
}

/** A row's number tells its distance from the pitch: sector 21 begins with row 16, behind an entrance. */
function depthOf(rowName: string, index: number): number {
  return /^\d+$/.test(rowName) ? Number(rowName) - 1 : index
}
