import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { newConnection } from '#lib/server/db/connect.ts'
import { CHANNEL, type SeatNotice } from './seat-changes.ts'
import { engine } from './seat-engine.ts'

const [FIRST_RETRY_MS, LAST_RETRY_MS] = [100, 2_000]
const PATIENCE_MS = 1_000

/** The process's one connection on which it hears what other processes do to seats. It comes back by itself; until then boards trust nothing for long. */
export class SeatListener {
  #client: pg.Client | undefined
  #isHearing = false
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  readonly #heard = Promise.withResolvers<undefined>()
  readonly #begun = Promise.race([this.#heard.promise, sleep(PATIENCE_MS, undefined, { ref: false })])

  constructor() {
    this.#running = this.#run()
  }

  get isHearing(): boolean {
    return this.#isHearing
  }

  /** Until it listens for the first time, or did not manage to within its first second. */
  async ready(): Promise<void> {
    await this.#begun
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#client?.end().catch(() => undefined)
    await this.#running
  }

  async #run(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; !this.#stopping.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      if (await this.#listen()) wait = FIRST_RETRY_MS
      await sleep(wait, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined)
    }
  }

  /** Listens until the connection ends. @returns whether it ever listened */
  async #listen(): Promise<boolean> {
    try {
      const client = (this.#client = newConnection('shura seats'))
      const ended = new Promise((resolve) => client.once('end', resolve))
      client.on('error', () => undefined) // 'end' follows
      client.on('notification', ({ payload }) => {
        hear(payload)
      })
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
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

  /** What was said while nobody listened is not known: boards are read whole. */
  #begin(): void {
    this.#isHearing = true
    for (const board of engine().boards.values()) board.distrust()
    this.#heard.resolve(undefined)
  }
}

function hear(payload: string | undefined): void {
  const notice = parse(payload)
  if (isNotice(notice) && notice.from !== engine().name) engine().boards.get(notice.presentationId)?.tell(notice.seats)
}

function parse(payload = ''): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

/** Anybody who may use the database can send one. */
function isNotice(notice: unknown): notice is SeatNotice {
  if (typeof notice !== 'object' || notice === null) return false
  if (!('from' in notice && 'presentationId' in notice && 'seats' in notice)) return false
  return typeof notice.presentationId === 'number' && Array.isArray(notice.seats) && notice.seats.every(Number.isInteger)
}
