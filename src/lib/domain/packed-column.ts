import { packRuns, unpackRuns } from './packed-status.ts'

/**
 * Walks through a column that is cut into stretches (rows of seats) and guesses each value from those before it: a stretch begins as the one before
 * it did, then goes on in even steps. Packing and unpacking guess alike, so that only what a guess misses has to travel: for rows of seats hardly anything.
 */
function walk(lengths: readonly number[], take: (at: number, guessed: number) => number): void {
  let [at, first, opening] = [0, 0, 0]
  for (const length of lengths) {
    let [last, step] = [0, 0]
    for (let n = 0; n < length; n++) {
      const value = take(at++, n === 0 ? first : last + (n === 1 ? opening : step))
      step = value - last
      last = value
      if (n === 0) first = value
      if (n === 1) opening = step
    }
  }
}

/**
 * What the guesses miss, in runs. A value that is no number is taken as guessed.
 * @param slack how far an unpacked value may be from the true one, beyond rounding
 */
export function packColumn(values: readonly (number | undefined)[], lengths: readonly number[], slack = 0): number[] {
  const missed: number[] = []
  walk(lengths, (at, guessed) => {
    const value = values[at]
    const taken = value === undefined || Math.abs(value - guessed) <= slack ? guessed : Math.round(value)
    missed.push(taken - guessed)
    return taken
  })
  return packRuns(missed)
}

export function unpackColumn(runs: readonly number[], lengths: readonly number[]): Int32Array {
  const column = unpackRuns(runs, new Int32Array(lengths.reduce((sum, length) => sum + length, 0)))
  walk(lengths, (at, guessed) => (column[at] = guessed + (column[at] ?? 0)))
  return column
}
