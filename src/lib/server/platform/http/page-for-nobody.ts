import { randomUUID } from 'node:crypto'

/** Stands where the name of the visitor goes in a page that was rendered for nobody. Of the width of a uuid. */
export const NOBODY_MARK = '\u{7f}'.repeat(36)

/** A uuid that no visitor has: whom a page is rendered for that shows a visitor who has begun nothing. */
export function newNobody(): string {
  return randomUUID()
}
