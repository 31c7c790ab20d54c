import { BLACK, contrastOf, parseColour, towards, WHITE, writeColour } from './accent.ts'

/** A price category's colour as each theme shows it, #rrggbb. */
export interface CategoryColours {
  readonly light: string
  readonly dark: string
}

/** What seats, chips and lists stand on (theme.css): the map, a surface, the inside of a seat. The darkest of the light theme and the lightest of the dark one. */
const GROUNDS = { light: parseColour('#f4f2f7'), dark: parseColour('#231b2e') }
/** An edge that is told from its ground (WCAG 2.2). A little more than 3, as the map rounds. */
const EDGE_CONTRAST = 3.1

/**
 * The colours in which a price category is shown: the file's own, darker or lighter only as far as an edge in it needs to be seen in each theme.
 * @param colour #rrggbb
 */
export function categoryColours(colour: string): CategoryColours {
  const wanted = parseColour(colour)
  const isSeen = (ground: typeof wanted) => (shown: typeof wanted) => contrastOf(shown, ground) >= EDGE_CONTRAST
  return {
    light: writeColour(towards(wanted, BLACK, isSeen(GROUNDS.light))),
    dark: writeColour(towards(wanted, WHITE, isSeen(GROUNDS.dark))),
  }
}
