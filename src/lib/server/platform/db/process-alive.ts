import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether a process runs; a zombie, which nobody has reaped yet, counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return !isZombie(pid)
}

/** The name of the program that a process runs; undefined where the system does not tell. */
export function programOf(pid: number): string | undefined {
  return readProcFile(pid, 'comm')?.trim()
}

/** The processes that work in a directory; none where the system does not tell. */
export function processesIn(directory: string): readonly number[] {
  if (!existsSync('/proc/self/cwd')) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => workingDirectoryOf(pid) === directory).map(Number)
}

function workingDirectoryOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function isZombie(pid: number): boolean {
  const stat = readProcFile(pid, 'stat')
  return stat !== undefined && /^\d+ \(.*\) [ZX]/s.test(stat)
}

function readProcFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${String(pid)}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}
