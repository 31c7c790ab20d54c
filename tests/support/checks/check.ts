/** A check of the server that a test can take out: what stands in its place asks nothing. */
export interface Check {
  /** Under src/. */
  readonly file: string
  /** Its exact text, which stands in the file once. */
  readonly text: string
  readonly without: string
  /** Of a check in SQL: the beginning of the name of its statement. */
  readonly statement?: string
  /** Of a check in a function of the database. */
  readonly fn?: string
}

export type Checks = Readonly<Record<string, Check>>

/** Asks whether `check` is taken out; the code of a running test reads it (see replace-code.ts). */
export const SWITCH = 'shuraIsCheckOut'

/** How the code of a test names a check to the switch. */
export function keyOf({ file, text }: Check): string {
  return `${file}: ${text}`
}

export function isInCode({ statement, fn }: Check): boolean {
  return statement === undefined && fn === undefined
}
