import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** The visitor's own order of what a payment form was opened for. */
export interface RivalOrder {
  readonly order_id: string
  readonly state: string
}

/** A payment form and the visitor who opened it. */
export interface OpenedForm {
  readonly form_id: string
  readonly holder: string
}

/** How things are held for a visitor before they are ordered, so that nobody orders them twice. Type parameters: a line that was checked, and one held thing as JSON. */
export interface HeldRules<Line = unknown, Held = unknown> {
  /** What a visitor holds now; it is kept with a form until that is paid. */
  now(uuid: string): Promise<readonly Held[]>
  /** Whether a visitor holds all that these lines need. */
  covers(uuid: string, lines: readonly Line[]): Promise<boolean>
  /** Orders of the visitor, not failed ones, in which there is what was held when the form was opened. */
  rivals(client: Queryable, form: OpenedForm, held: readonly Held[]): Promise<readonly RivalOrder[]>
}
