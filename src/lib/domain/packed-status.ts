/** A column as runs: value, how many times, value, how many times … */
export function packRuns(values: ArrayLike<number>): number[] {
  const runs: number[] = []
  for (let at = 0; at < values.length;) {
    const value = values[at] ?? 0
    const first = at
    while (at < values.length && values[at] === value) at++
    runs.push(value, at - first)
  }
  return runs
}

/** Writes runs into a column; what they hold too much is left out, and what they do not reach stays as it is. */
export function unpackRuns<Column extends { readonly length: number; fill(value: number, start: number, end: number): unknown }>(
  runs: readonly number[],
  into: Column,
): Column {
  for (let run = 0, at = 0; run + 1 < runs.length && at < into.length; run += 2) {
    const end = at + (runs[run + 1] ?? 0)
    into.fill(runs[run] ?? 0, at, end)
    at = end
  }
  return into
}
