import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GLYPHS, KINDS } from '#islands/seat-map/core/legend-glyphs.ts'
import { glyphOf, kindOf, LOOKS, TAKEN, type Glyph } from '#islands/seat-map/core/looks.ts'
import { accentColours } from '#lib/domain/catalogue/accent.ts'
import { categoryColours } from '#lib/domain/catalogue/category-colours.ts'
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

describe('the colours of seats over a picture', () => {
  const css = readFileSync('src/islands/seat-map/seat-map.css', 'utf8')
  const veil = Number(/\.veil \{\s*fill: color-mix\(in srgb, var\(--map-bg\) (\d+)%, transparent\)/.exec(css)?.[1]) / 100
  const own = /\[data-picture\] \{\s*--([\w-]+): var\(--([\w-]+)\)/.exec(css) ?? []

  /** The worst pixel of any picture, black in the light theme and white in the dark one, under the veil. */
  const worstOf = (theme: 'light' | 'dark') => {
    const ground = themeColours(theme).get('map-bg') ?? ''
    const part = (at: number) => parseInt(ground.slice(at, at + 2), 16) * veil + (theme === 'dark' ? 255 * (1 - veil) : 0)
    return `#${[1, 3, 5].map((at) => Math.round(part(at)).toString(16).padStart(2, '0')).join('')}`
  }
  const shownIn = (theme: 'light' | 'dark') => {
    const colours = themeColours(theme)
    return new Map([...colours, [own[1] ?? '', colours.get(own[2] ?? '') ?? '']])
  }

  it.each(['light', 'dark'] as const)('contrast at 3 : 1 with the worst of it in the %s theme, except for taken seats', (theme) => {
    const colours = shownIn(theme)
    const ground = worstOf(theme)
    GLYPHS.forEach((glyph, look) => {
      if (look === TAKEN) return
      const parts = glyph.flatMap(({ fill, stroke }) => [fill, stroke]).filter((name) => name !== undefined && name !== 'map-bg')
      const best = Math.max(...parts.map((name) => contrastOf(colours.get(name ?? '') ?? ground, ground)))
      expect(best, LOOKS[look]).toBeGreaterThanOrEqual(3)
    })
  })

  it('contrast so whatever the shop’s accent and the colour of the price category are', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, (colour) => {
        const [accents, category] = [accentColours(colour), categoryColours(colour, 'picture')]
        for (const theme of ['light', 'dark'] as const)
          for (const shown of [
            category[theme],
            ...['default-stroke', 'selected-fill', 'premium-stroke'].map((name) => accents[theme][`seat-${name}`]),
          ])
            expect(contrastOf(shown ?? '', worstOf(theme)), theme).toBeGreaterThanOrEqual(3)
      }),
    )
  })
})
