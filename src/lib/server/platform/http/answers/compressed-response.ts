import { ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib'

/** Below this a compressed answer saves nothing: it fits one packet anyway. Bytes. */
const WORTH_COMPRESSING = 1024
/** A stream of events whose client leaves this much unread is cut off: it would be kept for it without end. Bytes. */
const MOST_UNREAD = 1_000_000
const TEXTUAL = /^(text\/(?!event-stream)|application\/(json|javascript|xml|[\w.]+\+(json|xml))|image\/svg\+xml)/

type Encoding = 'br' | 'gzip'

/**
 * An answer that compresses itself: text of 1 kB or more, in an encoding that the request accepts, unless it already has one.
 * The head and the first bytes are held back until that is decided.
 */
export class CompressedResponse extends ServerResponse {
  #held: Buffer[] = []
  #heldBytes = 0
  #isHolding = true
  /** HEAD, as the request came: later it is treated as the GET that it asks about. */
  readonly #isHeadOnly = this.req.method === 'HEAD'
  #compressor: BrotliCompress | Gzip | undefined
  readonly #beforeHead: (() => void)[] = []

  /** Runs once, when all headers of the answer are set and none is sent. */
  onHead(adjust: () => void): void {
    this.#beforeHead.push(adjust)
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    if (!this.#isHolding) return super.writeHead(status)
    this.statusCode = status
    const headers = rest.find(isHeaders) ?? {}
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value)
    return this
  }

  override flushHeaders(): void {
    if (!this.#isHolding) super.flushHeaders()
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    const bytes = bytesOf(chunk, rest[0])
    callBack(rest)
    if (!this.#isHolding) return this.#pass(bytes)
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (!isCompressible(this)) this.#release(undefined)
    else if (this.#heldBytes >= WORTH_COMPRESSING) this.#release(preferredEncoding(this.req.headers['accept-encoding']))
    return true
  }

  override end(...given: unknown[]): this {
    if (typeof given[0] === 'string' || given[0] instanceof Uint8Array) this.write(given[0], given[1])
    if (this.#isHolding) {
      if (this.#heldBytes > 0) this.setHeader('Content-Length', this.#heldBytes)
      this.#release(undefined)
    }
    if (this.#compressor) this.#compressor.end()
    else super.end()
    callBack(given)
    return this
  }

  #release(encoding: Encoding | undefined): void {
    this.#isHolding = false
    if (isCompressible(this)) addVary(this)
    if (encoding) this.#compress(encoding)
    for (const adjust of this.#beforeHead.splice(0)) adjust()
    for (const bytes of this.#held) this.#pass(bytes)
    this.#held = []
  }

  #compress(encoding: Encoding): void {
    this.removeHeader('Content-Length')
    this.setHeader('Content-Encoding', encoding)
    const compressor = createCompressor(encoding)
    compressor.on('data', (bytes: Buffer) => super.write(bytes)).once('end', () => super.end())
    this.once('close', () => compressor.destroy())
    this.#compressor = compressor
  }

  #pass(bytes: Buffer): boolean {
    if (isEventStream(this) && (this.#isHeadOnly || this.writableLength > MOST_UNREAD)) {
      // The head of a stream of events is over at once, though what feeds it would go on.
      if (!this.#isHeadOnly) this.destroy()
      else if (!this.writableEnded) super.end()
      return false
    }
    if (!this.#compressor) return super.write(bytes)
    this.#compressor.write(bytes)
    return true
  }
}

function isHeaders(argument: unknown): argument is OutgoingHttpHeaders {
  return typeof argument === 'object' && argument !== null
}

/** brotli when both are accepted; an encoding with q=0 is not. */
export function preferredEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*q=/))
  const isAccepted = (name: Encoding) => offers.some(([offer, quality = '1']) => offer === name && Number(quality) > 0)
  if (isAccepted('br')) return 'br'
  return isAccepted('gzip') ? 'gzip' : undefined
}

function isCompressible(answer: ServerResponse): boolean {
  if (answer.req.method === 'HEAD' || answer.statusCode < 200 || [204, 206, 304].includes(answer.statusCode)) return false
  return !answer.hasHeader('Content-Encoding') && TEXTUAL.test(String(answer.getHeader('Content-Type') ?? ''))
}

function isEventStream(answer: ServerResponse): boolean {
  return String(answer.getHeader('Content-Type') ?? '').startsWith('text/event-stream')
}

function addVary(answer: ServerResponse): void {
  const vary = String(answer.getHeader('Vary') ?? '')
  if (!/accept-encoding/i.test(vary)) answer.setHeader('Vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
}

/** Pages are made anew for each visitor: a middle quality costs less time than it saves on the wire. */
function createCompressor(encoding: Encoding): BrotliCompress | Gzip {
  if (encoding === 'gzip') return createGzip({ level: 5 })
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } })
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8')
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  throw new TypeError('An answer is written as text or bytes.')
}

function callBack(given: readonly unknown[]): void {
  const done = given.findLast((argument) => typeof argument === 'function')
  if (done)
    queueMicrotask(() => {
      Reflect.apply(done, undefined, [])
    })
}
