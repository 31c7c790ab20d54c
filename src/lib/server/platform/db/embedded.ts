import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createCluster, endLeftovers, findRunningServer, SUPERUSER, type RunningServer } from './embedded-cluster.ts'
import { openHome, type EmbeddedHome } from './embedded-home.ts'
import { findPrograms, type Programs } from './embedded-programs.ts'
import { databaseUser, type OsUser } from './embedded-user.ts'
import { isAlive } from './process-alive.ts'
import { withStartLock } from './start-lock.ts'

/** The app's own PostgreSQL, running. */
export interface EmbeddedDatabase {
  /** Address of the database `shura` in it. */
  readonly url: string
  readonly pid: number
  /** Ends the server once its clients are cut off; waits until it is gone. */
  stop(): Promise<void>
}

const DATABASE = 'shura'
/** Recovery after a power cut may take this long. */
const START_PATIENCE_MS = 120_000
const STOP_PATIENCE_MS = 20_000
/** For this long the last processes of a killed server may hold its shared memory. */
const RESTART_PATIENCE_MS = 20_000
const LARGEST_LOG = 10 * 1024 * 1024

/** Starts the server on DATA_DIR/postgres, or adopts the one that runs there. May be called by several processes at once. */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const user = databaseUser()
  const home = openHome(dataDir, user)
  return withStartLock(join(home.path, 'start.lock'), async () => {
    const server = (await adopt(home)) ?? (await launch({ home, programs: findPrograms(home.path, user), user }))
    await createDatabase(address(home, server.port, 'postgres'))
    return { url: address(home, server.port, DATABASE), pid: server.pid, stop: () => stopServer(server.pid, home, user) }
  })
}

async function adopt(home: EmbeddedHome): Promise<RunningServer | undefined> {
  const server = findRunningServer(home)
  if (!server) return undefined
  const deadline = Date.now() + START_PATIENCE_MS
  while (isAlive(server.pid) && Date.now() < deadline) {
    if (await answers(address(home, server.port, 'postgres'))) return server
    await sleep(50)
  }
  return undefined
}

/** Where the server keeps its files, what starts it, and as whom it runs: undefined is as this process. */
interface Installation {
  readonly home: EmbeddedHome
  readonly programs: Programs
  readonly user: OsUser | undefined
}

async function launch(installation: Installation): Promise<RunningServer> {
  const { home, programs, user } = installation
  createCluster(home, programs, user)
  const port = home.socketDirectory ? 5432 : await loopbackPort(home)
  const deadline = Date.now() + RESTART_PATIENCE_MS
  for (;;) {
    const child = spawnServer(installation, port)
    if ((await becomesReady(child, address(home, port, 'postgres'))) && child.pid !== undefined) return { pid: child.pid, port }
    if (Date.now() > deadline) throw new Error(`The database did not start; its log is ${home.log}.\n${lastLines(home.log)}`)
    await sleep(250)
    if (!findRunningServer(home)) endLeftovers(home)
  }
}

function spawnServer({ home, programs, user }: Installation, port: number): ChildProcess {
  const log = openLog(home.log, user)
  const listening = home.socketDirectory
    ? { listen_addresses: '', unix_socket_directories: home.socketDirectory, unix_socket_permissions: '0700' }
    : { listen_addresses: '127.0.0.1' }
  const options = {
    ...listening,
    port,
    max_connections: 200,
    shared_buffers: '64MB',
    // A thirty-second of the above by default, which whoever writes much has to empty alone all the time.
    wal_buffers: '16MB',
    // A first sale fills empty tables within a minute: what was planned while they were empty, and reads them whole, is planned anew soon.
    autovacuum_naptime: '10s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The DETAIL line of an error may quote a row, and a row may name a person.
    log_error_verbosity: 'terse',
    log_min_messages: 'warning',
    jit: 'off',
  }
  // A group of its own: Ctrl-C in the terminal reaches the app alone, which lets its requests finish first.
  const child = spawn(
    programs.postgres,
    ['-D', home.cluster, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${String(value)}`])],
    {
      ...user,
      cwd: home.path,
      env: { ...programs.env },
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    },
  )
  child.on('error', () => undefined) // seen as a server that never answers
  child.unref()
  closeSync(log)
  return child
}

async function becomesReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    if (await answers(url)) return true
    await sleep(20)
  }
  return false
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is written. */
async function stopServer(pid: number, home: EmbeddedHome, user: OsUser | undefined): Promise<void> {
  if (process.platform === 'win32') {
    const { pgCtl, env } = findPrograms(home.path, user)
    spawnSync(pgCtl, ['stop', '-D', home.cluster, '-m', 'fast', '-w'], { env: { ...env }, stdio: 'ignore', windowsHide: true })
    return
  }
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_PATIENCE_MS
  while (isAlive(pid) && Date.now() < deadline) await sleep(20)
}

function address(home: EmbeddedHome, port: number, database: string): string {
  const host = home.socketDirectory ? `?host=${encodeURIComponent(home.socketDirectory)}` : ''
  return `postgresql://${SUPERUSER}:${home.password}@127.0.0.1:${String(port)}/${database}${host}`
}

/** The port stays the same over restarts, so that open pools find the server again. */
async function loopbackPort(home: EmbeddedHome): Promise<number> {
  const file = join(home.path, 'port')
  if (!existsSync(file)) writeFileSync(file, String(await freePort()))
  return Number(readFileSync(file, 'utf8'))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address()
      server.close(() => {
        resolve(typeof bound === 'object' && bound ? bound.port : 0)
      })
    })
  })
}

function openLog(file: string, user: OsUser | undefined): number {
  if (existsSync(file) && statSync(file).size > LARGEST_LOG) renameSync(file, `${file}.old`)
  const log = openSync(file, 'a', 0o600)
  if (user) chownSync(file, user.uid, user.gid)
  if (process.platform !== 'win32') chmodSync(file, 0o600)
  return log
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
}
