import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, crc32, createBrotliCompress, deflateRaw } from 'node:zlib'
import type { Encoding } from './ready-bytes.ts'

/** Puts the text of an answer into bytes that were prepared for all, without compressing the rest again. */
type Fill = (text: Buffer) => Buffer | Promise<Buffer>

const deflate = promisify(deflateRaw)
const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** As pages that are made for one visitor: it costs less time than it saves on the wire. */
const QUALITY = 5
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 18 } }
/** How often brotli is tried with other bytes in the gap. */
const TRIES = 3
/** A byte that no text contains, so that a back-reference into the gap is noticed when the result is read back. */
const NO_LETTER = 0xff
/** Magic, deflate, no flags, no time, no level, system unknown. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** A body with one gap, compressed once for each encoding with the gap left open. */
export class BytesWithGap {
  readonly #before: Buffer
  readonly #after: Buffer
  readonly #width: number
  readonly #encoded = new Map<Encoding, Promise<Fill>>()
  /** Names the content around the gap. */
  readonly tag: string

  /** @param width of every text in the gap, in bytes */
  constructor(before: string, after: string, width: number) {
    this.#before = Buffer.from(before)
    this.#after = Buffer.from(after)
    this.#width = width
    this.tag = createHash('sha256').update(this.#before).update(this.#after).digest('base64url').slice(0, 16)
  }

  /** The body with a text in its gap. */
  async with(text: string, encoding: Encoding | undefined): Promise<Buffer> {
    const given = Buffer.from(text)
    if (given.length !== this.#width) throw new RangeError(`The gap is ${String(this.#width)} bytes wide.`)
    if (!encoding) return Buffer.concat([this.#before, given, this.#after])
    const prepared = this.#encoded.get(encoding) ?? (encoding === 'gzip' ? this.#gzip() : this.#brotli())
    this.#encoded.set(encoding, prepared)
    const fill = await prepared
    return fill(given)
  }

  /** A stored block stands in the gap (RFC 1951 §3.2.4). A full flush before it keeps what follows from pointing back over it. */
  async #gzip(): Promise<Fill> {
    const [deflated, after] = await Promise.all([
      deflate(this.#before, { finishFlush: constants.Z_FULL_FLUSH }),
      deflate(this.#after, { level: 6 }),
    ])
    const before = Buffer.concat([GZIP_HEAD, deflated])
    const sum = crc32(this.#before)
    const whole = this.#before.length + this.#width + this.#after.length
    return (text) => {
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(crc32(this.#after, crc32(text, sum)), 0)
      trailer.writeUInt32LE(whole, 4)
      return Buffer.concat([before, Buffer.from([0, text.length, 0, 255 - text.length, 255]), text, after, trailer])
    }
  }

  /**
   * Fills are read back before they are used, because brotli promises nothing about a stream that is put together: what follows the gap may lean on what the encoder
   * saw in it, one time in some thousand. With other bytes there it seldom does so again; else each answer is compressed by itself.
   */
  async #brotli(): Promise<Fill> {
    const sample = Buffer.alloc(this.#width, NO_LETTER)
    const expected = Buffer.concat([this.#before, sample, this.#after])
    for (let tried = 0; tried < TRIES; tried++) {
      const fill = await this.#splicedBrotli()
      const read = await decompress(fill(sample)).catch(() => undefined)
      if (read?.equals(expected)) return fill
    }
    return (text) => compress(Buffer.concat([this.#before, text, this.#after]), BROTLI)
  }

  /**
   * An uncompressed meta-block stands in the gap (RFC 7932 §9.2). The encoder saw random bytes there, which nothing after them repeats; the two bytes that it
   * takes as the context of what follows are part of the block and always the same.
   */
  async #splicedBrotli(): Promise<(text: Buffer) => Buffer> {
    const context = this.#after.subarray(0, 2)
    const encoder = createBrotliCompress(BROTLI)
    const chunks: Buffer[] = []
    encoder.on('data', (chunk: Buffer) => chunks.push(chunk))
    const flushed = (bytes: Buffer) =>
      new Promise<Buffer>((done) => {
        encoder.write(bytes)
        encoder.flush(constants.BROTLI_OPERATION_FLUSH, () => {
          done(Buffer.concat(chunks.splice(0)))
        })
      })
    const before = await flushed(this.#before)
    await flushed(Buffer.concat([randomBytes(this.#width).map((byte) => byte | 0x80), context]))
    const after = await new Promise<Buffer>((done, failed) => {
      encoder.once('error', failed).once('end', () => {
        done(Buffer.concat(chunks))
      })
      encoder.end(this.#after.subarray(2))
    })
    return (text) => Buffer.concat([before, uncompressed(Buffer.concat([text, context])), after])
  }
}

/** One meta-block: not the last, four nibbles of its length less one, then that it is not compressed, then its bytes. */
function uncompressed(bytes: Buffer): Buffer {
  const head = Buffer.alloc(3)
  head.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3)
  return Buffer.concat([head, bytes])
}
