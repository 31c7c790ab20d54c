import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketSettings } from '#lib/server/platform/config/bucket-settings.ts'

/** For how long an address that is signed for one reading is good, in seconds. */
const SIGNED_SECONDS = 60
/** How long the store may take until it begins to answer. */
const PATIENCE_MS = 15_000
/** Pauses before an attempt is repeated, at most: somebody waits for a reading, so it gives up earlier than a change. */
const READ_PAUSES_MS = [100, 400]
const CHANGE_PAUSES_MS = [100, 400, 1_600]

/** The store did not do what was asked. The message names the key and the status, never an address or a secret. */
export class BucketError extends Error {
  /** Whether the same call may succeed a moment later: the store failed (5xx), was too busy (429) or cut the connection. */
  readonly isPassing: boolean

  constructor(message: string, isPassing = false) {
    super(message)
    this.isPassing = isPassing
  }
}

/** What goes to the store with a call. */
interface Sent extends Pick<RequestInit, 'headers' | 'body'> {
  readonly query?: URLSearchParams
}

/**
 * A bucket of an S3-compatible store. Keys are of letters, digits, `-`, `_`, `.` and `/`. Every call may be repeated, so one that fails for the moment is, after a pause that grows,
 * signed anew. A store that is silent is not asked again.
 */
export class Bucket {
  private readonly settings: BucketSettings

  constructor(settings: BucketSettings) {
    this.settings = settings
  }

  /**
   * Reads an object, or asks only for its facts, by an address that is signed for this one reading.
   * @param headers range and condition, which the store answers
   * @returns the store's answer: 200, 206, 304 or 416; undefined if there is no such object
   * @throws {BucketError} for any other answer
   */
  async read(key: string, method: 'GET' | 'HEAD', headers: Readonly<Record<string, string>> = {}): Promise<Response | undefined> {
    return repeatedly(READ_PAUSES_MS, () => this.readOnce(key, method, headers))
  }

  /** The whole text of an object; undefined if there is no such object. @throws {BucketError} */
  async text(key: string): Promise<string | undefined> {
    return repeatedly(READ_PAUSES_MS, async () => {
      const answer = await this.readOnce(key, 'GET')
      return answer && textOf(answer, key)
    })
  }

  /** Writes an object; the store compares it with its signed hash. @throws {BucketError} */
  async write(key: string, body: Buffer<ArrayBuffer>, type: string): Promise<void> {
    const headers = { 'Content-Type': type, 'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex') }
    await this.do(key, 'PUT', { headers, body })
  }

  /** @throws {BucketError} */
  async remove(key: string): Promise<void> {
    await this.do(key, 'DELETE')
  }

  /** The keys that begin so; with `folders`, the names of the folders directly below it, each with a slash at its end. @throws {BucketError} */
  async list(prefix: string, folders = false): Promise<readonly string[]> {
    const found: string[] = []
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix, ...(folders && { delimiter: '/' }) })
      if (token !== undefined) query.set('continuation-token', token)
      const text = await this.do('', 'GET', { query })
      for (const [, name = ''] of text.matchAll(folders ? /<CommonPrefixes>\s*<Prefix>([^<]*)</g : /<Key>([^<]*)</g)) found.push(name)
      token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1]?.replaceAll('&amp;', '&')
    } while (token !== undefined)
    return found
  }

  private async readOnce(
    key: string,
    method: 'GET' | 'HEAD',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response | undefined> {
    const { url } = await this.signer(key, method, { signQuery: true, expires: SIGNED_SECONDS }).sign()
    const answer = await this.ask(key, url, { method, headers: { ...headers, 'Accept-Encoding': 'identity' } })
    if ([200, 206, 304, 416].includes(answer.status)) return answer
    await answer.body?.cancel()
    if (answer.status === 404) return undefined
    throw refused(method, key, answer)
  }

  private async do(key: string, method: string, sent: Sent = {}): Promise<string> {
    return repeatedly(CHANGE_PAUSES_MS, async () => {
      const { url, headers, body } = await this.signer(key, method, sent).sign()
      const answer = await this.ask(key, url, { method, headers, body: body ?? null })
      if (answer.ok) return textOf(answer, key)
      await answer.body?.cancel()
      throw refused(method, key, answer)
    })
  }

  private signer(
    key: string,
    method: string,
    { signQuery = false, expires, headers = {}, body = null, query }: Sent & { readonly signQuery?: boolean; readonly expires?: number },
  ): AwsV4Signer {
    const { url: base, region, keyId: accessKeyId, secret: secretAccessKey } = this.settings
    const url = new URL(base + key)
    for (const [name, value] of query ?? []) url.searchParams.set(name, value)
    if (expires !== undefined) url.searchParams.set('X-Amz-Expires', String(expires))
    return new AwsV4Signer({ method, url: url.href, headers, body, accessKeyId, secretAccessKey, service: 's3', region, signQuery })
  }

  private async ask(key: string, url: URL, init: RequestInit): Promise<Response> {
    const ending = new AbortController()
    const timer = setTimeout(() => {
      ending.abort()
    }, PATIENCE_MS)
    try {
      return await fetch(url, { ...init, redirect: 'error', signal: ending.signal })
    } catch {
      // What fetch throws may carry the address, and with it the signature.
      throw new BucketError(`the store could not be asked for ${key || 'the list'}`, !ending.signal.aborted)
    } finally {
      clearTimeout(timer)
    }
  }
}

function refused(method: string, key: string, { status }: Response): BucketError {
  return new BucketError(`${method} of ${key || 'the list'} was answered ${String(status)}`, status >= 500 || status === 429)
}

async function textOf(answer: Response, key: string): Promise<string> {
  try {
    return await answer.text()
  } catch {
    throw new BucketError(`the answer for ${key || 'the list'} was cut off`, true)
  }
}

/** Repeats what failed for the moment, once after each pause. Half of a pause is left to chance, so that callers do not all come back at once. */
async function repeatedly<T>(pausesMs: readonly number[], work: () => Promise<T>): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof BucketError && error.isPassing)) throw error
    }
    await sleep(pause * (0.5 + Math.random() / 2))
  }
  return work()
}
