import type { PlanLanguages } from '#lib/domain/catalogue/plan-words.ts'

/** One hall's plan (spec §3). Drawing coordinates are plan units: x grows to the right of the hall, y away from the stage. */

export interface PlanSeat {
  /** Unique in the plan and part of a claim's key. General-admission places have ids too, starting at `PlanSection.firstPlace`. */
  readonly id: number
  readonly sectionId: number
  /** VenueSectionSeatGroupId: rows that belong together; 0 if the plan has no groups. */
  readonly groupId: number
  /** The seat's address in its section (XCoordinate, YCoordinate): integers, unique as a pair. x runs from the hall's left to its right. */
  readonly x: number
  readonly y: number
  /** Centre in the drawing (SeatplanX, SeatplanY). */
  readonly seatplanX: number
  readonly seatplanY: number
  /** Degrees clockwise. */
  readonly rotate: number
  readonly rowName: string
  readonly seatName: string
  /** Price category; a presentation maps it to a ticket group. */
  readonly category: string
  /** Feature codes (spec §3), for example 13 premium. */
  readonly features: readonly number[]
}

export interface PlanSection {
  readonly id: number
  readonly name: string
  readonly isReserved: boolean
  /** Number of places of a general-admission section, or of seats of a reserved one. */
  readonly capacity: number
  /** Id of the first place of a general-admission section; otherwise null. */
  readonly firstPlace: number | null
  /** Price category of a general-admission section; otherwise null. */
  readonly category: string | null
  /** Outline as [x, y] points in plan units; empty if none is drawn. */
  readonly outline: readonly (readonly [number, number])[]
  readonly labelX: number
  readonly labelY: number
  /** Index into `Plan.levels`; left out: the plan has none. */
  readonly level?: number | undefined
  /** false: its seats have no place in the picture and are sold by the list. Left out: drawn. */
  readonly isDrawn?: boolean | undefined
}

/** A floor or level of a house. The map shows one at a time, drawn where the file draws it and moved by so much, so that no two lie over each other. */
export interface PlanLevel {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** The drawn stage, screen or pitch: a closed polygon and the position of its label. */
export interface PlanStage {
  readonly outline: readonly (readonly [number, number])[]
  readonly labelX: number
  readonly labelY: number
  readonly label: string
}

/** Something that a plan's file draws under the seats: a shape, a text, or both. Colours are #rrggbb or #rrggbbaa. */
export interface PlanArea {
  /** A closed polygon in plan units; empty for a text alone. */
  readonly outline: readonly (readonly [number, number])[]
  readonly fill: string | null
  readonly line: string | null
  readonly text: string
  /** The middle of the text, the height of its letters in plan units, and its turn in degrees clockwise. */
  readonly textX: number
  readonly textY: number
  readonly textSize: number
  readonly textColour: string
  readonly rotate: number
  /** Seats stand on it: it is drawn faintly, so that they can be told from it. */
  readonly isUnderSeats: boolean
  /** Index into `Plan.levels`; left out: it is drawn on every level. */
  readonly level?: number | undefined
}

/** A picture that the map shows faintly under everything else, in its own ratio; x, y, width and height in plan units. */
export interface PlanPicture {
  /** Its address, which changes with its content. */
  readonly src: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A table, bench or box: a row of its section that is drawn with a shape of its own. */
export interface PlanTable {
  /** The seats of a table stand around it, so that the last is beside the first; a bench and a box have two ends. */
  readonly kind: 'table' | 'bench' | 'box'
  readonly sectionId: number
  /** The y that all of its seats, and no others of the section, have. */
  readonly y: number
  /** Its seats are sold together only. */
  readonly sellWhole: boolean
  /** The shape that its seats stand at, as a closed polygon in plan units; empty if none is drawn. */
  readonly outline: readonly (readonly [number, number])[]
}

export interface Plan {
  readonly id: number
  readonly venueId: number
  readonly name: string
  /** Changes whenever anything in the plan changes. */
  readonly version: string
  readonly width: number
  readonly height: number
  readonly stage: PlanStage | null
  /** In the file's order, the stage among them; none for a plan that is laid out by us. */
  readonly areas?: readonly PlanArea[]
  readonly tables?: readonly PlanTable[]
  /** From the lowest on, or in the order of the file; left out: one. */
  readonly levels?: readonly PlanLevel[] | undefined
  /** Drawn on every level where the level has the stage; left out: none. */
  readonly picture?: PlanPicture | undefined
  /** Where seats look to, if the plan says so; otherwise the stage's middle. */
  readonly foci?: readonly (readonly [number, number])[]
  /** Colours of price categories as the file has them, #rrggbb by name. */
  readonly colours?: Readonly<Record<string, string>>
  readonly sections: readonly PlanSection[]
  /** Beside Hebrew; null or left out: none. */
  readonly words?: PlanLanguages | null
  /** In plan order: by section, group, y, x. */
  readonly seats: readonly PlanSeat[]
}

/** Seat feature codes (spec §3). */
export const SEAT_FEATURE = {
  isCouch: 1,
  isKidsSeat: 2,
  isLongSeat: 3,
  isBedSeat: 4,
  isBarStool: 5,
  isWoodenChair: 6,
  isHandicap: 10,
  isCompanion: 11,
  isLimitedView: 12,
  isPremium: 13,
  isHeated: 20,
  isLeftSeat: 31,
  isMiddleSeat: 32,
  isRightSeat: 33,
  isBoatSeat: 40,
  isPaddleBoatSeat: 41,
  isPedalBoatSeat: 42,
  isTableSeat: 50,
} as const

/** Seat status codes of the wire (spec §4): 2 is the visitor's own lock, 3 is everything unavailable to the visitor. */
export const SEAT_STATUS = { available: 1, selected: 2, held: 3 } as const
