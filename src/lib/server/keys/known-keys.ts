import { database } from '#lib/server/platform/db/connect.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { hashOfKey } from './api-keys.ts'

/** What was read counts for this long, in ms: a key that was made just now waits for it, and one that ended is refused by the call itself. */
const READ_AGAIN = 5_000

/** Knows the keys that open something, by one statement for all who ask: a made-up key costs a full shop no look into the database. */
export class KnownKeys {
  readonly #read: () => Promise<ReadonlySet<string>>
  readonly #now: () => number
  #known: Promise<ReadonlySet<string>> = Promise.resolve(new Set<string>())
  #readAt = -Infinity

  constructor(read = readKeys, now: () => number = () => performance.now()) {
    this.#read = read
    this.#now = now
  }

  /** Whether a key opens something, as far as it is known: after a failure as it was known before. */
  async has(key: string): Promise<boolean> {
    if (this.#now() - this.#readAt >= READ_AGAIN) {
      const before = this.#known
      this.#readAt = this.#now()
      this.#known = this.#read().catch((error: unknown) => {
        log().debug({ err: error }, 'the API keys could not be read')
        return before
      })
    }
    return (await this.#known).has(nameOf(hashOfKey(key)))
  }
}

/** The hashes of all keys that were not revoked and whose time is not over. */
async function readKeys(): Promise<ReadonlySet<string>> {
  const { rows } = await database('holds').query<{ hash: Buffer }>({
    name: 'known-api-keys',
    text: 'SELECT key_hash AS hash FROM api_key WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())',
  })
  return new Set(rows.map(({ hash }) => nameOf(hash)))
}

function nameOf(hash: Buffer): string {
  return hash.toString('base64')
}
