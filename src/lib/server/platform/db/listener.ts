import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { newConnection } from './connect.ts'
import { connectClient } from './connections.ts'

const [FIRST_RETRY_MS, LAST_RETRY_MS] = [100, 2_000]
const PATIENCE_MS = 1_000

/** What is listened to, and who does. */
export interface Listening {
  /** The connection's name in the database. */
  readonly name: string
  readonly channel: string
  readonly hear: (payload: string | undefined) => void
  /** It listens, for the first time or again: what was said while nobody listened is not known. */
  readonly begin: () => void
}

/** A connection on which this process hears what processes on the same database tell each other. It comes back by itself. */
export class Listener {
  readonly #listening: Listening
  #client: pg.Client | undefined
  #isHearing = false
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  readonly #heard = Promise.withResolvers<undefined>()
  readonly #begun = Promise.race([this.#heard.promise, sleep(PATIENCE_MS, undefined, { ref: false })])

  constructor(listening: Listening) {
    this.#listening = listening
    this.#running = this.#run()
  }

  get isHearing(): boolean {
    return this.#isHearing
  }

  /** Until it listens for the first time, or did not manage to within its first second. */
  async ready(): Promise<void> {
    await this.#begun
  }

  /** Until its connection is closed; a database that is frozen closes none, and is left after a second. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const closed = Promise.all([this.#client?.end().catch(() => undefined), this.#running])
    await Promise.race([closed, sleep(PATIENCE_MS, undefined, { ref: false })])
  }

  async #run(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; !this.#stopping.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      if (await this.#listen()) wait = FIRST_RETRY_MS
      await sleep(wait, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined)
    }
  }

  /** Listens until the connection ends. @returns whether it ever listened */
  async #listen(): Promise<boolean> {
    const { name, channel, hear } = this.#listening
    try {
      const client = (this.#client = newConnection(name))
      const ended = new Promise((resolve) => client.once('end', resolve))
      client.on('error', () => undefined) // 'end' follows
      client.on('notification', ({ payload }) => {
        hear(payload)
      })
      await connectClient(client)
      await client.query(`LISTEN ${channel}`)
      this.#begin()
      await ended
      return true
    } catch {
      await this.#client?.end().catch(() => undefined)
      return false
    } finally {
      this.#isHearing = false
    }
  }

  #begin(): void {
    this.#isHearing = true
    this.#listening.begin()
    this.#heard.resolve(undefined)
  }
}
