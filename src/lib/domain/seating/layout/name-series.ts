/** Names of seats in a row, which say nothing of their places. */

const MOST = 2_000
/** The 22 letters of the Hebrew alphabet without the final forms. */
const ALEF = 0x5d0
const FINALS = new Set([0x5da, 0x5dd, 0x5df, 0x5e3, 0x5e5])
const HEBREW = Array.from({ length: 27 }, (_, index) => ALEF + index)
  .filter((code) => !FINALS.has(code))
  .map((code) => String.fromCodePoint(code))
const LATIN = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x41 + index))

/** Names from one to another, up or down, by a step: numbers ("101" to "119"), Latin or Hebrew letters, Hebrew numerals, with what stands before or after them. Undefined if they do not belong together. */
export function namesBetween(from: string, to: string, step = 1): string[] | undefined {
  if (from === to) return [from]
  const [first, last] = [splitName(from), splitName(to)]
  if (first && last && first.before === last.before && first.after === last.after)
    return countNames(first.number, last.number, step)?.map(
      (number) => first.before + String(number).padStart(first.width, '0') + first.after,
    )
  const letters = [LATIN, LATIN.map((letter) => letter.toLowerCase()), HEBREW].find((one) => one.includes(from) && one.includes(to))
  if (letters) return countNames(letters.indexOf(from), letters.indexOf(to), step)?.map((index) => letters[index] ?? '')
  const [low, high] = [numeralValue(from), numeralValue(to)]
  return low !== undefined && high !== undefined ? countNames(low, high, step)?.map(writeNumeral) : undefined
}

/** A name as what stands before its number, the number with its width if it begins with 0, and what stands after it. */
function splitName(name: string): { before: string; number: number; width: number; after: string } | undefined {
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d{1,9})(\D*)$/.exec(name) ?? []
  return digits === '' ? undefined : { before, number: Number(digits), width: digits.startsWith('0') ? digits.length : 0, after }
}

function countNames(from: number, to: number, step: number): number[] | undefined {
  const by = Math.abs(step)
  if (!(by >= 1) || Math.abs(to - from) / by >= MOST) return undefined
  const count = Math.floor(Math.abs(to - from) / by) + 1
  return Array.from({ length: count }, (_, index) => from + index * by * Math.sign(to - from))
}

/** Hebrew letters by their value as numerals: 1 to 9, 10 to 90, 100 to 400. */
function letterValue(index: number): number {
  if (index < 9) return index + 1
  return index < 18 ? (index - 8) * 10 : (index - 17) * 100
}

function numeralValue(name: string): number | undefined {
  const letters = [...name.replaceAll(/["'\u05f3\u05f4]/g, '')].map((letter) => HEBREW.indexOf(letter))
  if (letters.length === 0 || letters.length > 5 || letters.includes(-1)) return undefined
  const value = letters.reduce((sum, index) => sum + letterValue(index), 0)
  return writeNumeral(value) === letters.map((index) => HEBREW[index]).join('') ? value : undefined
}

/** A number below 1,000 in Hebrew letters; 15 and 16 are 9 + 6 and 9 + 7. */
function writeNumeral(value: number): string {
  const hundreds =
    Array.from({ length: Math.floor(value / 400) }, () => HEBREW[21] ?? '').join('') + letterOf(Math.floor((value % 400) / 100) * 100)
  const rest = value % 100
  return rest === 15 || rest === 16
    ? hundreds + letterOf(9) + letterOf(rest - 9)
    : hundreds + letterOf(rest - (rest % 10)) + letterOf(rest % 10)
}

function letterOf(value: number): string {
  return value === 0 ? '' : (HEBREW.find((_, index) => letterValue(index) === value) ?? '')
}

/** Seats beside each other, and the places left free before them. */
export interface NameBlock {
  readonly gap: number
  readonly names: readonly string[]
}

/**
 * The seats of a cell such as `1-10`, `1-19/2`, `101,103,107` or `1-8 | 9-16`: a bar is an aisle, `_` a place left free; other numbers that are missing leave no room. Undefined if it
 * says something else.
 */
export function readSeatCell(written: string): NameBlock[] | undefined {
  const blocks: NameBlock[] = []
  for (const [index, part] of written.split('|').entries()) {
    let gap = index === 0 ? 0 : 1
    for (const item of part.split(',').map((one) => one.trim())) {
      if (item === '_') gap++
      else {
        const names = readSeatItem(item)
        if (!names) return undefined
        blocks.push({ gap, names })
        gap = 0
      }
    }
  }
  return blocks.length > 0 ? blocks : undefined
}

function readSeatItem(item: string): string[] | undefined {
  const [range = '', step = '1', ...more] = item.split('/').map((one) => one.trim())
  const [from = '', to = from, ...others] = range.split(/\s*(?:-|\u2013|\.\.)\s*/)
  return from === '' || to === '' || more.length + others.length > 0 ? undefined : namesBetween(from, to, Number(step))
}
