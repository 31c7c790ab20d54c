/** A check of the server that a test can switch off: its replacement always passes. */
export interface Check {
  /** Under src/. */
  readonly file: string
  /** Its exact text, which occurs once in the file. */
  readonly text: string
  readonly without: string
  /** For a check in SQL: the beginning of the statement's name. */
  readonly statement?: string
  /** For a check in a database function. */
  readonly fn?: string
}

export type Checks = Readonly<Record<string, Check>>

/** Asks whether `check` is switched off; the transformed code of a test run calls it (see replace-code.ts). */
export const SWITCH = 'shuraIsCheckOut'

/** The key of a check for the switch. */
export function keyOf({ file, text }: Check): string {
  return `${file}: ${text}`
}

export function isInCode({ statement, fn }: Check): boolean {
  return statement === undefined && fn === undefined
}
