import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Bodies above this are not worth the highest qualities, which take seconds for a megabyte. */
const LARGE = 1_000_000

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
    const encoded = this.#encoded.get(encoding) ?? this.#compress(encoding)
    this.#encoded.set(encoding, encoded)
    return encoded
  }

  #compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'gzip') return compressGzip(this.plain, { level: this.#quality > 9 ? 9 : 6 })
    const quality = this.plain.length > LARGE ? Math.min(this.#quality, 9) : this.#quality
    return compressBrotli(this.plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: this.plain.length },
    })
  }
}
