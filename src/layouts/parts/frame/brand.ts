import { settings } from '#lib/server/platform/config/settings.ts'
import { accentColours } from '#lib/domain/catalogue/accent.ts'

/** The shop's name, its logo (a picture's address; undefined: the drawn one) and the stylesheet of its own accent colour. */
export interface Brand {
  readonly name: string
  readonly mark: string | undefined
  readonly stylesheet: string | undefined
}

export function brand(): Brand {
  const { name, mark, accent } = settings().brand
  return { name, mark, stylesheet: accent === undefined ? undefined : `/brand.css?accent=${accent.slice(1)}` }
}

/** The tokens derived from the accent setting, for both themes. `html` gives each rule more specificity than the theme's, whichever is loaded first. */
export function brandStyles(): string {
  const { accent } = settings().brand
  return accent === undefined ? '' : accentStyles(accent)
}

/** @param accent #rrggbb */
export function accentStyles(accent: string): string {
  const { light, dark } = accentColours(accent)
  const lightRules = declarations(light)
  const darkRules = declarations(dark)
  return [
    `html:root{${lightRules}}`,
    `html:root[data-theme='dark']{${darkRules}}`,
    `@media (prefers-color-scheme:dark){html:root:not([data-theme='light']){${darkRules}}}`,
    '.logo .mark-dot{fill:var(--accent)}.stage .mark-dot,.order-head .mark-dot,.foot .mark-dot{fill:var(--stage-accent)}',
  ].join('\n')
}

function declarations(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([token, colour]) => `--${token}:${colour}`)
    .join(';')
}
