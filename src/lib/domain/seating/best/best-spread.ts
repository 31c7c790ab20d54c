import { costOfRun, forEachStretch, isAllowed, isPromising, seatsFrom, type BestGroup, type Field } from './best-field.ts'

/** A run of offerable seats side by side. */
interface Stretch {
  readonly first: number
  readonly last: number
  /** Cost of its best seat. */
  readonly least: number
  /** The best allowed part of each size, computed on demand; null if there is none. */
  readonly parts: Map<number, Part | null>
}

interface Part {
  readonly stretch: Stretch
  readonly first: number
  readonly last: number
  readonly cost: number
}

/** A group in the making. */
interface Begun {
  readonly parts: readonly Part[]
  /** Seats that it lacks, … */
  readonly left: number
  /** … and how many of them are to stand alone. */
  readonly alone: number
}

/** The runs of a hall, and those of them that groups have already. */
interface Runs {
  readonly stretches: readonly Stretch[]
  readonly isUsed: ReadonlySet<Stretch>
}

/** Penalty for each further part of a group, in seat pitches: most people prefer to sit together a bit further away. */
export const APART_COST = 2
/** Number of runs nearest to the first part that are tried for the other parts. */
const NEAREST = 16
/** Maximum number of first parts that are tried, and of continuations from each. */
export const MOST_ANCHORS = 64
const MOST_STEPS = 200

/** Groups in several rows or parts of rows close to each other. Nobody sits alone if that is possible, otherwise as few as possible, at most `mostAlone`. */
export function rankSpread(field: Field, most: number, mostAlone: number): BestGroup[] {
  const stretches = stretchesOf(field)
  for (let alone = 0; alone <= mostAlone; alone++) {
    const groups = spreadWith(field, stretches, { alone, most })
    if (groups.length > 0) return groups
  }
  return []
}

/** All runs, best first by their best seats. */
function stretchesOf(field: Field): Stretch[] {
  const stretches: Stretch[] = []
  forEachStretch(field, (first, last) => stretches.push({ first, last, least: leastCost(field, first, last), parts: new Map() }))
  return stretches.sort((a, b) => a.least - b.least)
}

function leastCost({ ground: { cost } }: Field, first: number, last: number): number {
  let least = Infinity
  for (let seat = first; seat <= last; seat++) least = Math.min(least, cost[seat] ?? 0)
  return least
}

/** The best part of a run with `size` seats, or null. */
function partOf(field: Field, stretch: Stretch, size: number): Part | null {
  const known = stretch.parts.get(size)
  if (known !== undefined) return known
  const runs: Part[] = []
  for (let first = stretch.first; first + size - 1 <= stretch.last; first++) {
    const last = first + size - 1
    if (isPromising(field, first, last)) runs.push({ stretch, first, last, cost: costOfRun(field, first, last) })
  }
  runs.sort((a, b) => a.cost - b.cost)
  const found = runs.find((run) => isAllowed(field, seatsFrom(run.first, run.last))) ?? null
  stretch.parts.set(size, found)
  return found
}

/** Groups with exactly `alone` seats standing alone. */
function spreadWith(field: Field, all: readonly Stretch[], { alone, most }: { alone: number; most: number }): BestGroup[] {
  const { quantity } = field.wish
  const needed = quantity - alone
  const stretches = alone > 0 ? all : all.filter((stretch) => stretch.last > stretch.first)
  if (stretches.reduce((sum, { first, last }) => sum + last - first + 1, 0) < quantity) return []
  const groups: BestGroup[] = []
  const isUsed = new Set<Stretch>()
  const runs: Runs = { stretches, isUsed }
  const empty: Begun = { parts: [], left: quantity, alone }
  for (const anchor of anchorsOf(field, stretches, needed)) {
    if (isUsed.has(anchor.stretch)) continue
    const parts = complete(field, withPart(empty, anchor), nearestTo(field, anchor, runs))
    if (!parts) continue
    for (const { stretch } of parts) isUsed.add(stretch)
    groups.push(groupOf(field, parts))
    if (groups.length >= most) break
  }
  return groups
}

