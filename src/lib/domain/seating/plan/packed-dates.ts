import { packRuns, unpackRuns } from './packed-status.ts'

/** On which dates each seat of a plan cannot be had, packed. */
export interface PackedDates {
  /** The distinct sets of dates, by their index in ascending order; the first is empty: free on all of them. */
  readonly sets: readonly (readonly number[])[]
  /** The index of each seat's set, as runs over all seats in plan order. */
  readonly seats: readonly number[]
}

/** 32-bit words that hold a bit for each date. */
export function wordsOf(dates: number): number {
  return Math.ceil(dates / 32)
}

/**
 * Packs the dates of every seat.
 * @param gone `wordsOf(dates)` words a seat, in plan order: bit d % 32 of word d / 32 is set if the seat cannot be had on date d
 */
export function packDates(gone: Uint32Array, dates: number): PackedDates {
  const words = wordsOf(dates)
  const known = new Map<string | number, number>()
  const sets: number[][] = []
  const indexOf = (seat: number): number => {
    const key = words === 1 ? (gone[seat] ?? 0) : gone.subarray(seat * words, (seat + 1) * words).join()
    const found = known.get(key)
    if (found !== undefined) return found
    known.set(key, sets.length)
    return sets.push(datesIn(gone, seat * words, dates)) - 1
  }
  known.set(words === 1 ? 0 : new Uint32Array(words).join(), 0)
  sets.push([])
  const indexes = new Uint32Array(words === 0 ? 0 : gone.length / words)
  for (let seat = 0; seat < indexes.length; seat++) indexes[seat] = indexOf(seat)
  return { sets, seats: packRuns(indexes) }
}

function datesIn(gone: Uint32Array, from: number, dates: number): number[] {
  const found: number[] = []
  for (let date = 0; date < dates; date++) if ((gone[from + (date >> 5)] ?? 0) & (1 << (date & 31))) found.push(date)
  return found
}

/** The dates, by their index, on which each seat cannot be had; in plan order. Seats that the runs do not reach can be had on none. */
export function unpackDates({ sets, seats }: PackedDates, count: number, dates: number): readonly (readonly number[])[] {
  const none = Array.from({ length: dates }, (_, date) => date)
  const indexes = unpackRuns(seats, new Int32Array(count).fill(-1))
  return Array.from(indexes, (index) => sets[index] ?? none)
}
