/** A Map: `constructor` is no colour. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['black', '000000'],
  ['white', 'ffffff'],
  ['gray', '808080'],
  ['grey', '808080'],
  ['silver', 'c0c0c0'],
  ['red', 'ff0000'],
  ['maroon', '800000'],
  ['yellow', 'ffff00'],
  ['olive', '808000'],
  ['lime', '00ff00'],
  ['green', '008000'],
  ['aqua', '00ffff'],
  ['cyan', '00ffff'],
  ['teal', '008080'],
  ['blue', '0000ff'],
  ['navy', '000080'],
  ['fuchsia', 'ff00ff'],
  ['magenta', 'ff00ff'],
  ['purple', '800080'],
  ['orange', 'ffa500'],
  ['pink', 'ffc0cb'],
  ['brown', 'a52a2a'],
  ['gold', 'ffd700'],
])
const NONE = new Set(['', 'none', 'transparent'])

/**
 * A colour as plan files write it (#rgb, #rrggbb, #rrggbbaa, rgb(), rgba(), a basic name) as #rrggbb or #rrggbbaa.
 * @returns null for no colour, undefined for what is none
 */
export function readColour(written: string | null | undefined): string | null | undefined {
  const text = (written ?? '').trim().toLowerCase()
  if (NONE.has(text)) return null
  const [, hex] = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text) ?? []
  if (hex !== undefined) return `#${hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex}`
  const named = NAMED.get(text)
  if (named !== undefined) return `#${named}`
  const parts =
    /^rgba?\(([\d.%,\s/]+)\)$/
      .exec(text)?.[1]
      ?.split(/[\s,/]+/)
      .filter(Boolean) ?? []
  return parts.length === 3 || parts.length === 4 ? `#${parts.map((part, at) => writeByte(part, at === 3 ? 255 : 1)).join('')}` : undefined
}

function writeByte(part: string, whole: number): string {
  const value = part.endsWith('%') ? (Number(part.slice(0, -1)) / 100) * 255 : Number(part) * whole
  return Math.max(0, Math.min(255, Math.round(value) || 0))
    .toString(16)
    .padStart(2, '0')
}
