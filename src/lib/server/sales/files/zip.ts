import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

/** What the end of the archive says again of an entry. */
interface Written {
  readonly name: Buffer
  readonly at: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** Sizes stand behind the content, and names are UTF-8. */
const FLAGS = 0x08_08
const DEFLATED = 8
/** 1 January 1980: an archive says nothing of when it was made. */
const NO_DATE = 0x21

/** A zip archive as it is made, one entry after the other; each smaller than 4 GB. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry = { name: Buffer.from(name), at, crc: 0, packed: 0, size: 0 }
    yield localHead(entry)
    const plain = counted(content, entry)
    for await (const part of pipeline(Readable.from(plain), createDeflateRaw(), () => undefined) as AsyncIterable<Buffer>) {
      entry.packed += part.length
      yield part
    }
    yield words([0x08_07_4b_50, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4])
    at += HEAD + entry.name.length + entry.packed + TAIL
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  const counts = [[written.length, 2] as const, [written.length, 2] as const]
  yield words([0x06_05_4b_50, 4], [0, 2], [0, 2], ...counts, [directory.length, 4], [at, 4], [0, 2])
}

/** Bytes before a name, and behind its content. */
const [HEAD, TAIL] = [30, 16]

async function* counted(content: ZipEntry['content'], entry: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

function localHead({ name }: Written): Buffer {
  const sizes = [0, 0, 0].map((size) => [size, 4] as const)
  const head = words([0x04_03_4b_50, 4], [20, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [NO_DATE, 2], ...sizes, [name.length, 2], [0, 2])
  return Buffer.concat([head, name])
}

function directoryEntry({ name, at, crc, packed, size }: Written): Buffer {
  const facts = [crc, packed, size].map((fact) => [fact, 4] as const)
  const versions = [[20, 2] as const, [20, 2] as const]
  const rest = [0, 0, 0, 0].map((fact) => [fact, 2] as const)
  const how = [[FLAGS, 2] as const, [DEFLATED, 2] as const, [0, 2] as const, [NO_DATE, 2] as const]
  return Buffer.concat([words([0x02_01_4b_50, 4], ...versions, ...how, ...facts, [name.length, 2], ...rest, [0, 4], [at, 4]), name])
}

/** Numbers of 2 or 4 bytes, one after the other. */
function words(...numbers: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  return Buffer.concat(
    numbers.map(([value, bytes]) => {
      const word = Buffer.alloc(bytes)
      word.writeUIntLE(value, 0, bytes)
      return word
    }),
  )
}
