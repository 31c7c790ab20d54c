import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Of memory, in bytes: the databases of a run take less than a quarter of it. */
const LEAST = 6 * 1024 ** 3

/** A new DATA_DIR that the account of the embedded server can reach, as it could reach ./data. */
export async function makeDataDirectory(parent = tmpdir()): Promise<string> {
  const directory = await mkdtemp(join(parent, 'shura-'))
  await chmod(directory, 0o711)
  return directory
}

/** A DATA_DIR in memory if there is room, for databases that outlive no power cut: a commit there waits for no disk. */
export function makeQuickDataDirectory(): Promise<string> {
  return makeDataDirectory(hasMemory() ? MEMORY : tmpdir())
}

/** The embedded server may have to run its programs from there. */
function hasMemory(): boolean {
  if (!existsSync(MEMORY) || !existsSync('/proc/mounts')) return false
  const options = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, at]) => at === MEMORY)?.[3]
  if (options === undefined || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= LEAST
}
