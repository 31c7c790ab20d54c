import { withTables, type HallTables } from './hall-tables.ts'
import { maskOf } from './seat-features.ts'
import type { Plan, PlanStage } from './seatplan.ts'

type Points = readonly (readonly [number, number])[]

/** The wire's seatplan answer (spec §7): seats are [x, y, seatplanX, seatplanY, rotateAngle, seatName, feature codes]. */
export interface WirePlan {
  readonly id: number
  readonly venueId: number
  readonly stage: PlanStage | null
  readonly sections: Readonly<Record<string, WireSection>>
}
export interface WireSection {
  readonly SectionName: string
  readonly IsReserved: boolean
  readonly capacity: number
  readonly outline: Points
  readonly labelX: number
  readonly labelY: number
  readonly level?: number | undefined
  readonly isDrawn?: boolean | undefined
  readonly groups: readonly { readonly id: number; readonly rows: readonly { RowName: string; first: number; count: number }[] }[]
  readonly seats: readonly (readonly [number, number, number, number, number, string, readonly number[]])[]
}

/** [left, top, right, bottom] in plan units. */
export type Box = readonly [number, number, number, number]

export interface HallSection {
  readonly id: number
  readonly name: string
  readonly isReserved: boolean
  readonly capacity: number
  /** Its seats are `first` … `end` − 1 of the hall; none in general admission. */
  readonly first: number
  readonly end: number
  readonly outline: Points
  readonly labelX: number
  readonly labelY: number
  /** Index into `Hall.levels`; left out: there are none. */
  readonly level?: number | undefined
  /** false: its seats have no place in the picture and are sold by the list. Left out: drawn. */
  readonly isDrawn?: boolean | undefined
  readonly box: Box
}
export interface HallRow {
  readonly name: string
  /** Index into `Hall.sections`. */
  readonly section: number
  readonly first: number
  readonly end: number
}

/** A hall as flat arrays by seat index, so that iterating over tens of thousands of seats stays cheap. */
export interface Hall {
  readonly id: number
  readonly venueId: number
  readonly count: number
  /** Centres in plan units; rotations in radians clockwise. */
  readonly x: Float32Array
  readonly y: Float32Array
  readonly angle: Float32Array
  /** Addresses of seats in their sections (XCoordinate, YCoordinate). */
  readonly addressX: Int32Array
  readonly addressY: Int32Array
  /** Indexes into `sections` and `rows`, seat group ids, and feature bit masks. */
  readonly section: Uint16Array
  readonly row: Uint16Array
  readonly group: Int32Array
  readonly features: Uint32Array
  readonly names: readonly string[]
  readonly sections: readonly HallSection[]
  readonly rows: readonly HallRow[]
  readonly stage: PlanStage | null
  readonly areas?: Plan['areas']
  /** Left out: there are only rows. */
  readonly tables?: HallTables
  readonly levels?: Plan['levels']
  readonly picture?: Plan['picture']
  readonly foci?: Plan['foci']
  readonly box: Box
  /** Usual distance between two seats side by side, in plan units. */
  readonly pitch: number
}

