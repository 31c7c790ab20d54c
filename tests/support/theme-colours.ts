import { readFileSync } from 'node:fs'

export type Theme = 'light' | 'dark'

/** The colours of src/layouts/theme.css by the names of their tokens, each as #rrggbb. */
export function themeColours(theme: Theme): ReadonlyMap<string, string> {
  const css = readFileSync('src/layouts/theme.css', 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const tokens = css.matchAll(/--([\w-]+):\s*(?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/gi)
  return new Map([...tokens].map(([, name = '', light = '', dark = '', both]) => [name, both ?? (theme === 'light' ? light : dark)]))
}

/** The contrast of two colours by WCAG 2: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
