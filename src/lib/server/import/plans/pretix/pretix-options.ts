import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PlanTable } from '#lib/domain/seating/plan/seatplan.ts'
import type { Reading } from '#lib/server/import/read/report.ts'
import type { PretixPlan } from './pretix-format.ts'

/** What a catalogue or a file says of rows: later ones win. Left out: all sections, all rows, as found, seats singly. */
export interface TableOption {
  readonly section?: string | undefined
  readonly rows?: readonly string[] | undefined
  readonly kind?: PlanTable['kind'] | 'row' | undefined
  readonly sellWhole?: boolean | undefined
  readonly outline?: readonly Point[] | undefined
}

/** By the name of a zone or the text of a shape: how many stand there, and under which price category; left out: its name. */
type StandingOption = Readonly<Record<string, { readonly capacity: number; readonly category?: string | undefined }>>

/** By the name of a level, from the lowest on: the sections that are on it, by the file's names or their own. */
export type LevelOption = Readonly<Record<string, readonly string[]>>

/** A catalogue's additions to a pretix plan: own names, seat features, the stage and the foci where the file does not tell them, and the drawing's scale. */
export interface PretixOptions {
  readonly stage?: string | undefined
  readonly stageLabel?: string | undefined
  readonly foci?: readonly { readonly x: number; readonly y: number }[] | undefined
  readonly zoneOffsets?: Readonly<Record<string, { readonly x: number; readonly y: number }>> | undefined
  readonly sectionNames?: Readonly<Record<string, string>> | undefined
  readonly categoryNames?: Readonly<Record<string, string>> | undefined
  readonly seatFeatures?: Readonly<Record<string, readonly number[]>> | undefined
  readonly tables?: readonly TableOption[] | undefined
  readonly standing?: StandingOption | undefined
  readonly levels?: LevelOption | undefined
  readonly scale?: number | undefined
  readonly trim?: boolean | undefined
}

/** A pretix plan that is read, and what the catalogue says of it. */
export interface PretixReading extends Reading {
  readonly plan: PretixPlan
  readonly options: PretixOptions
}
