import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedHome } from './embedded-home.ts'
import type { Programs } from './embedded-programs.ts'
import type { OsUser } from './embedded-user.ts'
import { isAlive, processesIn, programOf } from './process-alive.ts'

export const SUPERUSER = 'shura'
/** No process has this number: it is above the largest that Linux gives out. */
const NOBODYS_PID = 4_194_305

/** Makes the cluster beside its place and moves it there when it is whole, so that a kill in the middle leaves nothing half made. */
export function createCluster(home: EmbeddedHome, programs: Programs, user: OsUser | undefined): void {
  if (existsSync(home.cluster)) return
  const unfinished = `${home.cluster}.unfinished`
  const passwordFile = join(home.path, 'password.initdb')
  rmSync(unfinished, { recursive: true, force: true })
  writeFileSync(passwordFile, home.password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const made = spawnSync(
    programs.initdb,
    [
      '-D',
      unfinished,
      '-U',
      SUPERUSER,
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
    ],
    { ...user, cwd: home.path, env: { ...programs.env }, encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) throw new Error(`The database could not be created: ${made.error?.message ?? made.stderr}`)
  renameSync(unfinished, home.cluster)
}

/** What a running server wrote about itself. */
export interface RunningServer {
  readonly pid: number
  readonly port: number
}

/** The server that runs on the cluster, for instance one that survived a crash of the app. */
export function findRunningServer(home: EmbeddedHome): RunningServer | undefined {
  const file = join(home.cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!isPostgres(pid)) {
    forgetDeadServer(file, lines)
    return undefined
  }
  return port > 0 ? { pid, port } : undefined
}

function isPostgres(pid: number): boolean {
  if (!(pid > 0) || !isAlive(pid)) return false
  const program = programOf(pid)
  return program === undefined || program.startsWith('postgres')
}

/**
 * PostgreSQL takes a zombie, or a stranger who was given the same number, for a running server and does not start. The file itself must stay:
 * its shared memory key is how the new server learns that processes of the old one are still at work.
 */
function forgetDeadServer(file: string, lines: readonly string[]): void {
  writeFileSync(file, [String(NOBODYS_PID), ...lines.slice(1)].join('\n'))
}

/**
 * Ends what is left of a server whose first process was killed: most of its processes notice that and end by themselves, but one that waits for
 * a lock of another killed one waits for ever, and keeps the shared memory that the next server needs.
 */
export function endLeftovers(home: EmbeddedHome): void {
  for (const pid of processesIn(home.cluster)) {
    if (!programOf(pid)?.startsWith('postgres')) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself in this moment.
    }
  }
}
