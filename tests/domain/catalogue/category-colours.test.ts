import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryColours } from '#lib/domain/catalogue/category-colours.ts'
import { contrastOf, themeColours } from '#tests/support/theme-colours.ts'

test('colours of price categories are the file’s where they can be seen', () => {
  expect(categoryColours('#b00020').light).toBe('#b00020')
  expect(categoryColours('#ffd54f').dark).toBe('#ffd54f')
  expect(categoryColours('#ffffff').light).not.toBe('#ffffff')
})

test('any colour of a file contrasts at 3 : 1 with map, surface and seat in both themes', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(channel, channel, channel, (...rgb) => {
      const shown = categoryColours(`#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
      for (const theme of ['light', 'dark'] as const) {
        const colours = themeColours(theme)
        for (const ground of ['map-bg', 'surface', 'seat-default-fill'])
          expect(contrastOf(shown[theme], colours.get(ground) ?? ''), `${theme} ${ground}`).toBeGreaterThanOrEqual(3)
      }
    }),
  )
})