/** The hall of sections with their ids, in the order given. */
export function layOutHall(
  plan: Pick<WirePlan, 'id' | 'venueId' | 'stage'> & Pick<Plan, 'areas' | 'foci' | 'tables' | 'levels' | 'picture'>,
  entries: readonly (readonly [string, WireSection])[],
): Hall {
  const count = entries.reduce((sum, [, section]) => sum + section.seats.length, 0)
  const sections: HallSection[] = []
  const rows: HallRow[] = []
  const names: string[] = []
  const hall = {
    ...{ id: plan.id, venueId: plan.venueId, count, stage: plan.stage, areas: plan.areas, foci: plan.foci },
    ...(plan.levels && { levels: plan.levels }),
    ...(plan.picture && { picture: plan.picture }),
    sections,
    rows,
    names,
    ...emptyColumns(count),
  }
  for (const [id, from] of entries) {
    const first = names.length
    const box = growingBox()
    for (const [x, y, planX, planY, rotate, name, features] of from.seats) {
      const seat = names.push(name) - 1
      hall.addressX[seat] = x
      hall.addressY[seat] = y
      hall.x[seat] = planX
      hall.y[seat] = planY
      hall.angle[seat] = (rotate * Math.PI) / 180
      hall.section[seat] = sections.length
      if (features.length > 0) hall.features[seat] = maskOf(features)
      box.take(planX, planY)
    }
    for (const [x, y] of from.outline) box.take(x, y)
    if (from.seats.length === 0) box.take(from.labelX, from.labelY)
    for (const group of from.groups) {
      for (const row of group.rows) {
        const start = first + row.first
        hall.group.fill(group.id, start, start + row.count)
        hall.row.fill(rows.length, start, start + row.count)
        rows.push({ name: row.RowName, section: sections.length, first: start, end: start + row.count })
      }
    }
    sections.push({
      id: Number(id),
      name: from.SectionName,
      isReserved: from.IsReserved,
      capacity: from.capacity,
      first,
      end: names.length,
      outline: from.outline,
      labelX: from.labelX,
      labelY: from.labelY,
      ...(from.level !== undefined && { level: from.level }),
      ...(from.isDrawn === false && { isDrawn: false }),
      box: box.now(),
    })
  }
  return withTables({ ...hall, box: boxOf(sections, plan.stage, plan.areas), pitch: pitchOf(hall.x, hall.y, sections) }, plan.tables)
}

/** A place for each seat's numbers. */
function emptyColumns(count: number) {
  return {
    x: new Float32Array(count),
    y: new Float32Array(count),
    angle: new Float32Array(count),
    addressX: new Int32Array(count),
    addressY: new Int32Array(count),
    group: new Int32Array(count),
    section: new Uint16Array(count),
    row: new Uint16Array(count),
    features: new Uint32Array(count),
  }
}

export function growingBox(): { take(x: number, y: number): void; now(): Box } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  return {
    take(x, y) {
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x)
      bottom = Math.max(bottom, y)
    },
    now: () => (left > right ? [0, 0, 0, 0] : [left, top, right, bottom]),
  }
}

export function boxOf(sections: readonly HallSection[], stage: PlanStage | null, areas: Plan['areas'] = []): Box {
  const box = growingBox()
  for (const { outline } of stage ? [stage, ...areas] : areas) for (const [x, y] of outline) box.take(x, y)
  for (const {
    box: [left, top, right, bottom],
  } of sections) {
    box.take(left, top)
    box.take(right, bottom)
  }
  return box.now()
}

/** Number of seats before and after a seat among which its nearest is searched: longer than any row and the next. */
const NEAR = 1500

/** A low quantile of sampled distances to the nearest seat. A minimum would let one crowded corner shrink every seat. */
export function pitchOf(x: Float32Array, y: Float32Array, sections: readonly HallSection[]): number {
  const nearest: number[] = []
  const step = Math.max(1, Math.floor(x.length / 240))
  /** The squared distance to the nearest seat of a range. */
  const nearestTo = (seat: number, from: number, end: number): number => {
    const [seatX, seatY] = [x[seat] ?? 0, y[seat] ?? 0]
    let best = Infinity
    for (let other = from; other < end; other++) {
      const awayX = (x[other] ?? 0) - seatX
      const awayY = (y[other] ?? 0) - seatY
      const square = awayX * awayX + awayY * awayY
      if (square < best && square > 0) best = square
    }
    return best
  }
  for (const { first, end } of sections) {
    for (let seat = first + (((end - first) >> 1) % step); seat < end; seat += step) {
      const best = nearestTo(seat, Math.max(first, seat - NEAR), Math.min(end, seat + NEAR))
      if (best < Infinity) nearest.push(Math.sqrt(best))
    }
  }
  return nearest.sort((a, b) => a - b)[Math.floor(nearest.length * 0.2)] ?? 30
}
