import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeDatabase } from '#lib/server/platform/db/connect.ts'
import { launchDatabase } from '#lib/server/platform/db/launch.ts'
import { makeDataDirectory } from '#tests/support/database/data-directory.ts'
import { startApp, type RunningApp } from './server.ts'
import { until } from '#tests/support/until.ts'

/** A separate shop with its own embedded database. The app, the database or both can be killed as in a crash. */
export class CrashShop {
  readonly #dataDir: string
  #app: RunningApp | undefined
  #origin = ''

  private constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** @param fill fills its empty database, which `database()` is connected to meanwhile */
  static async build(fill: () => Promise<void>): Promise<CrashShop> {
    const shop = new CrashShop(await makeDataDirectory())
    await shop.onItsDatabase(fill)
    return shop
  }

  /** The address where it is open now, or was before it died. */
  get origin(): string {
    return this.#origin
  }

  /** Works on the shop's database. Starts it if no app process runs, and stops it again then. */
  async onItsDatabase<T>(work: () => Promise<T>): Promise<T> {
    await closeDatabase()
    const launched = await launchDatabase(this.#dataDir, () => undefined)
    try {
      return await work()
    } finally {
      await closeDatabase()
      await launched.stop()
    }
  }

  async open(): Promise<void> {
    this.#app = await startApp({ env: { DATA_DIR: this.#dataDir, DEMO: 'off', LOG_LEVEL: 'fatal' } })
    this.#origin = this.#app.origin
  }

  async close(): Promise<void> {
    await this.#app?.stop()
    this.#app = undefined
  }

  async remove(): Promise<void> {
    await this.close()
    await rm(this.#dataDir, { recursive: true, force: true })
  }

  /** Kills the app by `kill -9` and restarts it. @returns the ms until it served again */
  async crashApp(): Promise<number> {
    await this.#app?.kill9()
    const startedAt = Date.now()
    await this.open()
    await this.#waitUntilReady()
    return Date.now() - startedAt
  }

  /** Kills the database and all its processes by `kill -9`; the app restarts it. @returns the ms until the shop served again */
  async crashDatabase(): Promise<number> {
    this.#killDatabase()
    const startedAt = Date.now()
    await sleep(100) // until the app has noticed
    await this.#waitUntilReady()
    return Date.now() - startedAt
  }

  /** Freezes the database and all its processes: it neither answers nor refuses. @returns a function that resumes it */
  freezeDatabase(): () => void {
    const pids = this.#databasePids()
    for (const pid of pids) signal(pid, 'SIGSTOP')
    return () => {
      for (const pid of pids) signal(pid, 'SIGCONT')
    }
  }

  async waitUntilReady(): Promise<void> {
    await this.#waitUntilReady()
  }

  /** Kills both at the same moment. @returns the ms until the shop served again */
  async crashBoth(): Promise<number> {
    this.#killDatabase()
    return this.crashApp()
  }

  #killDatabase(): void {
    for (const pid of this.#databasePids()) signal(pid, 'SIGKILL')
  }

  #databasePids(): readonly number[] {
    const pid = readFileSync(join(this.#dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
    const children = execFileSync('pgrep', ['-P', pid], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '')
    return [pid, ...children].map(Number)
  }

  async #waitUntilReady(): Promise<void> {
    await until(async () => (await fetch(`${this.#origin}/api/health`).catch(() => undefined))?.ok === true, 'the shop', 120_000)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It was faster.
  }
}
