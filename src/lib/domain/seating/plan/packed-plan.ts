import type { HallSection } from './seat-hall.ts'
import type { Plan } from './seatplan.ts'

/** A plan as our own map loads it, in a seventeenth of its size as objects: columns over all seats or rows, in plan order. */
export interface PackedPlan extends Pick<
  Plan,
  'id' | 'venueId' | 'version' | 'stage' | 'areas' | 'tables' | 'levels' | 'picture' | 'foci'
> {
  readonly sections: readonly PackedSection[]
  /** Runs: number of seats of each row, and its group. */
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
  /** Runs: index of each seat's list of feature codes. */
  readonly features: readonly number[]
  readonly featureLists: readonly (readonly number[])[]
}

/** A section with its number of rows. */
export type PackedSection = Omit<HallSection, 'first' | 'end' | 'box'> & { readonly rows: number }

/** Names: whole numbers as a column, all others by index. */
export interface PackedNames {
  readonly numbers: readonly number[]
  readonly words: Readonly<Record<string, string>>
}

/** Scale of stored values: centres in quarters of a plan unit, rotations in quarters of a degree. */
export const QUARTERS = 4
