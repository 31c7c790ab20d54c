import { describe, expect, it, test } from 'vitest'
import { accentColours, contrastOf, parseColour } from '#lib/domain/catalogue/accent.ts'
import { contrastOf as contrastByWcag } from '#tests/support/theme-colours.ts'

/** #7f7f7f is grey, #1b1464 dark, #12000a makes a soft tint that is darker than the dark page, #ffea00 is too light for white text. */
const ACCENTS = ['#6c1aa6', '#ffea00', '#1b1464', '#12000a', '#7f7f7f', '#00e5ff', '#0a7f3f', '#000000', '#ffffff'] as const

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#00ff00', '#000000', 15.3],
    ['#0000ff', '#ffffff', 8.59],
    ['#0a0a0a', '#000000', 1.06],
  ])('of %s and %s is %d, in either order', (one, other, expected) => {
    expect(contrastOf(parseColour(one), parseColour(other))).toBeCloseTo(expected, 2)
    expect(contrastOf(parseColour(other), parseColour(one))).toBeCloseTo(expected, 2)
  })
})

describe('an accent colour moves no further than its contrasts demand', () => {
  it.each([
    ['#6c1aa6', '#6c1aa6', '#8948b8', '#b68dd3', '#ad7fcd'],
    ['#ffea00', '#7a7000', '#7a7000', '#fff580', '#ffea00'],
    ['#1b1464', '#1b1464', '#645f96', '#9693b8', '#928eb5'],
    ['#7f7f7f', '#6b6b6b', '#757575', '#bfbfbf', '#939393'],
    ['#00e5ff', '#007785', '#00808f', '#80f2ff', '#00e5ff'],
    ['#0a7f3f', '#0a7a3c', '#0a7f3f', '#85bf9f', '#4fa375'],
    ['#000000', '#000000', '#666666', '#949494', '#999999'],
    ['#ffffff', '#707070', '#707070', '#ffffff', '#ffffff'],
  ])('%s: %s on light, %s on dark with texts in %s, %s on the stage', (accent, light, dark, ink, stage) => {
    const colours = accentColours(accent)
    expect(colours.light).toMatchObject({ accent: light, 'accent-ink': light, 'seat-selected-fill': light, 'stage-accent': stage })
    expect(colours.dark).toMatchObject({ accent: dark, 'accent-ink': ink, 'seat-selected-fill': ink, 'stage-accent': stage })
  })
})

test('an accent colour keeps its contrasts by an independent formula', () => {
  for (const accent of ACCENTS) {
    const { light, dark } = accentColours(accent)
    const least = (one = '', other = '') => contrastByWcag(one, other)
    expect(least(light.accent, '#ffffff'), accent).toBeGreaterThanOrEqual(4.5)
    expect(least(light['accent-ink'], light['accent-soft']), accent).toBeGreaterThanOrEqual(4.5)
    expect(least(dark.accent, '#ffffff'), accent).toBeGreaterThanOrEqual(4.5)
    expect(least(dark['accent-ink'], dark['accent-soft']), accent).toBeGreaterThanOrEqual(6)
    expect(least(dark['accent-ink'], '#15111b'), accent).toBeGreaterThanOrEqual(6)
    expect(least(light['stage-accent'], '#120d18'), accent).toBeGreaterThanOrEqual(6)
  }
})

/** Hover and press are 18 % and 35 % darker on light, 8 % and 20 % on dark. */
test('an accent colour gives every token of both themes', () => {
  expect(accentColours('#1b1464')).toEqual({
    light: {
      accent: '#1b1464',
      'accent-hover': '#161052',
      'accent-press': '#120d41',
      'accent-ink': '#1b1464',
      'accent-soft': '#e8e8f0',
      'accent-line': '#a4a1c1',
      'seat-default-stroke': '#1b1464',
      'seat-selected-fill': '#1b1464',
      'seat-premium-fill': '#d6d5e3',
      'seat-premium-stroke': '#120d41',
      'chart-1': '#1b1464',
      'chart-2': '#827eaa',
      'stage-accent': '#928eb5',
    },
    dark: {
      accent: '#645f96',
      'accent-hover': '#5c578a',
      'accent-press': '#504c78',
      'accent-ink': '#9693b8',
      'accent-soft': '#18122c',
      'accent-line': '#191345',
      'seat-default-stroke': '#9693b8',
      'seat-selected-fill': '#9693b8',
      'seat-premium-fill': '#4b4771',
      'seat-premium-stroke': '#cbc9dc',
      'chart-1': '#9693b8',
      'chart-2': '#535165',
      'stage-accent': '#928eb5',
    },
  })
})
