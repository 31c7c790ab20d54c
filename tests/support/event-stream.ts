/** One server-sent event. */
export interface ServerEvent {
  readonly name: string
  readonly id: string
  readonly value: unknown
}

/** An event stream that a test reads as a browser would. */
export class EventStream {
  readonly status: number
  readonly headers: Headers
  readonly #events: ServerEvent[] = []
  readonly #abort: AbortController
  #waiting: (() => void) | undefined
  #isOver = false
  #howItEnded: 'ended' | 'cut off' = 'cut off'

  private constructor(answer: Response, abort: AbortController) {
    this.status = answer.status
    this.headers = answer.headers
    this.#abort = abort
    void this.#read(answer)
  }

  static async open(address: string, headers: Record<string, string> = {}): Promise<EventStream> {
    const abort = new AbortController()
    return new EventStream(await fetch(address, { headers: { accept: 'text/event-stream', ...headers }, signal: abort.signal }), abort)
  }

  /** The next event; undefined if the stream is over or none comes within so many milliseconds. */
  async next(withinMs = 20_000): Promise<ServerEvent | undefined> {
    const until = performance.now() + withinMs
    while (this.#events.length === 0 && !this.#isOver && performance.now() < until) await this.#pause(until - performance.now())
    return this.#events.shift()
  }

  /** How it ends within so many milliseconds: by its server, or with its connection. */
  async end(withinMs = 20_000): Promise<'ended' | 'cut off' | undefined> {
    const until = performance.now() + withinMs
    while (!this.#isOver && performance.now() < until) await this.#pause(until - performance.now())
    return this.#isOver ? this.#howItEnded : undefined
  }

  close(): void {
    this.#abort.abort()
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#waiting = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #read(answer: Response): Promise<void> {
    try {
      let text = ''
      for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (text + part).split('\n\n')
        text = blocks.pop() ?? ''
        this.#events.push(...blocks.flatMap(parseEvent))
        this.#waiting?.()
      }
      this.#howItEnded = 'ended'
    } catch {
      // closed from here, or cut off
    }
    this.#isOver = true
    this.#waiting?.()
  }
}

function parseEvent(block: string): ServerEvent[] {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
  const value = fields.get('data')
  return value === undefined ? [] : [{ name: fields.get('event') ?? 'message', id: fields.get('id') ?? '', value: JSON.parse(value) }]
}
