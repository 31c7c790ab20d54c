import { KNOWN, type PretixSeat } from './pretix-format.ts'
import planWords from './plan-words.json' with { type: 'json' }

/** How plans mark seats, in their keys, values and category names; letters and digits only, lower case. */

const CODES = new Map(Object.entries(planWords.features).flatMap(([code, words]) => words.map((word) => [word, Number(code)] as const)))
const YES = new Set(planWords.yes)

/** The feature codes of a seat by the words of its file, ascending: keys that are true, values, and the name of its category. */
export function marksOf(seat: PretixSeat): number[] {
  const own = Object.entries(seat).filter(([key]) => !KNOWN.seat.includes(key))
  return readMarks({ ...Object.fromEntries(own), '': seat.category })
}

/** The feature codes that keys and values mark, ascending. */
export function readMarks(marks: Readonly<Record<string, unknown>>): number[] {
  return [...new Set(Object.entries(marks).flatMap(([key, value]) => readMark(key, value)))].sort((a, b) => a - b)
}

function readMark(key: string, value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap((item) => readMark(key, item))
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([inner, item]) => readMark(inner, item))
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
  const word = plain(String(value))
  const code = YES.has(word) ? CODES.get(plain(key.replace(/^(is|has)_?(?=[A-Z_]|[a-z]{4})/, ''))) : CODES.get(word)
  return code === undefined ? [] : [code]
}

function plain(words: string): string {
  return words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
