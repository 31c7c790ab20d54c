/**
 * The numbers of a count or a list of ranges: 14 or "14" is 1 to 14, "1-10,12-16" omits 11.
 * @returns undefined if it is neither, or if a range runs backwards or repeats a number
 */
export function readSeatNumbers(written: number | string): number[] | undefined {
  if (/^\d+$/.test(String(written).trim())) return countUp(1, Number(written))
  const ranges = String(written).split(',').map(readRange)
  if (ranges.some((range) => range === undefined)) return undefined
  const numbers = ranges.flatMap((range) => (range ? countUp(range.from, range.to) : []))
  return new Set(numbers).size === numbers.length ? numbers : undefined
}

function readRange(written: string): { from: number; to: number } | undefined {
  const [, from, to] = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(written) ?? /^\s*(\d+)()\s*$/.exec(written) ?? []
  if (from === undefined) return undefined
  const range = { from: Number(from), to: Number(to === '' ? from : to) }
  return range.from <= range.to ? range : undefined
}

function countUp(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/**
 * The names that a list like "4-10,12" or "A-C" selects from ordered names; a range covers the names between its two ends.
 * @returns undefined if a name does not exist
 */
export function pickNames(names: readonly string[], written: string): Set<string> | undefined {
  const picked = new Set<string>()
  for (const part of written.split(',').map((one) => one.trim())) {
    const [from, to = from] = names.includes(part) ? [part] : part.split('-').map((end) => end.trim())
    const [first, last] = [names.indexOf(from ?? ''), names.indexOf(to ?? '')]
    if (first < 0 || last < 0) return undefined
    for (const name of names.slice(Math.min(first, last), Math.max(first, last) + 1)) picked.add(name)
  }
  return picked
}
