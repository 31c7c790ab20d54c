/** Packs a column as runs: value, count, value, count … */
export function packRuns(values: ArrayLike<number>): number[] {
  const runs: number[] = []
  for (let at = 0; at < values.length;) {
    const value = values[at] ?? 0
    const first = at++
    while (at < values.length && values[at] === value) at++
    runs.push(value, at - first)
  }
  return runs
}

/** Writes runs into a column. Excess values are dropped; positions beyond the runs keep their values. */
export function unpackRuns<Column extends { readonly length: number; [at: number]: number }>(
  runs: readonly number[],
  into: Column,
): Column {
  const { length } = into
  for (let run = 0, at = 0; run < runs.length; run += 2) {
    const value = runs[run] ?? 0
    const end = Math.min(length, at + (runs[run + 1] ?? 0))
    // Most runs are short: a loop is faster than calling `fill` for each.
    for (; at < end; at++) into[at] = value
  }
  return into
}