/** First parts of groups, as large as possible. If nobody may sit alone, an odd number of seats needs an odd part, so that is tried first. */
function* anchorsOf(field: Field, stretches: readonly Stretch[], needed: number): Generator<Part> {
  const largest = needed === field.wish.quantity ? needed - 2 : needed
  const sizes = needed === 0 ? [1] : Array.from({ length: Math.max(0, largest - 1) }, (_size, at) => largest - at)
  const fitting = sizes.filter((size) => needed % 2 === 0 || size % 2 === 1)
  let tried = 0
  for (const stretch of stretches) {
    const anchor = firstOf(fitting, (size) => partOf(field, stretch, size))
    if (!anchor) continue
    yield anchor
    if (++tried === MOST_ANCHORS) return
  }
}

function firstOf(sizes: readonly number[], find: (size: number) => Part | null): Part | null {
  for (const size of sizes) {
    const part = find(size)
    if (part) return part
  }
  return null
}

/** Whether so many seats can be parts of which exactly so many are single seats. */
function canSplit(seats: number, alone: number): boolean {
  return alone >= 0 && seats >= alone && (seats !== 1 || alone > 0)
}

function withPart({ parts, left, alone }: Begun, part: Part): Begun {
  const size = part.last - part.first + 1
  return { parts: [...parts, part], left: left - size, alone: alone - (size === 1 ? 1 : 0) }
}

/** Completes the group from the runs nearest to its first part; undefined if impossible. @param near the nearest first */
function complete(field: Field, begun: Begun, near: readonly Stretch[]): readonly Part[] | undefined {
  let steps = MOST_STEPS
  const search = (group: Begun, rest: readonly Stretch[]): readonly Part[] | undefined => {
    const { parts, left, alone } = group
    if (left === 0) return isAllowed(field, seatsOf(parts)) ? parts : undefined
    for (const [at, stretch] of rest.entries()) {
      for (let size = Math.min(left, stretch.last - stretch.first + 1); size > 0; size--) {
        if (steps-- <= 0) return undefined
        if (!canSplit(left - size, alone - (size === 1 ? 1 : 0))) continue
        const part = partOf(field, stretch, size)
        const found = part && search(withPart(group, part), rest.slice(at + 1))
        if (found) return found
      }
    }
    return undefined
  }
  return search(begun, near)
}

function nearestTo(field: Field, anchor: Part, { stretches, isUsed }: Runs): Stretch[] {
  const near: { readonly stretch: Stretch; readonly distance: number }[] = []
  for (const stretch of stretches) {
    if (stretch === anchor.stretch || isUsed.has(stretch)) continue
    const distance = distanceBetween(field, anchor, stretch)
    if (near.length === NEAREST && distance >= (near.at(-1)?.distance ?? 0)) continue
    near.splice(near.findLastIndex((one) => one.distance <= distance) + 1, 0, { stretch, distance })
    if (near.length > NEAREST) near.pop()
  }
  return near.map(({ stretch }) => stretch)
}

/** Distance from the middle of one part to the nearest end or the middle of the other. */
function distanceBetween({ hall: { x, y } }: Field, from: { first: number; last: number }, to: { first: number; last: number }): number {
  const seat = (from.first + from.last) >> 1
  const [fromX, fromY] = [x[seat] ?? 0, y[seat] ?? 0]
  let least = Infinity
  for (const other of [to.first, (to.first + to.last) >> 1, to.last])
    least = Math.min(least, Math.hypot((x[other] ?? 0) - fromX, (y[other] ?? 0) - fromY))
  return least
}

function seatsOf(parts: readonly Part[]): number[] {
  return parts.flatMap(({ first, last }) => seatsFrom(first, last)).sort((a, b) => a - b)
}

function groupOf(field: Field, parts: readonly Part[]): BestGroup {
  const seats = seatsOf(parts)
  const mean = parts.reduce((sum, { cost, first, last }) => sum + cost * (last - first + 1), 0) / seats.length
  return { seats, cost: mean + scatterOf(field, seats) + APART_COST * (parts.length - 1), isTogether: false }
}

/** Mean distance of the seats from their middle, in seat pitches. */
export function scatterOf({ hall }: Field, seats: readonly number[]): number {
  const [midX, midY] = [hall.x, hall.y].map((all) => seats.reduce((sum, seat) => sum + (all[seat] ?? 0), 0) / seats.length)
  const distances = seats.map((seat) => Math.hypot((hall.x[seat] ?? 0) - (midX ?? 0), (hall.y[seat] ?? 0) - (midY ?? 0)))
  return distances.reduce((sum, distance) => sum + distance, 0) / seats.length / (hall.pitch || 1)
}
