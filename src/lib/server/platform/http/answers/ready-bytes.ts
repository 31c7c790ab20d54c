import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { turns } from '#lib/server/platform/jobs/concurrency-limit.ts'

export type Encoding = 'br' | 'gzip'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Bodies above this are not worth the highest qualities, which take seconds for a megabyte. */
const LARGE = 1_000_000
/** Several at once would take every core from what the shop answers meanwhile. */
const inTurn = turns({ atOnce: 1, waiting: Number.POSITIVE_INFINITY })

/** The body of an answer that many get: compressed once for each encoding, when somebody first wants it, beside the event loop. */
export class ReadyBytes {
  readonly plain: Buffer
  readonly #quality: number
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  /** @param quality of brotli, 0 to 11 */
  constructor(body: string | Buffer, quality: number) {
    this.plain = typeof body === 'string' ? Buffer.from(body) : body
    this.#quality = quality
  }

  in(encoding: Encoding | undefined): Promise<Buffer> {
    if (!encoding) return Promise.resolve(this.plain)
    const encoded = this.#encoded.get(encoding) ?? this.#compressInTurn(encoding)
    this.#encoded.set(encoding, encoded)
    return encoded
  }

  #compressInTurn(encoding: Encoding): Promise<Buffer> {
    return this.plain.length > LARGE ? inTurn(() => this.#compress(encoding)) : this.#compress(encoding)
  }

  #compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'gzip') return compressGzip(this.plain, { level: this.#quality > 9 ? 9 : 6 })
    const quality = this.plain.length > LARGE ? Math.min(this.#quality, 9) : this.#quality
    return compressBrotli(this.plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: this.plain.length },
    })
  }
}
