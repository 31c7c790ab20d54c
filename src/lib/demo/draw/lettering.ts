import outlines from './lettering.json' with { type: 'json' }
import { short } from './shapes.ts'

/** Titles are outlines of letters, so that a poster looks the same without fonts. serif: Frank Ruhl Libre 900; sans: Heebo 800. */
export type Face = keyof typeof outlines

interface Glyph {
  /** Thousandths of the letter size. */
  readonly advance: number
  readonly d: string
}

const faces = new Map(
  Object.entries(outlines).map(([face, glyphs]) => [
    face,
    new Map(Object.entries(glyphs).map(([letter, [advance, d]]) => [letter, { advance: Number(advance), d: String(d) } satisfies Glyph])),
  ]),
)

export interface Lettering {
  readonly text: string
  readonly face?: Face
  readonly size: number
  readonly fill: string
  /** The right end of the line, or its middle. */
  readonly x?: number
  readonly y: number
  readonly middle?: boolean
  /** Maximum width; a longer line is scaled down. */
  readonly widest?: number
}

/** A line of Hebrew, right to left; digits keep their order. */
export function lettering({ text, face = 'serif', size, fill, x = 548, y, middle = false, widest = 496 }: Lettering): string {
  const glyphs = readingOrder(text).map((letter) => glyphOf(face, letter))
  const length = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) / 1000
  const fitted = Math.min(size, widest / length)
  let right = middle ? x + (length * fitted) / 2 : x
  const paths = glyphs.map(({ advance, d }) => {
    right -= (advance / 1000) * fitted
    return d === '' ? '' : `<path transform="translate(${short(right)} ${short(y)}) scale(${(fitted / 1000).toFixed(4)})" d="${d}"/>`
  })
  return `<g fill="${fill}">${paths.join('')}</g>`
}

/** Letters from the right end of the line to the left. */
function readingOrder(text: string): string[] {
  return text.replaceAll(/\d+/g, (digits) => [...digits].reverse().join('')).split('')
}

function glyphOf(face: Face, letter: string): Glyph {
  const glyph = faces.get(face)?.get(letter)
  if (!glyph) throw new RangeError(`The lettering has no "${letter}"`)
  return glyph
}
