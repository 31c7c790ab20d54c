import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, createBrotliCompress, deflateRaw } from 'node:zlib'
import type { Encoding } from './ready-bytes.ts'

/** Prepared bytes into which each answer puts a text of its own, without compressing the rest again. */
interface Prepared {
  readonly before: Buffer
  readonly after: Buffer
  /** The text as the encoding has it, and what follows the whole. */
  readonly gap: (text: Buffer) => Buffer
  readonly end: (text: Buffer) => Buffer
}

const NOTHING = Buffer.alloc(0)
const deflate = promisify(deflateRaw)
/** As pages that are made for one visitor: it costs less time than it saves on the wire. */
const QUALITY = 5
/** Magic, deflate, no flags, no time, no level, system unknown. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** A body with one gap, compressed once for each encoding with the gap left open. */
export class BytesWithGap {
  readonly #before: Buffer
  readonly #after: Buffer
  readonly #width: number
  readonly #encoded = new Map<Encoding, Promise<Prepared>>()
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
    const { before, after, gap, end } = await prepared
    return Buffer.concat([before, gap(given), after, end(given)])
  }

  /** A stored block stands in the gap (RFC 1951 §3.2.4). A full flush before it keeps what follows from pointing back over it. */
  async #gzip(): Promise<Prepared> {
    const [before, after] = await Promise.all([
      deflate(this.#before, { finishFlush: constants.Z_FULL_FLUSH }),
      deflate(this.#after, { level: 6 }),
    ])
    const sum = crc32(this.#before)
    const whole = this.#before.length + this.#width + this.#after.length
    return {
      before: Buffer.concat([GZIP_HEAD, before]),
      after,
      gap: (text) => Buffer.concat([Buffer.from([0, text.length, 0, 255 - text.length, 255]), text]),
      end: (text) => {
        const trailer = Buffer.alloc(8)
        trailer.writeUInt32LE(crc32(this.#after, crc32(text, sum)), 0)
        trailer.writeUInt32LE(whole, 4)
        return trailer
      },
    }
  }

  /**
   * An uncompressed meta-block stands in the gap (RFC 7932 §9.2). The encoder saw random bytes there, which nothing after them repeats; the two bytes that it
   * takes as the context of what follows are part of the block and always the same.
   */
  async #brotli(): Promise<Prepared> {
    const context = this.#after.subarray(0, 2)
    const encoder = createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 18 },
    })
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
    return { before, after, gap: (text) => uncompressed(Buffer.concat([text, context])), end: () => NOTHING }
  }
}

/** One meta-block: not the last, four nibbles of its length less one, then that it is not compressed, then its bytes. */
function uncompressed(bytes: Buffer): Buffer {
  const head = Buffer.alloc(3)
  head.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3)
  return Buffer.concat([head, bytes])
}
