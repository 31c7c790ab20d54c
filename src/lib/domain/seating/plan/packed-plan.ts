import type { HallSection } from './seat-hall.ts'
import type { Plan } from './seatplan.ts'

/** A plan as our own map loads it, a seventeenth of its size as objects: columns over all seats or all rows, in plan order. */
export interface PackedPlan extends Pick<Plan, 'id' | 'venueId' | 'version' | 'stage'> {
  readonly sections: readonly PackedSection[]
  /** Seats of each row, and the group that it belongs to: runs. */
  readonly counts: readonly number[]
  readonly groups: readonly number[]
  readonly rowNames: PackedNames
  readonly names: PackedNames
  /** The address of a seat in its section: x by seat, y by row. */
  readonly addressX: readonly number[]
  readonly addressY: readonly number[]
  /** By seat: the centre in quarters of a plan unit, the rotation in quarters of a degree. */
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly rotate: readonly number[]
  /** Which of the lists of feature codes a seat has: runs. */
  readonly features: readonly number[]
  readonly featureLists: readonly (readonly number[])[]
}

/** A section and how many rows it has. */
export type PackedSection = Omit<HallSection, 'first' | 'end' | 'box'> & { readonly rows: number }

/** Names that are whole numbers make a column; the others stand beside it by their index. */
export interface PackedNames {
  readonly numbers: readonly number[]
  readonly words: Readonly<Record<string, string>>
}

/** Centres are kept in quarters of a plan unit, rotations in quarters of a degree. */
export const QUARTERS = 4
