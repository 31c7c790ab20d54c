import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#lib/server/platform/log/log.ts'

/** The part of a pool that reads. */
export interface Reader {
  query(statement: unknown, values?: unknown[]): Promise<pg.QueryResult>
}

/** How old what is read may be, in ms. */
const MOST_LAG = 5_000
const LOOK_EVERY = 1_000
/** A replica that says nothing for so long is left alone, and who waits for it reads from the primary. */
const PATIENCE = 1_500
/** No report takes so long. */
const STATEMENT_LIMIT = 20_000
const ASK_AGAIN = 20

/** How far the primary was at a moment: a place in its log. */
interface Sample {
  readonly at: number
  readonly lsn: string
}

/**
 * A streaming replica for what may be a moment old and decides nothing. It is asked only while it has what the primary had five seconds ago; what it cannot answer the
 * primary is asked.
 */
export class ReadReplica {
  readonly #primary: () => Reader
  readonly #pool: pg.Pool
  readonly #watching: pg.Pool
  readonly #sockets = new Set<Socket>()
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #samples: readonly Sample[] = []
  #isFresh = false

  /** @param options of its connections, as those of the primary have them */
  constructor(connectionString: string, { primary, size, options }: { primary: () => Reader; size: number; options: string }) {
    const common = { connectionString, connectionTimeoutMillis: PATIENCE, options, keepAlive: true, stream: () => this.#openSocket() }
    this.#primary = primary
    this.#pool = new pg.Pool({ ...common, max: size, application_name: 'shura reads', query_timeout: STATEMENT_LIMIT })
    this.#watching = new pg.Pool({ ...common, max: 1, application_name: 'shura read watch', query_timeout: PATIENCE })
    for (const pool of [this.#pool, this.#watching]) {
      pool.on('connect', (client) => client.on('error', () => undefined)) // its next query says so
      pool.on('error', () => undefined) // an idle connection broke
    }
    this.#running = this.#watch()
  }

  get isFresh(): boolean {
    return this.#isFresh
  }

  /** Reads from the replica, or from the primary where it is not to be asked or fails. */
  async query(statement: unknown, values?: unknown[]): Promise<pg.QueryResult> {
    if (this.#isFresh) {
      try {
        return await this.#pool.query(statement as string, values)
      } catch (error) {
        log().debug({ err: error }, 'the read replica could not answer; the primary is asked')
      }
    }
    return this.#primary().query(statement, values)
  }

  /** Until it has what the primary has now, or was not asked for a while. @returns whether what is read now is of now */
  async catchUp(within: number): Promise<boolean> {
    if (!this.#isFresh) return true
    try {
      const { lsn } = await this.#ask()
      for (const until = Date.now() + within; Date.now() < until;) {
        if (await this.#has(lsn)) return true
        await sleep(ASK_AGAIN)
      }
      return false
    } catch {
      return false
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#isFresh = false
    this.#cut()
    await this.#running
    await Promise.all([this.#pool.end(), this.#watching.end()])
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      this.#found(await this.#look().catch(() => false))
      await sleep(LOOK_EVERY, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  #found(isFresh: boolean): void {
    if (this.#stopping.signal.aborted) return
    if (isFresh !== this.#isFresh)
      log().warn(isFresh ? 'the read replica is asked' : 'the read replica is away or late: the primary is asked for everything')
    this.#isFresh = isFresh
    // Who waits for it is answered by the primary.
    if (!isFresh) this.#cut()
  }

  /** Whether it has what the primary had some seconds ago; in the first seconds, what it had at first. */
  async #look(): Promise<boolean> {
    const now = await this.#ask()
    const old = this.#samples.findLastIndex(({ at }) => at <= now.at - MOST_LAG)
    this.#samples = [...this.#samples.slice(Math.max(0, old)), now]
    return this.#has(this.#samples[0]?.lsn ?? now.lsn)
  }

  async #ask(): Promise<Sample> {
    const at = Date.now()
    const { rows } = await this.#primary().query({ name: 'log-position', text: 'SELECT pg_current_wal_lsn()::text AS lsn' })
    return { at, lsn: String((rows as { readonly lsn: string }[])[0]?.lsn) }
  }

  /** Whether the replica has replayed its log up to `lsn`; false for a server that is no replica, or no longer one. */
  async #has(lsn: string): Promise<boolean> {
    const { rows } = await this.#watching.query<{ has: boolean }>({
      name: 'has-replayed',
      text: 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS has',
      values: [lsn],
    })
    return rows[0]?.has === true
  }

  #openSocket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
