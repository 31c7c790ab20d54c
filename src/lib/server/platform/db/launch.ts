import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts'

/** The embedded database under watch: when it dies it is started again. */
export interface LaunchedDatabase {
  isUp(): boolean
  stop(): Promise<void>
}

const RETRY_MS = 500

/**
 * Starts or adopts the embedded database, sets INTERNAL_DATABASE_URL for everything that connects in this process, and keeps it running.
 * @param report one sentence about each death and return, for the log.
 */
export async function launchDatabase(dataDir: string, report: (event: string) => void): Promise<LaunchedDatabase> {
  const watch = new DatabaseWatch(dataDir, report)
  await watch.start()
  return watch
}

class DatabaseWatch implements LaunchedDatabase {
  readonly #dataDir: string
  readonly #report: (event: string) => void
  #server: EmbeddedDatabase | undefined
  #watcher: pg.Client | undefined
  #isUp = false
  #isStopping = false

  constructor(dataDir: string, report: (event: string) => void) {
    this.#dataDir = dataDir
    this.#report = report
  }

  isUp(): boolean {
    return this.#isUp
  }

  async start(): Promise<void> {
    const server = await startEmbedded(this.#dataDir)
    const watcher = new pg.Client({
      connectionString: server.url,
      application_name: watcherName(process.pid),
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    watcher.on('error', () => undefined) // 'end' follows
    await watcher.connect()
    watcher.once('end', () => {
      void this.#recover()
    })
    this.#server = server
    this.#watcher = watcher
    process.env.INTERNAL_DATABASE_URL = server.url
    this.#isUp = true
  }

  async #recover(): Promise<void> {
    this.#isUp = false
    if (this.#isStopping) return
    this.#report('the database went away; it is being started again')
    while (!(await this.#isBackOrStopping())) await sleep(RETRY_MS)
  }

  async #isBackOrStopping(): Promise<boolean> {
    if (this.#isStopping) return true
    const isBack = await this.start().then(
      () => true,
      () => false,
    )
    if (isBack) this.#report('the database is back')
    return isBack
  }

  /** The server stays when another process of the app is using it. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const isShared = await this.#isShared()
    await this.#watcher?.end().catch(() => undefined)
    if (!isShared) await this.#server?.stop()
  }

  async #isShared(): Promise<boolean> {
    if (!this.#isUp || !this.#watcher) return false
    const others = await this.#watcher
      .query("SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'shura-watch-%' AND pid <> pg_backend_pid()")
      .catch(() => undefined)
    return (others?.rowCount ?? 0) > 0
  }
}

function watcherName(pid: number): string {
  return `shura-watch-${String(pid)}`
}
