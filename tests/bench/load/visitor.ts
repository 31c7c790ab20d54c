import { Agent as PlainAgent, request as askPlain, type IncomingHttpHeaders } from 'node:http'
import { Agent as SecureAgent, request as askSecure } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

/** A shop under load, and the connections to it that its visitors share. */
export interface Shop {
  /** Without a trailing slash. */
  readonly origin: string
  readonly agent: PlainAgent | SecureAgent
}

/** @param most connections at once */
export function shopAt(origin: string, most: number): Shop {
  const options = { keepAlive: true, maxSockets: most }
  return { origin, agent: origin.startsWith('https:') ? new SecureAgent(options) : new PlainAgent(options) }
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** The status of an answer, and the code of its refusal. */
export function saidBy({ status, text }: Answer): string {
  const [, code] = /"error":"([A-Za-z_]+)"/.exec(text) ?? []
  return code === undefined ? String(status) : `${String(status)} ${code}`
}

/** A page that was asked for until it came. */
export interface Opened {
  /** How often the visitor was told to wait. */
  readonly waits: number
  /** The last answer; undefined: it was still to be waited for when there was no use in it any longer. */
  readonly answer: Answer | undefined
  /** From asking for the page that came to its last byte, in ms. */
  readonly ms: number
}

interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: unknown
  /** What is wanted, if it is not JSON. */
  readonly accept?: string
}

/** A visitor who has never been here: keeps the cookies of answers, and names themselves in calls as the page named them. */
export class LoadVisitor {
  readonly #shop: Shop
  readonly #address: string | undefined
  readonly #cookies = new Map<string, string>()
  #uuid = ''

  /** @param address that the visitor says to come from, which a shop behind a proxy believes; left out: says none */
  constructor(shop: Shop, address?: string) {
    this.#shop = shop
    this.#address = address
  }

  /** Opens a page; waits as long as it is told to, and asks again. @param isOver whether it is of no use to wait any longer */
  async openPage(path: string, isOver: () => boolean): Promise<Opened> {
    for (let waits = 0; ; waits++) {
      const startedAt = performance.now()
      const answer = await this.ask({ method: 'GET', path, accept: 'text/html' })
      const seconds = Number(answer.headers['retry-after'])
      if (answer.status !== 503 || !(seconds > 0)) {
        this.#uuid = /<meta name="visitor" content="([^"]+)"/.exec(answer.text)?.[1] ?? this.#uuid
        return { waits, answer, ms: performance.now() - startedAt }
      }
      for (let waited = 0; waited < seconds && !isOver(); waited++) await sleep(1_000)
      if (isOver()) return { waits: waits + 1, answer: undefined, ms: 0 }
    }
  }

  /** @throws if there is no answer */
  ask({ method, path, body, accept = 'application/json' }: Sent): Promise<Answer> {
    const form = body instanceof URLSearchParams
    const sent = body === undefined ? '' : form ? body.toString() : JSON.stringify(body)
    const headers = {
      accept,
      ...(this.#uuid && { uuid: this.#uuid }),
      ...(this.#address !== undefined && { 'x-forwarded-for': this.#address }),
      ...(this.#cookies.size > 0 && { cookie: [...this.#cookies.values()].join('; ') }),
      ...(sent && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...(sent && { 'content-length': Buffer.byteLength(sent), origin: this.#shop.origin }),
    }
    const { origin, agent } = this.#shop
    const url = new URL(path, origin)
    return new Promise((resolve, reject) => {
      const asked = (url.protocol === 'https:' ? askSecure : askPlain)(url, { method, agent, headers }, (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) this.#cookies.set(line.split('=')[0] ?? '', line.split(';')[0] ?? '')
        const chunks: Buffer[] = []
        answer
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() })
          })
      })
      asked.on('error', reject).end(sent)
    })
  }
}

/** An address of its own for each visitor, by number from 1: seats in carts are counted for each network of 256 addresses. */
export function addressOfVisitor(n: number): string {
  return `${String(20 + (n >> 16))}.${String((n >> 8) & 255)}.${String(n & 255)}.7`
}
