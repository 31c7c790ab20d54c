import { readFile } from 'node:fs/promises'
import { database } from '#lib/server/platform/db/connect.ts'

/** Of a second, as the kernel counts (Linux). */
const TICKS = 100

/** Processor time of a process so far: of its program and of the kernel for it. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${String(pid)}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** Processor time so far, in ms. */
export interface ProcessorTime {
  readonly shop: number
  /** Of all processes of the database, but those that have ended. */
  readonly database: number
  /** Of this process, which sends the load. */
  readonly load: number
}

export async function processorTime(shop: number): Promise<ProcessorTime> {
  const { rows } = await database().query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const backends = await Promise.all(rows.map(({ pid }) => cpuSeconds(pid).catch(() => 0)))
  const { user, system } = process.cpuUsage()
  return {
    shop: (await cpuSeconds(shop)) * 1_000,
    database: backends.reduce((sum, one) => sum + one, 0) * 1_000,
    load: (user + system) / 1_000,
  }
}

/** Processor time of each of so many pieces of work since then, in words. */
export function timeOfEach(before: ProcessorTime, after: ProcessorTime, count: number): string {
  const each = (name: keyof ProcessorTime) => ((after[name] - before[name]) / count).toFixed(2)
  return `processor time of each ${each('shop')} ms in the shop, ${each('database')} ms in the database, ${each('load')} ms for the load`
}
