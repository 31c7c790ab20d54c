import { packRuns } from './packed-status.ts'

/**
 * Packs a column, split into stretches (rows of seats), as runs of prediction errors. A stretch is predicted to begin like the previous one and to continue in
 * even steps; unpacking predicts the same, so only the errors travel, which are few for rows of seats. Missing values count as predicted.
 * @param slack maximum error of an unpacked value beyond rounding
 */
export function packColumn(values: readonly (number | undefined)[], lengths: readonly number[], slack = 0): number[] {
  const missed: number[] = []
  let [at, first, opening] = [0, 0, 0]
  for (const length of lengths) {
    let [last, step] = [0, 0]
    for (let n = 0; n < length; n++) {
      const guessed = n === 0 ? first : last + (n === 1 ? opening : step)
      const value = values[at++]
      const taken = value === undefined || Math.abs(value - guessed) <= slack ? guessed : Math.round(value)
      missed.push(taken - guessed)
      step = taken - last
      last = taken
      if (n === 0) first = taken
      if (n === 1) opening = step
    }
  }
  return packRuns(missed)
}

/** A packed column, and the lengths of its stretches. */
interface PackedColumn {
  readonly runs: readonly number[]
  readonly lengths: readonly number[]
}

/**
 * Fills a column, each value times a factor. One pass of plain loops: a large hall is unpacked before the engine has compiled any of this, when calls and
 * destructuring cost more than the arithmetic.
 */
export function unpackColumn<Column extends { [at: number]: number }>({ runs, lengths }: PackedColumn, into: Column, factor = 1): Column {
  let at = 0
  let run = 0
  let left = 0
  let missed = 0
  let first = 0
  let opening = 0
  for (const length of lengths) {
    let last = 0
    let step = first
    for (let n = 0; n < length; n++) {
      while (left < 1 && run < runs.length) {
        missed = runs[run] ?? 0
        left = runs[run + 1] ?? 0
        run += 2
      }
      if (left-- < 1) missed = 0
      step += missed
      last += step
      into[at++] = last * factor
      if (n === 0) {
        first = last
        step = opening
      } else if (n === 1) opening = step
    }
  }
  return into
}
