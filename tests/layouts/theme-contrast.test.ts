import { describe, expect, it } from 'vitest'
import { contrastOf, themeColours } from '#tests/support/theme-colours.ts'

/** Every pair of a colour and its ground that is in use, and the contrast it needs: 4.5 for text, 3 for what is not text (WCAG 1.4.3, 1.4.11). */
const PAIRS = [
  ['ink', 'bg', 4.5, 'body text'],
  ['ink', 'surface', 4.5, 'body text on card'],
  ['ink', 'surface-2', 4.5, 'text on quiet panel'],
  ['ink', 'surface-3', 4.5, 'text on pressed/quiet chip'],
  ['ink-2', 'bg', 4.5, 'secondary text'],
  ['ink-2', 'surface', 4.5, 'secondary text on card'],
  ['ink-2', 'surface-2', 4.5, 'secondary on quiet panel'],
  ['ink-2', 'surface-3', 4.5, 'secondary on chip'],
  ['ink-3', 'bg', 4.5, 'meta text'],
  ['ink-3', 'surface', 4.5, 'meta on card'],
  ['ink-3', 'surface-2', 4.5, 'meta on quiet panel'],
  ['on-accent', 'accent', 4.5, 'primary button'],
  ['on-accent', 'accent-hover', 4.5, 'primary button, hover'],
  ['on-accent', 'accent-press', 4.5, 'primary button, pressed'],
  ['accent-ink', 'bg', 4.5, 'links'],
  ['accent-ink', 'surface', 4.5, 'links on card'],
  ['accent-ink', 'surface-2', 4.5, 'links on quiet panel'],
  ['accent-ink', 'accent-soft', 4.5, 'accent chip text'],
  ['ink', 'accent-soft', 4.5, 'text on accent chip'],
  ['ink-2', 'accent-soft', 4.5, 'secondary on accent chip'],
  ['on-contrast', 'contrast', 4.5, 'contrast (black) button'],
  ['on-stage', 'stage', 4.5, 'hero text'],
  ['on-stage-2', 'stage', 4.5, 'hero secondary'],
  ['stage-accent', 'stage', 4.5, 'hero accent text'],
  ['on-stage', 'stage-2', 4.5, 'stage card text'],
  ['on-stage-2', 'stage-2', 4.5, 'stage card secondary'],
  ['success', 'success-soft', 4.5, 'success badge'],
  ['success', 'surface', 4.5, 'success text'],
  ['warning', 'warning-soft', 4.5, 'warning badge'],
  ['warning', 'surface', 4.5, 'warning text'],
  ['danger', 'danger-soft', 4.5, 'danger badge'],
  ['danger', 'surface', 4.5, 'error text'],
  ['info', 'info-soft', 4.5, 'info badge'],
  ['info', 'surface', 4.5, 'info text'],
  ['line-strong', 'surface', 3, 'input border (1.4.11)'],
  ['line-strong', 'bg', 3, 'input border on page'],
  ['focus', 'bg', 3, 'focus ring'],
  ['focus', 'surface-2', 3, 'focus ring on quiet panel'],
  ['accent', 'surface', 3, 'selected control edge'],
  ['seat-default-stroke', 'map-bg', 3, 'seat: available edge'],
  ['seat-default-stroke', 'seat-default-fill', 3, 'seat: available edge on fill'],
  ['seat-selected-fill', 'map-bg', 3, 'seat: selected'],
  ['seat-selected-glyph', 'seat-selected-fill', 4.5, 'seat: selected tick'],
  ['seat-premium-stroke', 'map-bg', 3, 'seat: premium edge'],
  ['seat-premium-stroke', 'seat-premium-fill', 3, 'seat: premium star'],
  ['seat-hold-stroke', 'map-bg', 3, 'seat: held edge'],
  ['seat-hold-stroke', 'seat-hold-fill', 3, 'seat: held clock'],
  ['seat-accessible-fill', 'map-bg', 3, 'seat: accessible'],
  ['seat-accessible-glyph', 'seat-accessible-fill', 4.5, 'seat: accessible glyph'],
  ['seat-limited-stroke', 'map-bg', 3, 'seat: limited view edge'],
  ['seat-blocked-stroke', 'map-bg', 3, 'seat: blocked edge (inactive)'],
  ['on-stage', 'map-stage', 4.5, 'map: stage label'],
  ['chart-1', 'surface', 3, 'chart series 1'],
] as const

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const colours = themeColours(theme)

  it.each(PAIRS)('%s on %s has a contrast of at least %s: %s', (colour, ground, least) => {
    expect(contrastOf(colours.get(colour) ?? '', colours.get(ground) ?? '')).toBeGreaterThanOrEqual(least)
  })
})
