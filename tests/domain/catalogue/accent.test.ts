import { describe, expect, it } from 'vitest'
import { accentColours, contrastOf, parseColour, tooLittleContrast } from '#lib/domain/catalogue/accent.ts'

const ACCENTS = ['#6C1AA6', '#000000', '#ffffff', '#ffea00', '#00e5ff', '#ff0000', '#0a7f3f', '#7f7f7f', '#1b1464', '#ffb3c7']

function contrast(tokens: Readonly<Record<string, string>>, one: string, other: string): number {
  const colour = (name: string): string => (name.startsWith('#') ? name : (tokens[name] ?? ''))
  return contrastOf(parseColour(colour(one)), parseColour(colour(other)))
}

describe('a shop’s own accent colour', () => {
  it.each(ACCENTS)('%s keeps every colour pair readable in both themes', (accent) => {
    const { light, dark } = accentColours(accent)
    for (const fill of ['accent', 'accent-hover', 'accent-press']) {
      expect(contrast(light, fill, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(dark, fill, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(light, 'accent-ink', 'accent-soft')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(light, 'accent-ink', '#fbfafc')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(light, 'seat-premium-stroke', 'seat-premium-fill')).toBeGreaterThanOrEqual(3)
    expect(contrast(dark, 'accent-ink', 'accent-soft')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dark, 'accent-ink', '#1f1928')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dark, 'seat-selected-fill', '#15111b')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(light, 'stage-accent', '#120d18')).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the accent of a mini-site', () => {
  it.each(['#6C1AA6', '#7a3229', '#000000', '#0a5f2f'])('%s is readable in all its pairs, and so stays as it is', (accent) => {
    expect(tooLittleContrast(accent)).toBeUndefined()
    expect(accentColours(accent).light.accent).toBe(accent.toLowerCase())
  })

  it.each(['#ffffff', '#ffea00', '#f2a65a', '#7f7f7f', '#ffb3c7'])('%s is not', (accent) => {
    expect(tooLittleContrast(accent)).toBeLessThan(4.5)
  })

  it('is not if white can be read on it, but itself not on its light tint', () => {
    expect(contrastOf(parseColour('#767676'), parseColour('#ffffff'))).toBeGreaterThan(4.5)
    expect(tooLittleContrast('#767676')).toBeCloseTo(contrastOf(parseColour('#767676'), parseColour('#f1f1f1')), 5)
  })
})
