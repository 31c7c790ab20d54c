import { randomUUID } from 'node:crypto'

/** Placeholder for the visitor's uuid in a page that was rendered without a visitor; as wide as a uuid. */
export const NOBODY_MARK = '\u{7f}'.repeat(36)

/** A uuid that no visitor has: whom a page is rendered for that shows a visitor who has begun nothing. */
export function newNobody(): string {
  return randomUUID()
}
