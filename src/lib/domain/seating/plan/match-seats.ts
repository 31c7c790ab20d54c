import type { Point } from './laid-out-plan.ts'

/** What a seat of a plan is known by. */
export interface NamedSeat {
  readonly guid: string
  readonly sectionName: string
  readonly rowName: string
  readonly seatName: string
}

/**
 * Which seat of an earlier version of a plan each of its seats is, by the guid that it has now: the one of its guid, else one whose guid is gone and that has its
 * section, row and seat name. Never by place: a drawing that is corrected moves no ticket to another chair.
 */
export function matchSeats<Known extends NamedSeat>(known: readonly Known[], seats: readonly NamedSeat[]): ReadonlyMap<string, Known> {
  const byGuid = new Map(known.map((seat) => [seat.guid, seat]))
  const now = new Set(seats.map(({ guid }) => guid))
  const byName = new Map(known.filter(({ guid }) => !now.has(guid)).map((seat) => [nameOf(seat), seat]))
  const found = new Map<string, Known>()
  for (const seat of seats) {
    const before = byGuid.get(seat.guid) ?? byName.get(nameOf(seat))
    if (!before) continue
    if (before.guid !== seat.guid) byName.delete(nameOf(seat))
    found.set(seat.guid, before)
  }
  return found
}

function nameOf({ sectionName, rowName, seatName }: NamedSeat): string {
  return JSON.stringify([sectionName, rowName, seatName])
}

/** A seat's places in two versions of a plan. */
export interface PlacePair {
  readonly before: Point
  readonly after: Point
}

interface Fit {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** A seat that is further from its place than this part of a seat's side stands where another stood. */
const STANDS = 0.75

/**
 * Which seats stand elsewhere among the others: by index. A drawing that is moved or scaled as a whole moves none of them.
 * @param seatSize the side of a seat in the later version, in plan units
 */
export function shiftedSeats(pairs: readonly PlacePair[], seatSize: number): readonly number[] {
  const shiftedBy = (fit: Fit): number[] => pairs.flatMap((pair, index) => (distanceFrom(fit, pair) > seatSize * STANDS ? [index] : []))
  const asTheyAre = shiftedBy({ scale: 1, x: 0, y: 0 })
  if (asTheyAre.length === 0) return asTheyAre
  const fitted = shiftedBy(fitOf(pairs))
  return fitted.length < asTheyAre.length ? fitted : asTheyAre
}

function distanceFrom({ scale, x, y }: Fit, { before, after }: PlacePair): number {
  return Math.hypot(after[0] - before[0] * scale - x, after[1] - before[1] * scale - y)
}

/** The scale and the way of most seats: medians, which seats that were moved by themselves do not bend. */
function fitOf(pairs: readonly PlacePair[]): Fit {
  const half = Math.floor(pairs.length / 2)
  const scales = pairs.flatMap(({ before, after }, index) => {
    const other = pairs[(index + half) % pairs.length]
    const gap = other ? Math.hypot(before[0] - other.before[0], before[1] - other.before[1]) : 0
    return other && gap > 0 ? [Math.hypot(after[0] - other.after[0], after[1] - other.after[1]) / gap] : []
  })
  const scale = scales.length > 0 ? median(scales) : 1
  return {
    scale,
    x: median(pairs.map(({ before, after }) => after[0] - before[0] * scale)),
    y: median(pairs.map(({ before, after }) => after[1] - before[1] * scale)),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
