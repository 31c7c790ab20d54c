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

/** A shop of its own, with its own embedded database, of which one or the other or both are killed as a crash does it. */
export class CrashShop {
  readonly #dataDir: string
  #app: RunningApp | undefined
  #origin = ''

  private constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** @param fill writes what it sells into its empty database, which `database()` is connected to meanwhile */
  static async build(fill: () => Promise<void>): Promise<CrashShop> {
    const shop = new CrashShop(await makeDataDirectory())
    await shop.onItsDatabase(fill)
    return shop
  }

  /** Where it is open now, or was before it died. */
  get origin(): string {
    return this.#origin
  }

  /** Works on the shop's database, which is started where no process of the app runs, and stopped again then. */
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

  /** `kill -9` of the app, which is started again. @returns after how many ms it served again */
  async crashApp(): Promise<number> {
    await this.#app?.kill9()
    const startedAt = Date.now()
    await this.open()
    await this.#waitUntilReady()
    return Date.now() - startedAt
  }

  /** `kill -9` of the database and all its processes; the app starts it again. @returns after how many ms the shop served again */
  async crashDatabase(): Promise<number> {
    this.#killDatabase()
    const startedAt = Date.now()
    await sleep(100) // until the app has noticed
    await this.#waitUntilReady()
    return Date.now() - startedAt
  }

  /** Freezes the database and all its processes: it answers nothing and refuses nothing. @returns lets it go on */
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

  /** Both at the same moment. @returns after how many ms the shop served again */
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
