/** What a benchmark is given: the shop under load, whose database `database()` is connected to, and where its lines go. */
export interface Bench {
  readonly origin: string
  /** Of the shop's process. */
  readonly pid: number
  readonly print: (line: string) => void
}

/** The benchmarks that the command line names, in their own order; all if it names none. A name that does not exist ends the process with 2. */
export function chosenFrom<Run>(benches: Readonly<Record<string, Run>>): readonly Run[] {
  const names = process.argv.slice(2)
  const unknown = names.filter((name) => !Object.hasOwn(benches, name))
  if (unknown.length > 0) {
    process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.\n`)
    process.exit(2)
  }
  return Object.entries(benches)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .map(([, run]) => run)
}

/** The value below which a share of the measured values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** So many rounds, calls or seconds, times BENCH_SCALE: 0.1 tries in a minute whether a benchmark works. Its figures mean something at 1 only. */
export function scaled(count: number): number {
  const scale = Number(process.env.BENCH_SCALE)
  return scale > 0 ? Math.ceil(count * scale) : count
}

export function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

/** Runs `work` for every item, at most `width` at a time. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
