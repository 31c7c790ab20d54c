import { open } from 'node:fs/promises'
import { Blocks, type LentBytes } from './lent-bytes.ts'

/** Sizes in bytes. */
interface Room {
  /** Of all files that are kept. */
  readonly most: number
  /** Of one file that is worth keeping. */
  readonly mostOfOne: number
  /** Of a block of memory: a file takes whole ones. */
  readonly block: number
}

/** The bytes of a file from `start` until the parts are full. */
type Read = (path: string, parts: Buffer[], start: number) => Promise<void>

/** A file in memory, or what is being read of it. */
interface Held {
  readonly size: number
  readonly blocks: readonly Buffer[]
  /** Fulfilled as soon as all bytes are there. */
  readonly parts: Promise<readonly Buffer[]>
  /** How many read or send it. */
  users: number
  /** Nobody else will ask for it: its blocks are free with its last user. */
  isForgotten: boolean
}

/**
 * Files in memory that were read last: many viewers of a stream or of a premiere read the same segment within seconds. A file that several ask for at once is
 * read once. The memory of a file that is no longer kept is used again, but never before everybody has given it back.
 */
export class RecentFiles {
  readonly #room: Room
  readonly #read: Read
  readonly #blocks: Blocks
  /** By version, the one that was asked for last at the end. */
  readonly #files = new Map<string, Held>()
  #kept = 0

  constructor(room: Room, read: Read = readWhole) {
    this.#room = room
    this.#read = read
    this.#blocks = new Blocks({ size: room.block, idle: room.most / 2 })
  }

  /**
   * The bytes of a file; undefined if it is too large to be kept. Rejects if it cannot be read.
   * @param tag changes when the file does
   */
  bytesOf(path: string, { size, tag }: { readonly size: number; readonly tag: string }): Promise<LentBytes> | undefined {
    if (size > this.#room.mostOfOne) return undefined
    const version = `${path} ${tag}`
    const known = this.#files.get(version)
    const file = known ?? this.#hold(path, { start: 0, size })
    this.#files.delete(version)
    this.#files.set(version, file)
    const lent = this.#lend(file)
    if (known) return lent
    this.#kept += this.#blocks.sizeOf(size)
    file.parts.catch(() => {
      if (this.#files.get(version) === file) this.#forget(version)
    })
    for (const oldest of this.#files.keys()) {
      if (this.#kept <= this.#room.most) break
      this.#forget(oldest)
    }
    return lent
  }

  /** A part of a file, read anew; undefined if it is larger than a file that is kept. Rejects if it cannot be read. */
  partOf(path: string, part: { readonly start: number; readonly size: number }): Promise<LentBytes> | undefined {
    if (part.size > this.#room.mostOfOne) return undefined
    return this.#lend(Object.assign(this.#hold(path, part), { isForgotten: true }))
  }

  #hold(path: string, { start, size }: { readonly start: number; readonly size: number }): Held {
    const blocks = this.#blocks.take(size)
    const parts = this.#blocks.cut(blocks, size)
    return { size, blocks, parts: this.#read(path, parts, start).then(() => parts), users: 0, isForgotten: false }
  }

  async #lend(file: Held): Promise<LentBytes> {
    let isLent = true
    const giveBack = () => {
      if (!isLent) return
      isLent = false
      file.users--
      this.#freeUnused(file)
    }
    file.users++
    try {
      return { parts: await file.parts, giveBack }
    } catch (error) {
      giveBack()
      throw error
    }
  }

  #forget(version: string): void {
    const file = this.#files.get(version)
    if (!file) return
    this.#kept -= this.#blocks.sizeOf(file.size)
    this.#files.delete(version)
    file.isForgotten = true
    this.#freeUnused(file)
  }

  #freeUnused({ users, isForgotten, blocks }: Held): void {
    if (users === 0 && isForgotten) this.#blocks.giveBack(blocks)
  }
}

/** @throws {RangeError} if the file is shorter by now */
async function readWhole(path: string, parts: Buffer[], start: number): Promise<void> {
  const wanted = parts.reduce((sum, part) => sum + part.length, 0)
  const file = await open(path)
  try {
    const { bytesRead } = await file.readv(parts, start)
    if (bytesRead < wanted) throw new RangeError('The file was cut while it was read.')
  } finally {
    await file.close()
  }
}
