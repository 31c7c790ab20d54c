import { setTimeout as sleep } from 'node:timers/promises'

/** What a process holds, in bytes. */
export interface Memory {
  /** Objects and what they keep outside the heap of V8. */
  readonly heap: number
  /** All that the process has of the machine's memory. */
  readonly resident: number
}

interface Answered {
  readonly id?: number
  readonly result?: { readonly result?: { readonly value?: unknown } }
}

/** Asks a process of Node that was started with `--inspect`. */
export class Inspector {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Answered) => void>()
  #asked = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answered
      if (answer.id === undefined) return
      this.#waiting.get(answer.id)?.(answer)
      this.#waiting.delete(answer.id)
    })
  }

  static async open(port: number): Promise<Inspector> {
    const targets = (await (await fetch(`http://127.0.0.1:${String(port)}/json/list`)).json()) as readonly {
      webSocketDebuggerUrl: string
    }[]
    const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    return new Inspector(socket)
  }

  /** What it holds once its garbage is collected. */
  async memory(): Promise<Memory> {
    // What ends with a collection may let go of more.
    for (let times = 0; times < 2; times++) {
      await this.#ask('HeapProfiler.collectGarbage')
      await sleep(100)
    }
    const { result } = await this.#ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
    const { heapUsed, external, rss } = JSON.parse(String(result?.result?.value)) as NodeJS.MemoryUsage
    return { heap: heapUsed + external, resident: rss }
  }

  close(): void {
    this.#socket.close()
  }

  #ask(method: string, params: object = {}): Promise<Answered> {
    const id = (this.#asked += 1)
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }
}
