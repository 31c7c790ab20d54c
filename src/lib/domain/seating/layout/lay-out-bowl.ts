import { alongRow, placeOnTrack, pointOnTrack, sideMiddle, trackLength, type BowlSide, type BowlTrack } from './bowl-track.ts'
import {
  comparePlanOrder,
  roundUnits,
  type LaidOutPlan,
  type LaidOutSeat,
  type LaidOutSection,
  type Point,
} from '#lib/domain/seating/plan/laid-out-plan.ts'
import { centreOf, rowsOutline } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { PlanProblem } from './rows-plan.ts'

/** A row of a sector with its seat numbers; rows are listed from the pitch outwards. */
export interface BowlRow {
  readonly name: string
  readonly depth: number
  readonly numbers: readonly number[]
  /** Set if it differs from its sector's. */
  readonly category?: string | undefined
}

export interface BowlSector {
  readonly key: string
  readonly id: number
  readonly name: string
  readonly category: string
  /** Number of rows left free before its first row, so that it can lie behind another sector. */
  readonly firstDepth: number
  readonly rows: readonly BowlRow[]
}

/** Sectors beside each other, in bays; a bay lists its sectors from the pitch outwards. Clockwise, as seen from above. */
export interface BowlTribune {
  readonly side: BowlSide
  readonly bays: readonly (readonly (readonly BowlSector[])[])[]
}

export interface Bowl {
  readonly track: BowlTrack
  readonly width: number
  readonly height: number
  readonly seatSize: number
  readonly seatPitch: number
  readonly rowPitch: number
  /** Gap between two sectors. */
  readonly gap: number
  readonly pitch: { readonly width: number; readonly height: number; readonly label: string }
  readonly tribunes: readonly BowlTribune[]
}

interface Placed {
  readonly sector: BowlSector
  readonly from: number
  readonly to: number
}

/** Lays out the sectors of a stadium around its pitch without overlaps. A tribune that does not fit is a problem. */
export function layOutBowl(bowl: Bowl): { plan: LaidOutPlan; problems: PlanProblem[] } {
  const tribunes = bowl.tribunes.map((tribune) => placeTribune(bowl, tribune))
  const problems = findCrowding(bowl, tribunes)
  const parts = tribunes.flat().map((placed) => ({ placed, seats: layOutSector(bowl, placed) }))
  const sections = parts.map(({ placed, seats }) => describeSector(bowl, placed.sector, seats)).toSorted((a, b) => a.id - b.id)
  const seats = parts.flatMap((part) => part.seats).sort(comparePlanOrder)
  const { width, height, seatSize } = bowl
  return { plan: { width, height, seatSize, stage: pitchOf(bowl), sections, seats }, problems }
}

function pitchOf({ pitch, track: { centre } }: Bowl): LaidOutPlan['stage'] {
  const [x, y] = [centre[0], centre[1]]
  const [right, down] = [pitch.width / 2, pitch.height / 2]
  const outline: Point[] = [
    [x - right, y - down],
    [x + right, y - down],
    [x + right, y + down],
    [x - right, y + down],
  ]
  return { outline, label: pitch.label, labelX: x, labelY: y }
}

/** Centres the tribune on its side. Row widths change with the position in a corner, so it is moved until both ends are even. */
function placeTribune(bowl: Bowl, tribune: BowlTribune): Placed[] {
  const middle = sideMiddle(bowl.track, tribune.side)
  let start = middle
  for (let round = 0; round < 40; round++) {
    const end = fitBays(bowl, tribune, start).end
    start += middle - (start + end) / 2
  }
  return fitBays(bowl, tribune, start).placed
}

function fitBays(bowl: Bowl, tribune: BowlTribune, start: number): { placed: Placed[]; end: number } {
  const placed: Placed[] = []
  let end = start
  for (const bay of tribune.bays) {
    const from = end
    const storeys = bay.map((storey) => fitSectors(bowl, storey, from))
    end = Math.max(...storeys.map((storey) => storey.end))
    for (const [index, storey] of storeys.entries()) {
      const middling = fitSectors(bowl, bay[index] ?? [], from + (end - storey.end) / 2)
      placed.push(...(middling.end <= end + 1e-6 ? middling : storey).placed)
    }
  }
  return { placed, end }
}

function fitSectors(bowl: Bowl, sectors: readonly BowlSector[], start: number): { placed: Placed[]; end: number } {
  let end = start
  const placed = sectors.map((sector) => {
    const from = end
    end = fitSector(bowl, sector, from)
    return { sector, from, to: end }
  })
  return { placed, end }
}

/** The end of the sector on the track: the first position at which each of its rows has room for its seats. */
function fitSector({ track, seatPitch, rowPitch, gap }: Bowl, sector: BowlSector, from: number): number {
  const ends = sector.rows.map((row) => {
    const offset = (sector.firstDepth + row.depth) * rowPitch
    const needed = Math.max(0, ...row.numbers) * seatPitch + gap
    return placeOnTrack(track, alongRow(track, from, offset) + needed, offset)
  })
  return Math.max(from, ...ends)
}

function findCrowding(bowl: Bowl, tribunes: readonly (readonly Placed[])[]): PlanProblem[] {
  const ranges = tribunes.map(
    (tribune) => [Math.min(...tribune.map((one) => one.from)), Math.max(...tribune.map((one) => one.to))] as const,
  )
  const whole = trackLength(bowl.track)
  return ranges.flatMap(([, end], index) => {
    const next = ranges[(index + 1) % ranges.length]?.[0] ?? 0
    const room = next + (index === ranges.length - 1 ? whole : 0) - end
    if (room >= 0) return []
    const where = ranges.length === 1 ? 'around the pitch into itself' : 'into the next tribune'
    const sentence = `reaches ${String(Math.ceil(-room))} units ${where}: make the track longer`
    return [{ path: ['tribunes', index], sentence }]
  })
}

/** Number 1 is at the left hand of a spectator who faces the pitch. */
function layOutSector(bowl: Bowl, { sector, from, to }: Placed): LaidOutSeat[] {
  return sector.rows.flatMap((row, ordinal) => {
    const offset = (sector.firstDepth + row.depth) * bowl.rowPitch
    const middle = (alongRow(bowl.track, from, offset) + alongRow(bowl.track, to, offset)) / 2
    const highest = Math.max(0, ...row.numbers)
    return row.numbers.map((number) => {
      const along = middle - (number - (highest + 1) / 2) * bowl.seatPitch
      const { point, rotate } = pointOnTrack(bowl.track, placeOnTrack(bowl.track, along, offset), offset)
      return {
        guid: `${sector.key}-${row.name}-${String(number)}`,
        sectionId: sector.id,
        groupId: 0,
        x: number,
        y: ordinal + 1,
        seatplanX: roundUnits(point[0]),
        seatplanY: roundUnits(point[1]),
        rotate: roundUnits(rotate),
        rowName: row.name,
        seatName: String(number),
        category: row.category ?? sector.category,
        features: [],
      }
    })
  })
}

function describeSector(bowl: Bowl, sector: BowlSector, seats: readonly LaidOutSeat[]): LaidOutSection {
  const rows = [...Map.groupBy(seats, (seat) => seat.y).values()]
  const [labelX, labelY] = centreOf(seats.map((seat) => [seat.seatplanX, seat.seatplanY]))
  const outline = rowsOutline(rows, bowl.seatPitch / 2 + bowl.gap / 3, bowl.rowPitch / 2)
  const label = { labelX: roundUnits(labelX), labelY: roundUnits(labelY) }
  return { id: sector.id, name: sector.name, isReserved: true, capacity: seats.length, category: null, outline, ...label }
}
