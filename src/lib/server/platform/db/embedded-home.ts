import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { canReach, type OsUser } from './embedded-user.ts'

/** The longest address of a unix socket is 103 bytes on macOS, 107 on Linux. */
const LONGEST_SOCKET_PATH = 100

/** Where the embedded server keeps everything of its own: cluster, socket, log, password. */
export interface EmbeddedHome {
  readonly path: string
  readonly cluster: string
  readonly log: string
  readonly password: string
  /** The directory of the unix socket; undefined means loopback TCP. */
  readonly socketDirectory: string | undefined
}

/** DATA_DIR/postgres, owned by the server's account; a link to /var/lib where that account cannot reach DATA_DIR (a clone in /root). */
export function openHome(dataDir: string, user: OsUser | undefined): EmbeddedHome {
  const wanted = join(resolve(dataDir), 'postgres')
  mkdirSync(resolve(dataDir), { recursive: true })
  if (!existsSync(wanted) && !canReach(user, resolve(dataDir))) symlinkSync(outsideDirectory(wanted, user), wanted)
  mkdirSync(wanted, { recursive: true, mode: 0o700 })
  const path = realpathSync(wanted)
  own(path, user)
  return {
    path,
    cluster: join(path, 'cluster'),
    log: join(path, 'server.log'),
    password: readPassword(path),
    socketDirectory: socketDirectory(path, user),
  }
}

function outsideDirectory(wanted: string, user: OsUser | undefined): string {
  const outside = join('/var/lib', `shura-${shortHash(wanted)}`)
  mkdirSync(outside, { recursive: true, mode: 0o700 })
  own(outside, user)
  return outside
}

function socketDirectory(home: string, user: OsUser | undefined): string | undefined {
  if (process.platform === 'win32') return undefined
  const near = join(home, 'run')
  const directory = join(near, '.s.PGSQL.5432').length <= LONGEST_SOCKET_PATH ? near : join(tmpdir(), `shura-${shortHash(home)}`)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const uid = user?.uid ?? process.getuid?.()
  const found = lstatSync(directory)
  // A directory that somebody else put there in advance would let them pose as our database.
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== process.getuid?.())) return undefined
  own(directory, user)
  return directory
}

function readPassword(home: string): string {
  const file = join(home, 'password')
  if (!existsSync(file)) {
    const unfinished = `${file}.${String(process.pid)}`
    writeFileSync(unfinished, randomBytes(24).toString('base64url'), { mode: 0o600 })
    renameSync(unfinished, file)
  }
  return readFileSync(file, 'utf8')
}

function own(directory: string, user: OsUser | undefined): void {
  if (user) chownSync(directory, user.uid, user.gid)
  if (process.platform !== 'win32') chmodSync(directory, 0o700)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
