import { readFile } from 'node:fs/promises'
import { database } from '#lib/server/platform/db/connect.ts'

/** Of a second, as the kernel counts (Linux). */
const TICKS = 100

/** Where the kernel's line about a process has what is read here, counted from its state. */
const FIELDS = { parent: 1, ownTime: [11, 12], timeOfEnded: [13, 14] } as const

/** Processor time of a process so far: of its program and of the kernel for it. */
export async function cpuSeconds(pid: number): Promise<number> {
  return secondsIn(await fieldsOf(pid), FIELDS.ownTime)
}

async function fieldsOf(pid: number): Promise<readonly number[]> {
  const line = await readFile(`/proc/${String(pid)}/stat`, 'utf8')
  return (line.split(') ')[1]?.split(' ') ?? []).map(Number)
}

function secondsIn(fields: readonly number[], places: readonly number[]): number {
  return places.reduce((sum, place) => sum + (fields[place] ?? 0), 0) / TICKS
}

/** Processor time so far, in ms. */
export interface ProcessorTime {
  readonly shop: number
  /** Of all processes of the database server, those that have ended included. */
  readonly database: number
  /** Of this process, which sends the load. */
  readonly load: number
}

export async function processorTime(shop: number): Promise<ProcessorTime> {
  // The first is one of the server's own, which does not end.
  const { rows } = await database().query<{ pid: number }>('SELECT pid FROM pg_stat_activity ORDER BY backend_start')
  const backends = await Promise.all(rows.map(({ pid }) => cpuSeconds(pid).catch(() => 0)))
  const server = (await fieldsOf(rows[0]?.pid ?? 0))[FIELDS.parent] ?? 0
  const ended = secondsIn(await fieldsOf(server), FIELDS.timeOfEnded)
  const { user, system } = process.cpuUsage()
  return {
    shop: (await cpuSeconds(shop)) * 1_000,
    database: backends.reduce((sum, one) => sum + one, ended) * 1_000,
    load: (user + system) / 1_000,
  }
}

/** Processor time of each of so many pieces of work since then, in words. */
export function timeOfEach(before: ProcessorTime, after: ProcessorTime, count: number): string {
  const each = (name: keyof ProcessorTime) => ((after[name] - before[name]) / count).toFixed(2)
  return `processor time of each ${each('shop')} ms in the shop, ${each('database')} ms in the database, ${each('load')} ms for the load`
}
