import { describe, expect, it } from 'vitest'
import { accentColours, contrastOf, parseColour } from '#lib/domain/catalogue/accent.ts'

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
