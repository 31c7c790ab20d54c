/**
 * Derives the colour tokens of both themes from one accent colour. The hue is the shop's; the lightness moves until every text and background pair of the
 * design keeps its contrast (WCAG 2.2: 4.5 for text, 3 for edges), so no setting can make the shop unreadable.
 */
type Rgb = readonly [number, number, number]
export type AccentTokens = Readonly<Record<string, string>>

export const WHITE: Rgb = [255, 255, 255]
export const BLACK: Rgb = [0, 0, 0]
const INK: Rgb = [21, 17, 27]
const TEXT_CONTRAST = 4.5
/** Lightness step of the search for a colour with enough contrast. */
const STEP = 0.04

/** @param accent #rrggbb */
export function accentColours(accent: string): { light: AccentTokens; dark: AccentTokens } {
  const wanted = parseColour(accent)
  return { light: lightTokens(wanted), dark: darkTokens(wanted) }
}

function lightTokens(wanted: Rgb): AccentTokens {
  const soft = mix(wanted, WHITE, 0.9)
  // White, which is lighter than its soft tint, contrasts more.
  const fill = towards(wanted, BLACK, (colour) => contrastOf(colour, soft) >= TEXT_CONTRAST)
  const deep = mix(fill, BLACK, 0.35)
  return written({
    accent: fill,
    'accent-hover': mix(fill, BLACK, 0.18),
    'accent-press': deep,
    'accent-ink': fill,
    'accent-soft': soft,
    'accent-line': mix(fill, WHITE, 0.6),
    'seat-default-stroke': fill,
    'seat-selected-fill': fill,
    'seat-premium-fill': mix(fill, WHITE, 0.82),
    'seat-premium-stroke': deep,
    'chart-1': fill,
    'chart-2': mix(fill, WHITE, 0.45),
    'stage-accent': stageAccent(wanted),
  })
}

function darkTokens(wanted: Rgb): AccentTokens {
  const surface: Rgb = [23, 18, 30]
  const soft = mix(wanted, surface, 0.8)
  const lightEnough = towards(wanted, WHITE, (colour) => contrastOf(colour, surface) >= 3)
  const fill = towards(lightEnough, BLACK, (colour) => contrastOf(colour, WHITE) >= TEXT_CONTRAST)
  const ink = towards(mix(wanted, WHITE, 0.5), WHITE, (colour) => contrastOf(colour, soft) >= 6 && contrastOf(colour, INK) >= 6)
  return written({
    accent: fill,
    'accent-hover': mix(fill, BLACK, 0.08),
    'accent-press': mix(fill, BLACK, 0.2),
    'accent-ink': ink,
    'accent-soft': soft,
    'accent-line': mix(wanted, surface, 0.45),
    'seat-default-stroke': ink,
    'seat-selected-fill': ink,
    'seat-premium-fill': mix(fill, BLACK, 0.25),
    'seat-premium-stroke': mix(ink, WHITE, 0.5),
    'chart-1': ink,
    'chart-2': mix(ink, BLACK, 0.45),
    'stage-accent': stageAccent(wanted),
  })
}

/** Text on the black stage. */
function stageAccent(wanted: Rgb): Rgb {
  return towards(wanted, WHITE, (colour) => contrastOf(colour, [18, 13, 24]) >= 6)
}

/** Moves a colour towards `end` until `holds` accepts it; `end` itself is the last resort. */
export function towards(from: Rgb, end: Rgb, holds: (colour: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += STEP) {
    const colour = mix(from, end, share)
    if (holds(colour)) return colour
  }
  return end
}

/** @param share of `other`, 0 to 1 */
export function mix(colour: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2): number => Math.round(colour[index] * (1 - share) + other[index] * share)
  return [part(0), part(1), part(2)]
}

/** The WCAG contrast ratio of two colours, 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [low, high] = [luminanceOf(one), luminanceOf(other)].sort((first, second) => first - second)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

function luminanceOf([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

export function parseColour(text: string): Rgb {
  const channel = (start: number): number => Number.parseInt(text.slice(start, start + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

function written(colours: Readonly<Record<string, Rgb>>): AccentTokens {
  return Object.fromEntries(Object.entries(colours).map(([token, rgb]) => [token, writeColour(rgb)]))
}

export function writeColour(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const PAGE: Rgb = [251, 250, 252]

/**
 * How little an accent contrasts in the worst of the pairs that it would stand in unchanged: white on it, itself on the page and on its own light tint (WCAG 2.2).
 * undefined if all reach 4.5.
 * @param accent #rrggbb
 */
export function tooLittleContrast(accent: string): number | undefined {
  const colour = parseColour(accent)
  const worst = Math.min(...[WHITE, PAGE, mix(colour, WHITE, 0.9)].map((beside) => contrastOf(colour, beside)))
  return worst < TEXT_CONTRAST ? worst : undefined
}
