import { readSeatCell } from './name-series.ts'
import { readSeatNumbers } from '#lib/domain/seating/plan/seat-numbers.ts'

/** The places of a row, from the seat that is written first: a name, or null where no seat stands. */
export interface RowPlaces {
  readonly places: readonly (string | null)[]
  /** Whether its numbers only count its seats, so that they go on from the block before. */
  readonly isCounted: boolean
}

const NUMBERS = /^[\d\s,-]+$/

/**
 * The seats of a row by a count, by numbers, or by names that say nothing of their places. 14 is 1 to 14; "1-10,12-16" leaves the place of 11 free, and "3-10" those of 1 and 2.
 * Numbers that begin above their own count ("101-106") or go in steps ("1,3,5", "1-19/2") leave no room, nor do letters ("A-K"); "_" is a free place, "|" an aisle.
 * @returns undefined if it is none of these
 */
export function readRowPlaces(written: number | string): RowPlaces | undefined {
  const numbers = NUMBERS.test(String(written)) ? readSeatNumbers(written) : undefined
  if (numbers) return placesOf(numbers.toSorted((a, b) => a - b))
  const blocks = typeof written === 'string' ? readSeatCell(written) : undefined
  return blocks && { isCounted: false, places: blocks.flatMap(({ gap, names }) => [...Array.from({ length: gap }, () => null), ...names]) }
}

function placesOf(numbers: readonly number[]): RowPlaces {
  const [first = 1, second = first + 1] = numbers
  const step = second - first
  const isStepped = step > 1 && numbers.length > 2 && numbers.every((number, at) => number === first + at * step)
  if (isStepped) return { places: numbers.map(String), isCounted: false }
  // Who writes 3-10 leaves the corner of the hall free; nobody leaves room for a hundred seats.
  const from = first > numbers.length ? first : 1
  const there = new Set(numbers)
  const places = Array.from({ length: Math.max(0, (numbers.at(-1) ?? 0) - from + 1) }, (_, at) => (there.has(from + at) ? String(from + at) : null)) // prettier-ignore
  return { places, isCounted: from === 1 }
}
