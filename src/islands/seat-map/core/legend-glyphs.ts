import { maskOf } from '#lib/domain/seating/plan/seat-features.ts'
import { ADDITIONS, AVAILABLE, BODIES, freeLook, glyphOf, kindOf, LOOKS, type Glyph } from './looks.ts'

/** The looks on a plain chair, in the order of the legend. */
export const GLYPHS: readonly Glyph[] = LOOKS.map((_look, at) => glyphOf(at, 0))

/** The features that have a shape of their own on the map, each with its code (spec §3) and its glyph. */
export const KINDS: readonly { readonly code: number; readonly glyph: Glyph }[] = [...BODIES, ...ADDITIONS]
  .map(([code]) => ({ code, glyph: glyphOf(AVAILABLE, maskOf([code])) }))
  .sort((one, other) => one.code - other.code)

/** A free seat that has one feature, as the map draws it. @param code spec §3 */
export function glyphOfFeature(code: number): Glyph {
  const mask = maskOf([code])
  return glyphOf(freeLook(mask), kindOf(mask))
}
