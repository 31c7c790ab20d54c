import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { unitOf } from '#lib/domain/seating/rules/seat-rules.ts'
import { SEAT_FEATURE, type PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import type { LoadedPlan } from '#lib/server/catalogue/seatplans.ts'

/** A group of buyers: adjacent seats, or places of a section. */
export interface Party {
  readonly sectionId: number
  readonly seatIds: readonly number[]
  /** A lower rank sells earlier. */
  readonly rank: number
}

/** How a house is divided into parties. */
export interface Seating {
  readonly random: () => number
  readonly isSold: (category: string) => boolean
  /** One seat stays free between parties. */
  readonly keepsOneFree: boolean
  /** By index of a seat: lower is better, about 0 to 2. */
  readonly worth: Float32Array
}

/** Weights of party sizes in a hall, a site without seats and a stadium; parties of more than ten are schools and workplaces. */
const IN_HALLS = weighted({ 1: 5, 2: 46, 3: 13, 4: 22, 5: 6, 6: 8 })
const IN_SITES = weighted({ 1: 4, 2: 28, 3: 14, 4: 22, 5: 8, 6: 10, 8: 6, 18: 8 })
const IN_STADIUMS = weighted({ 1: 2, 2: 20, 3: 10, 4: 22, 6: 16, 10: 14, 18: 10, 30: 6 })
const STADIUM = 5_000
/** Smaller sites have no large groups. */
const ROOM = 200
/** Random part of a party's rank. */
const SCATTER = 0.7
/** Added to the rank of wheelchair places, except for one in this many. */
const LAST = 10
const WHEELCHAIR_ONE_OF = 8

function weighted(counts: Readonly<Record<number, number>>): readonly number[] {
  return Object.entries(counts).flatMap(([size, count]) => Array.from({ length: count }, () => Number(size)))
}

/** Divides the whole house into parties, best first; leaves out categories that no ticket group sells at this presentation. */
export function partiesOf(plan: LoadedPlan, seating: Seating): Party[] {
  const parties: Party[] = []
  for (const section of plan.sections) if (!section.isReserved) parties.push(...partiesOfPlaces(section, seating))
  for (const row of plan.hall.rows) {
    for (let at = row.first; at < row.end;) {
      const end = endOfStretch(plan, seating, { first: at, end: row.end })
      parties.push(...partiesOfStretch(plan, seating, { first: at, end }))
      at = Math.max(end, at + 1)
    }
  }
  return parties.sort((a, b) => a.rank - b.rank)
}

/** Seats of a row, from one index up to before another. */
interface Stretch {
  readonly first: number
  readonly end: number
}

/** The end of the adjacent sold seats from the first on; the first itself if that seat is not sold. */
function endOfStretch({ hall, seats }: LoadedPlan, { isSold }: Seating, rest: Stretch): number {
  let end = rest.first
  while (
    end < rest.end &&
    isSold(seats[end]?.category ?? '') &&
    (end === rest.first || (hall.addressX[end] ?? 0) === (hall.addressX[end - 1] ?? 0) + 1)
  )
    end++
  return end
}

function partiesOfStretch(plan: LoadedPlan, seating: Seating, { first, end }: Stretch): Party[] {
  const { hall, seats } = plan
  const { random, worth, keepsOneFree } = seating
  const parties: Party[] = []
  for (let at = first; at < end;) {
    const stop = Math.min(end, at + sizeAt(plan, random, { first: at, end }))
    const own = seats.slice(at, stop)
    const middle = (at + stop - 1) >> 1
    const isLast = isForWheelchair(hall, at) && random() > 1 / WHEELCHAIR_ONE_OF
    const rank = (worth[middle] ?? 0) + (random() + random() - 1) * SCATTER + (isLast ? LAST : 0)
    parties.push({ sectionId: own[0]?.sectionId ?? 0, seatIds: own.map(({ id }) => id), rank })
    at = keepsOneFree ? stop + 1 : stop
  }
  return parties
}

function isForWheelchair(hall: Hall, seat: number): boolean {
  return hasFeature(hall, seat, SEAT_FEATURE.isHandicap, SEAT_FEATURE.isCompanion)
}

/** The size of the next party: a whole sofa, wheelchair places with their companions, else a random size that mostly leaves no single seat at the end. */
function sizeAt({ hall, seats }: LoadedPlan, random: () => number, { first: at, end }: Stretch): number {
  const unit = unitOf(hall, at)
  if (unit.length > 1) return unit.length
  const isSpecial = isForWheelchair(hall, at)
  let alike = at
  while (alike < end && isForWheelchair(hall, alike) === isSpecial && unitOf(hall, alike).length === 1) alike++
  if (isSpecial) return alike - at
  const size = pick(seats.length > STADIUM ? IN_STADIUMS : IN_HALLS, random)
  const left = alike - at - size
  return left === 1 && random() < 0.8 ? size + 1 : Math.min(size, alike - at)
}

function pick(sizes: readonly number[], random: () => number): number {
  return sizes[Math.floor(random() * sizes.length)] ?? 1
}

function partiesOfPlaces({ id, capacity, firstPlace, category }: PlanSection, { random, isSold }: Seating): Party[] {
  const parties: Party[] = []
  if (!isSold(category ?? '')) return parties
  const sizes = capacity < ROOM ? IN_HALLS : IN_SITES
  for (let at = 0; at < capacity;) {
    const size = Math.min(pick(sizes, random), capacity - at)
    const from = (firstPlace ?? 0) + at
    parties.push({ sectionId: id, seatIds: Array.from({ length: size }, (_, n) => from + n), rank: random() })
    at += size
  }
  return parties
}
