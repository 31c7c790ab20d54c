import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { areConnectionsCut, connectClient, cutConnections, mendConnections } from './connections.ts'

const ASK_EVERY_MS = 250
/** A database that says nothing for so long is given up: what waits for it is answered with 503 within three seconds. */
const PATIENCE_MS = 1_750
const TICK_MS = 50
/** Timeout of connecting. `patience` decides earlier whether the database is silent, because it discounts time in which this process was blocked. */
const GIVE_UP_MS = 10_000

/**
 * Checks on a connection of its own whether the database answers. One that is frozen or cut off neither answers nor refuses, which only a timeout
 * reveals. All connections of this process are then ended, so that nothing waits on them; slow statements and waits for locks do not count.
 */
export class Pulse {
  readonly #address: () => string
  readonly #report: (event: string) => void
  readonly #stopping = new AbortController()
  #client: pg.Client | undefined
  #answeredAt = performance.now()
  readonly #running: Promise<void>

  /** @param address where the database is; it may be started again elsewhere. */
  constructor(address: () => string, report: (event: string) => void) {
    this.#address = address
    this.#report = report
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#drop()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (await this.#isAnswered()) this.#found()
      else if (performance.now() - this.#answeredAt >= PATIENCE_MS) this.#lost()
      await sleep(ASK_EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  #found(): void {
    this.#answeredAt = performance.now()
    if (!areConnectionsCut()) return
    mendConnections()
    this.#report('the database answers again')
  }

  #lost(): void {
    this.#drop()
    if (areConnectionsCut() || this.#stopping.signal.aborted) return
    cutConnections()
    this.#report('the database does not answer; its connections are ended')
  }

  async #isAnswered(): Promise<boolean> {
    const asking = this.#ask().then(
      () => true,
      () => {
        this.#drop()
        return false
      },
    )
    const late = new AbortController()
    const answered = await Promise.race([asking, patience(late.signal)])
    late.abort()
    return answered
  }

  async #ask(): Promise<void> {
    const client = this.#client ?? (await this.#connect())
    await client.query('SELECT 1')
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#address(),
      application_name: 'shura-pulse',
      connectionTimeoutMillis: GIVE_UP_MS,
    })
    client.on('error', () => undefined) // the question that is asked on it fails
    this.#client = client
    await connectClient(client)
    return client
  }

  #drop(): void {
    const dropped = this.#client
    this.#client = undefined
    void dropped?.end().catch(() => undefined)
  }
}

/** Resolves with false when there was time enough to answer. While this process stood still itself nothing could be heard: of such a tick only its due length counts. */
async function patience(signal: AbortSignal): Promise<boolean> {
  for (let felt = 0; felt < PATIENCE_MS && !signal.aborted;) {
    const began = performance.now()
    await sleep(TICK_MS, undefined, { ref: false, signal }).catch(() => undefined)
    felt += Math.min(performance.now() - began, 2 * TICK_MS)
  }
  return false
}
