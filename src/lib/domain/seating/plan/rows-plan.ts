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
  /** Between the centres of neighbouring seats. */
  readonly seatPitch?: number
  /** Between rows. */
  readonly rowPitch?: number
  /** The point that curved rows go round: the stage's or the screen's focus. */
  readonly focus?: { readonly x: number; readonly y: number }
  readonly sections: readonly RowsSection[]
  readonly tiers?: readonly RowsTier[]
}

/** A reserved section has a category for its seats; one with a capacity is general admission. */
export interface RowsSection {
  readonly id: number
  readonly name: string
  readonly category: string
  readonly capacity?: number
  readonly outline?: readonly (readonly [number, number])[]
  /** A ring about the focus instead of an outline: radii and angles in degrees, positive to the hall's right. */
  readonly ring?: { readonly from: number; readonly to: number; readonly angles: readonly [number, number] }
  readonly labelAt?: readonly [number, number]
}

/** Rows behind each other that share their blocks. With `radius` they are arcs about the focus, with `origin` straight lines. */
export interface RowsTier {
  /** The sections across the tier, from the hall's left to its right; a section may come twice, with an aisle between. */
  readonly blocks: readonly number[]
  /** The gap beside each aisle beyond the normal seat pitch: one width for all, or one for each aisle. */
  readonly aisles?: number | readonly number[]
  readonly radius?: number
  /** Degrees by which a curved tier is swung about the focus, positive to the hall's right. */
  readonly angle?: number
  readonly origin?: { readonly x: number; readonly y: number; readonly rotate?: number }
  readonly seatPitch?: number
  readonly rowPitch?: number
  readonly numbering?: RowsNumbering
  readonly rows: readonly RowsRow[]
  readonly marks?: readonly RowsMark[]
}

export interface RowsNumbering {
  /** The end of the row that has the lowest number; the hall's right by default. */
  readonly from?: 'right' | 'left'
  /** Numbers run on across the row's blocks, or start again in each. */
  readonly across?: 'row' | 'block'
}

export interface RowsRow {
  readonly name: string
  /** For each block a count, or numbers with gaps such as "1-10,12-16"; one value where there is one block. */
  readonly seats: number | string | readonly (number | string)[]
  /** Room before this row beyond the row pitch, for example a cross aisle. */
  readonly before?: number
  /** Shift along the row to the hall's right. */
  readonly offset?: number
}

/** Gives some seats of a tier a category or features; later marks win. Rows and seats by name, for example "4-10,12"; all where left out. */
export interface RowsMark {
  readonly section?: number
  readonly rows?: string
  readonly seats?: string
  readonly category?: string
  readonly features?: readonly number[]
  /** Seats that are sold as one, for example 2 for a couch: they get the left, middle and right codes (spec §3). */
  readonly together?: number
}

/** What is wrong with a plan, and where: a path inside it and one sentence. */
export interface PlanProblem {
  readonly path: readonly (string | number)[]
  readonly sentence: string
}
