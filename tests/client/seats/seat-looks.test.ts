import { describe, expect, it } from 'vitest'
import { GLYPHS, KINDS } from '#islands/seat-map/core/legend-glyphs.ts'
import { glyphOf, kindOf, LOOKS, TAKEN, type Glyph } from '#islands/seat-map/core/looks.ts'
import { featuresOf, maskOf } from '#lib/domain/seating/plan/seat-features.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { contrastOf, themeColours } from '#tests/support/theme-colours.ts'

const shapeOf = (glyph: Glyph) => glyph.map(({ path, fill, dash }) => `${path} ${fill ? 'filled' : ''} ${dash ? 'dashed' : ''}`).join('|')
const hasOwnLook: readonly number[] = [
  SEAT_FEATURE.isHandicap,
  SEAT_FEATURE.isCompanion,
  SEAT_FEATURE.isLimitedView,
  SEAT_FEATURE.isPremium,
]

describe('the shapes of seats', () => {
  it('give every feature of spec §3 its own shape or look', () => {
    const shaped = KINDS.map(({ code }) => code)
    expect([...shaped, ...hasOwnLook].toSorted((a, b) => a - b)).toEqual(Object.values(SEAT_FEATURE).toSorted((a, b) => a - b))
    const shapes = [...GLYPHS, ...KINDS.map(({ glyph }) => glyph)].map(shapeOf)
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  it('show every look on every kind of seat', () => {
    for (const kind of [0, ...KINDS.map(({ code }) => maskOf([code]))]) {
      const shapes = LOOKS.map((_look, at) => shapeOf(glyphOf(at, kind)))
      expect(new Set(shapes).size, String(kind)).toBe(LOOKS.length)
    }
  })

  it('combine for a seat with several features', () => {
    const kind = kindOf(maskOf([SEAT_FEATURE.isTableSeat, SEAT_FEATURE.isHeated, SEAT_FEATURE.isPremium]))
    expect(featuresOf({ features: Uint32Array.of(kind) }, 0)).toEqual([SEAT_FEATURE.isHeated, SEAT_FEATURE.isTableSeat])
    expect(
      new Set([0, kind, maskOf([SEAT_FEATURE.isHeated]), maskOf([SEAT_FEATURE.isTableSeat])].map((one) => shapeOf(glyphOf(0, one)))).size,
    ).toBe(4)
  })
})

describe('the colours of seats', () => {
  it.each(['light', 'dark'] as const)('contrast with the map at 3 : 1 in the %s theme, except for taken seats', (theme) => {
    const colours = themeColours(theme)
    const ground = colours.get('map-bg') ?? ''
    GLYPHS.forEach((glyph, look) => {
      if (look === TAKEN) return
      const parts = glyph.flatMap(({ fill, stroke }) => [fill, stroke]).filter((name) => name !== undefined)
      const best = Math.max(...parts.map((name) => contrastOf(colours.get(name) ?? ground, ground)))
      expect(best, LOOKS[look]).toBeGreaterThanOrEqual(3)
    })
  })
})
