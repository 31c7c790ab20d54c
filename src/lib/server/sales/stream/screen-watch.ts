import { randomBytes } from 'node:crypto'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { mayStaff, PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import { today } from '#lib/server/sales/live/shown.ts'
import { screenCells } from '#lib/server/sales/screens/screen-text.ts'
import { readScreen, type AskedScreen } from '#lib/server/sales/screens/screens.ts'
import type { ChangedSales } from './sales-news.ts'

/** A dashboard with this many unread events is disconnected. */
const MOST_UNREAD = 32

/** The texts of a screen as its dashboards have them, and the streams to these. One reading serves all, however many are open. */
export class ScreenWatch {
  readonly watched: AskedScreen
  /** What is to be done at the end of each. */
  readonly #streams = new Map<ReadableStreamDefaultController<Uint8Array>, () => void>()
  readonly #epoch = randomBytes(6).toString('base64url')
  #count = 0
  #cells: ReadonlyMap<string, string> = new Map()
  /** The reading that is under way, and the one that waits for its end. */
  #reading: Promise<void> | undefined
  #next: Promise<void> | undefined
  isDue = true
  /** The business day on which it was read last. */
  #day = ''

  constructor(watched: AskedScreen) {
    this.watched = watched
  }

  /** Whether a dashboard has it, or one that is about to be opened waits for its numbers. */
  get isOpen(): boolean {
    return this.#streams.size > 0 || this.#reading !== undefined || this.#next !== undefined
  }

  /** Whether it still shows a business day that is over as today. */
  get isOfYesterday(): boolean {
    return this.#day !== today()
  }

  get version(): string {
    return `${this.#epoch}.${String(this.#count)}`
  }

  /** Whether any of the presentations is the member's own. */
  async isAbout(changed: ChangedSales): Promise<boolean> {
    if (changed === 'all') return true
    const { presentations } = await catalogue()
    return [...changed].some((id) => {
      const presentation = presentations.get(id)
      return presentation !== undefined && mayStaff(this.watched.member, PERMISSIONS.reports, presentation)
    })
  }

  /**
   * Reads the screen anew and sends what has changed. One reading follows the other, so that no slow one puts older numbers over newer ones; all who ask while one
   * waits share it. @throws {Error} if the database is away: it stays due
   */
  read(): Promise<void> {
    this.#next ??= this.#readAfter(this.#reading)
    return this.#next
  }

  async #readAfter(before: Promise<void> | undefined): Promise<void> {
    await before?.catch(() => undefined)
    this.#reading = this.#next
    this.#next = undefined
    try {
      await this.#readNow()
    } finally {
      this.#reading = undefined
    }
  }

  async #readNow(): Promise<void> {
    this.isDue = false
    this.#day = today()
    const { query } = this.watched
    try {
      const read = await readScreen(this.watched)
      const cells = read.ok ? screenCells(read.value, query.all) : new Map<string, string>()
      const changed = [...cells].filter(([cell, text]) => this.#cells.get(cell) !== text)
      this.#cells = cells
      if (changed.length === 0) return
      this.#count++
      this.#sendAll(cellsEvent(this.version, changed))
    } catch (error) {
      this.isDue = true
      throw error
    }
  }

  /** A dashboard's events, from its version on. */
  open(since: string | undefined, onEnd: () => void): { readonly events: ReadableStream<Uint8Array>; readonly end: () => void } {
    let own: ReadableStreamDefaultController<Uint8Array> | undefined
    const forget = () => {
      if (own && this.#streams.delete(own)) onEnd()
    }
    const events = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller
        this.#streams.set(controller, onEnd)
        controller.enqueue(Buffer.from('retry: 2000\n\n'))
        controller.enqueue(since === this.version ? beatEvent() : cellsEvent(this.version, [...this.#cells]))
      },
      cancel: forget,
    })
    const end = () => {
      if (own) this.#close(own)
    }
    return { events, end }
  }

  /** Says that the numbers are still those of now. */
  beat(): void {
    this.#sendAll(beatEvent())
  }

  #sendAll(event: Uint8Array): void {
    for (const stream of [...this.#streams.keys()]) {
      if ((stream.desiredSize ?? 0) >= -MOST_UNREAD) stream.enqueue(event)
      else this.#close(stream)
    }
  }

  #close(stream: ReadableStreamDefaultController<Uint8Array>): void {
    const onEnd = this.#streams.get(stream)
    if (!onEnd) return
    this.#streams.delete(stream)
    onEnd()
    stream.close()
  }
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jerusalem', timeStyle: 'medium' })

/** The time, and the business day: a page of the day before reads itself again. */
function now(): { readonly time: string; readonly day: string } {
  return { time: clock.format(Date.now()), day: today() }
}

/** Browsers send the id back as Last-Event-ID. JSON contains no raw line breaks. */
function cellsEvent(version: string, cells: readonly (readonly [string, string])[]): Uint8Array {
  const data = { ...now(), cells: Object.fromEntries(cells) }
  return Buffer.from(`id: ${version}\nevent: cells\ndata: ${JSON.stringify(data)}\n\n`)
}

function beatEvent(): Uint8Array {
  return Buffer.from(`event: beat\ndata: ${JSON.stringify(now())}\n\n`)
}
