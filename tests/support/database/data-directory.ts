import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#lib/server/platform/db/process-alive.ts'

const MEMORY = '/dev/shm'
/** Of memory, in bytes: the databases of a run take less than a quarter of it. */
const LEAST = 6 * 1024 ** 3
/** No run takes so long, in ms. */
const LONGEST_RUN = 3_600_000

/** A new DATA_DIR on disk that the account of the embedded server can access, like ./data. */
export function makeDataDirectory(): Promise<string> {
  return makeDirectory(tmpdir())
}

/** A DATA_DIR in memory if there is room, for databases that outlive no power cut: a commit there waits for no disk. */
export async function makeQuickDataDirectory(): Promise<string> {
  if (!isMemoryUsable()) return makeDataDirectory()
  await Promise.all(leftovers().map((directory) => rm(directory, { recursive: true, force: true }).catch(() => undefined)))
  return makeDirectory(MEMORY)
}

async function makeDirectory(parent: string): Promise<string> {
  const directory = await mkdtemp(join(parent, `shura-${String(process.pid)}-`))
  await chmod(directory, 0o711)
  return directory
}

/** Directories of runs that were killed: memory, unlike a disk, has no room for them. A server that is left of such a run ends without its directory. */
function leftovers(): readonly string[] {
  return readdirSync(MEMORY)
    .filter((name) => {
      const pid = /^shura-(\d+)-/.exec(name)?.[1]
      return pid !== undefined && !isAlive(Number(pid)) && isOld(join(MEMORY, name))
    })
    .map((name) => join(MEMORY, name))
}

function isOld(directory: string): boolean {
  return Date.now() - (statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > LONGEST_RUN
}

/** The embedded server may have to run its programs from there. */
function isMemoryUsable(): boolean {
  if (!existsSync(MEMORY) || !existsSync('/proc/mounts')) return false
  const options = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, at]) => at === MEMORY)?.[3]
  if (options === undefined || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= LEAST
}
