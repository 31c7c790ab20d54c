import { open } from 'node:fs/promises'

/** Sizes in bytes. */
interface Room {
  /** Of all files that are kept. */
  readonly most: number
  /** Of one file that is worth keeping. */
  readonly mostOfOne: number
}

/**
 * Files in memory that were read last: many viewers of a stream or of a premiere read the same segment within seconds. A file that several ask for at once is
 * read once.
 */
export class RecentFiles {
  readonly #room: Room
  readonly #read: (path: string, size: number) => Promise<Buffer>
  /** By version, the one that was asked for last at the end. */
  readonly #files = new Map<string, { readonly size: number; readonly bytes: Promise<Buffer> }>()
  #kept = 0

  constructor(room: Room, read = readWhole) {
    this.#room = room
    this.#read = read
  }

  /**
   * The bytes of a file; undefined if it is too large to be kept. Rejects if it cannot be read.
   * @param tag changes when the file does
   */
  bytesOf(path: string, { size, tag }: { readonly size: number; readonly tag: string }): Promise<Buffer> | undefined {
    if (size > this.#room.mostOfOne) return undefined
    const version = `${path} ${tag}`
    const known = this.#files.get(version)
    const file = known ?? { size, bytes: this.#read(path, size) }
    this.#files.delete(version)
    this.#files.set(version, file)
    if (known) return known.bytes
    this.#kept += size
    file.bytes.catch(() => this.#forget(version))
    for (const oldest of this.#files.keys()) {
      if (this.#kept <= this.#room.most) break
      this.#forget(oldest)
    }
    return file.bytes
  }

  #forget(version: string): void {
    this.#kept -= this.#files.get(version)?.size ?? 0
    this.#files.delete(version)
  }
}

/** @throws {RangeError} if the file is shorter by now */
async function readWhole(path: string, size: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const bytes = Buffer.allocUnsafeSlow(size)
    const { bytesRead } = await file.read(bytes, 0, size, 0)
    if (bytesRead < size) throw new RangeError('The file was cut while it was read.')
    return bytes
  } finally {
    await file.close()
  }
}
