import type { Plan, PlanPicture, PlanStage } from './seatplan.ts'

/** A point in plan units, as [x, y]. */
export type Point = readonly [number, number]

/** A seat as a plan reader or our own layout places it; the importer assigns its id. */
export interface LaidOutSeat {
  /** Identifies the seat across imports of its plan. */
  readonly guid: string
  readonly sectionId: number
  readonly groupId: number
  readonly x: number
  readonly y: number
  readonly seatplanX: number
  readonly seatplanY: number
  /** Degrees clockwise; at 0 the seat faces the top of the drawing. */
  readonly rotate: number
  readonly rowName: string
  readonly seatName: string
  readonly category: string
  readonly features: readonly number[]
}

export interface LaidOutSection {
  readonly id: number
  readonly name: string
  readonly isReserved: boolean
  /** Number of seats of a reserved section, or places of a general-admission one. */
  readonly capacity: number
  /** General admission only. */
  readonly category: string | null
  readonly outline: readonly Point[]
  readonly labelX: number
  readonly labelY: number
  /** Index into the levels of the plan. */
  readonly level?: number | undefined
  /** false: its seats have no place in the picture and are sold by the list. Left out: drawn. */
  readonly isDrawn?: boolean | undefined
}

/** A picture behind the seats before it has an address. */
export interface LaidOutPicture extends Omit<PlanPicture, 'src'> {
  /** An SVG, cleaned, or a photo as a data URL. */
  readonly content: string
}

export interface LaidOutPlan extends Pick<Plan, 'areas' | 'foci' | 'colours' | 'tables' | 'levels'> {
  /** The file as it was read, for an export that keeps what we do not know; only of forms that are exported. */
  readonly source?: unknown
  readonly width: number
  readonly height: number
  /** Side of a seat's square: two seats of a plan are never closer than this. */
  readonly seatSize: number
  readonly stage: PlanStage | null
  readonly picture?: LaidOutPicture | undefined
  readonly sections: readonly LaidOutSection[]
  /** Sorted by section, group, y, x. */
  readonly seats: readonly LaidOutSeat[]
}

/** Plan order: by section, group, y, x. */
export function comparePlanOrder(a: LaidOutSeat, b: LaidOutSeat): number {
  return a.sectionId - b.sectionId || a.groupId - b.groupId || a.y - b.y || a.x - b.x
}

/** Rounds drawing coordinates to a hundredth of a unit, so that the same plan gives the same numbers everywhere. */
export function roundUnits(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
