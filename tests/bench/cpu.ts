import { readFile } from 'node:fs/promises'

/** Of a second, as the kernel counts (Linux). */
const TICKS = 100

/** Processor time of a process so far: of its program and of the kernel for it. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${String(pid)}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
