import type { PlanTable } from '#lib/domain/seating/plan/seatplan.ts'

/** Shura's own plan format: sections, and tiers of rows given as counts, which lay-out-rows.ts turns into seats. Lengths are plan units. */
export interface RowsPlan {
  readonly width: number
  readonly height: number
  readonly stage?: {
    readonly outline: readonly (readonly [number, number])[]
    readonly label: string
    readonly labelAt?: readonly [number, number]
  } | null
  readonly seatSize?: number
  /** Distance between the centres of neighbouring seats. */
  readonly seatPitch?: number
  /** Distance between rows. */
  readonly rowPitch?: number
  /** The centre of curved rows: the focus of the stage or screen. */
  readonly focus?: { readonly x: number; readonly y: number }
  readonly sections: readonly RowsSection[]
  readonly tiers?: readonly RowsTier[]
  readonly tables?: readonly RowsTable[]
}

/** A table, bench or box. Seats of a table go clockwise from its top; those of a bench or box stand in a line that looks up. */
export interface RowsTable {
  readonly section: number
  readonly name: string
  readonly kind: PlanTable['kind']
  /** The middle of the table, or of the line of seats. */
  readonly at: readonly [number, number]
  readonly seats: number | string
  /** Width and depth of a table with corners; left out: round, as large as its seats need. */
  readonly size?: readonly [number, number]
  readonly rotate?: number
  readonly sellWhole?: boolean
  readonly category?: string
  readonly features?: readonly number[]
}

/** A section with a category is reserved; one with a capacity is general admission. */
export interface RowsSection {
  readonly id: number
  readonly name: string
  readonly category: string
  readonly capacity?: number
  readonly outline?: readonly (readonly [number, number])[]
  /** A ring around the focus instead of an outline: radii, and angles in degrees, positive to the hall's right. */
  readonly ring?: { readonly from: number; readonly to: number; readonly angles: readonly [number, number] }
  readonly labelAt?: readonly [number, number]
  /** The floor or level that it is on: all sections have one, or none. */
  readonly level?: string
  /** false: its seats have no place in the picture; its tiers need none. */
  readonly isDrawn?: boolean
}

/** Consecutive rows that share their blocks. With `radius` they are arcs around the focus, with `origin` straight lines. */
export interface RowsTier {
  /** Sections across the tier, from the hall's left to its right. A section may occur twice, with an aisle between. */
  readonly blocks: readonly number[]
  /** Gap beside each aisle beyond the seat pitch: one width for all, or one per aisle. */
  readonly aisles?: number | readonly number[]
  readonly radius?: number
  /** Degrees by which a curved tier is rotated around the focus, positive to the hall's right. */
  readonly angle?: number
  readonly origin?: { readonly x: number; readonly y: number; readonly rotate?: number }
  readonly seatPitch?: number
  readonly rowPitch?: number
  readonly numbering?: RowsNumbering
  readonly rows: readonly RowsRow[]
  readonly marks?: readonly RowsMark[]
}

export interface RowsNumbering {
  /** The end of the row with the lowest number; the hall's right by default. */
  readonly from?: 'right' | 'left'
  /** Whether numbers run on across the row's blocks or start again in each. */
  readonly across?: 'row' | 'block'
}

export interface RowsRow {
  readonly name: string
  /** A count per block, or numbers with gaps such as "1-10,12-16"; a single value if there is one block. */
  readonly seats: number | string | readonly (number | string)[]
  /** Gap before this row beyond the row pitch, for example a cross aisle. */
  readonly before?: number
  /** Shift along the row to the hall's right. */
  readonly offset?: number
}

/** Gives some seats of a tier a category or features; later marks win. Rows and seats by name, for example "4-10,12"; omitted: all. */
export interface RowsMark {
  readonly section?: number
  readonly rows?: string
  readonly seats?: string
  readonly category?: string
  readonly features?: readonly number[]
  /** Number of seats sold together, for example 2 for a couch: they get the left, middle and right codes (spec §3). */
  readonly together?: number
}

/** A problem of a plan: a path inside the plan and one sentence. */
export interface PlanProblem {
  readonly path: readonly (string | number)[]
  readonly sentence: string
}
