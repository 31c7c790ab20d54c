import { BLACK, contrastOf, mix, parseColour, towards, WHITE, writeColour } from './accent.ts'

/** A price category's colour as each theme shows it, #rrggbb. */
export interface CategoryColours {
  readonly light: string
  readonly dark: string
}

/** What seats, chips and lists stand on (theme.css): the map, a surface, the inside of a seat. The darkest of the light theme and the lightest of the dark one. */
const PLAIN = { light: parseColour('#f4f2f7'), dark: parseColour('#231b2e') }
/** How much of a picture behind the seats is covered by the colour of the map (seat-map.css). */
const VEIL = 0.88
/** The worst that a picture can be under its veil: black in the light theme, white in the dark one. */
const VEILED = { light: mix(BLACK, PLAIN.light, VEIL), dark: mix(WHITE, parseColour('#15101c'), VEIL) }
const GROUNDS = { map: PLAIN, picture: VEILED }
/** An edge that is told from its ground (WCAG 2.2). A little more than 3, as the map rounds. */
const EDGE_CONTRAST = 3.1

/**
 * The colours in which a price category is shown: the file's own, darker or lighter only as far as an edge in it needs to be seen in each theme.
 * @param colour #rrggbb
 * @param ground what is behind the seats
 */
export function categoryColours(colour: string, ground: keyof typeof GROUNDS = 'map'): CategoryColours {
  const { light, dark } = GROUNDS[ground]
  const wanted = parseColour(colour)
  const isSeen = (under: typeof wanted) => (shown: typeof wanted) => contrastOf(shown, under) >= EDGE_CONTRAST
  return {
    light: writeColour(towards(wanted, BLACK, isSeen(light))),
    dark: writeColour(towards(wanted, WHITE, isSeen(dark))),
  }
}
