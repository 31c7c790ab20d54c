import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { themeColours } from '#tests/support/theme-colours.ts'

test('R1.27 the theme is purple with white text on it, and black as its contrast', () => {
  const light = themeColours('light')
  const [red = 0, green = 0, blue = 0] = (light.get('accent')?.match(/[0-9a-f]{2}/gi) ?? []).map((part) => parseInt(part, 16))
  expect(blue).toBeGreaterThan(red)
  expect(red).toBeGreaterThan(green * 3)
  expect(light.get('on-accent')).toBe('#ffffff')
  expect(Math.max(...(light.get('contrast')?.match(/[0-9a-f]{2}/gi) ?? []).map((part) => parseInt(part, 16)))).toBeLessThan(0x20)
})

test.each(['display', 'ui'])('R1.28 the first font of --font-%s is of the shop and has all Hebrew letters', (use) => {
  const [, first] = new RegExp(`--font-${use}: '([^']+)'`).exec(readFileSync('src/layouts/theme.css', 'utf8')) ?? []
  const faces = readFileSync('src/layouts/fonts.css', 'utf8')
    .split('@font-face')
    .filter((face) => face.includes(`font-family: '${String(first)}'`))
  const hebrew = faces.find((face) => face.includes('U+05D0-05EA'))
  expect(hebrew).toMatch(/src: url\(\/fonts\/[\w-]+\.woff2\)/)
})

test('R9.15 layouts change at 600, 900 and 1250 px', () => {
  expect(readFileSync('uno.config.ts', 'utf8')).toContain("breakpoints: { mobile: '600px', tablet: '900px', laptop: '1250px' }")
  const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|astro)$/.test(file))
  const widths = styles.flatMap((file) =>
    [...readFileSync(`src/${file}`, 'utf8').matchAll(/@media[^{]*min-width:\s*(\d+)px/g)].map(([, px]) => Number(px)),
  )
  expect([...new Set(widths)].toSorted((one, other) => one - other)).toEqual([600, 900, 1250])
})

test('no style or script asks by what one points, so a page looks the same on a phone and on a desk of one width', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|astro|ts|tsx)$/.test(file))
  const asking = files.filter((file) => /\((any-)?(pointer|hover)\b|\bpointer-(coarse|fine):/.test(readFileSync(`src/${file}`, 'utf8')))
  expect(asking).toEqual([])
})
