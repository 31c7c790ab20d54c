/** Bytes in memory that is used again: whoever has them gives them back as soon as nothing reads them any more, a socket included. */
export interface LentBytes {
  /** In order; others may be reading them too, so nobody changes them. */
  readonly parts: readonly Buffer[]
  /** A second time changes nothing. Bytes that are never given back are not used again, but no memory is lost. */
  readonly giveBack: () => void
}

/** Memory in blocks of one size. New memory for each file would make the process collect garbage every second while films are watched. */
export class Blocks {
  readonly #size: number
  readonly #mostIdle: number
  readonly #idle: Buffer[] = []

  /** @param size of a block, in bytes @param idle bytes of blocks that are kept for later, at most */
  constructor({ size, idle }: { readonly size: number; readonly idle: number }) {
    this.#size = size
    this.#mostIdle = Math.floor(idle / size)
  }

  /** Whole blocks for so many bytes, with whatever is in them. */
  take(bytes: number): Buffer[] {
    return Array.from({ length: Math.ceil(bytes / this.#size) }, () => this.#idle.pop() ?? Buffer.allocUnsafeSlow(this.#size))
  }

  giveBack(blocks: readonly Buffer[]): void {
    this.#idle.push(...blocks.slice(0, this.#mostIdle - this.#idle.length))
  }

  /** The memory that so many bytes take. */
  sizeOf(bytes: number): number {
    return Math.ceil(bytes / this.#size) * this.#size
  }

  /** Blocks as so many bytes: the last one is cut. */
  cut(blocks: readonly Buffer[], bytes: number): Buffer[] {
    return blocks.map((block, n) => block.subarray(0, Math.min(this.#size, bytes - n * this.#size)))
  }
}
