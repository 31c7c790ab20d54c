import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as loopRound } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AddressLines } from '#lib/server/platform/http/address-lines.ts'
import { createSiteServer, type Site, type SiteServer } from '#lib/server/platform/http/http-server.ts'
import { until } from '#tests/support/until.ts'

const FLOOD = '203.0.113.7'
/** Longer than a test takes on the slowest machine. ms */
const MINUTES = 600_000
const OTHER = '198.51.100.7'
const THIRD = '192.0.2.7'

/** Requests in progress, by address and path. */
let begun: { readonly name: string; readonly end: () => void }[] = []
/** Every request so far, answered or not. */
let come = 0
/** The requests in order of arrival. */
let cameFirst: string[] = []

/** A server whose answers end when a test says so; its event streams never do. */
const site: Site = {
  files: (request, answer, next) => {
    come++
    cameFirst.push(`${String(request.headers['x-caller'])} ${String(request.url)}`)
    if (request.url === '/_astro/file.js') answer.writeHead(200).end()
    else next()
  },
  pages: (request, answer) => {
    const name = `${String(request.headers['x-caller'])} ${String(request.url)}`
    if (request.url === '/api/events') {
      answer.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n')
      return new Promise(() => undefined)
    }
    return new Promise((end) =>
      begun.push({
        name,
        end: () => {
          answer.writeHead(200, { 'Content-Type': 'text/plain' }).end(name)
          begun = begun.filter((one) => one.name !== name)
          end()
        },
      }),
    )
  },
  callerOf: ({ headers }) => (headers['x-caller'] === 'here' ? null : String(headers['x-caller'])),
  isDatabaseUp: () => true,
  hasRoom: () => true,
  isHttps: false,
  trustsProxy: false,
}

let server: SiteServer
let agent: Agent
let port: number
beforeAll(() => {
  vi.stubEnv('LOCALES', 'he,en,ru,ar')
})
beforeEach(async () => {
  begun = []
  come = 0
  cameFirst = []
  agent = new Agent({ maxSockets: 1000 })
  server = createSiteServer({ ...site, lines: new AddressLines({ place: MINUTES, others: MINUTES }) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
  server.close()
})

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
}

interface Asking {
  /** Resolves with the head of the answer. */
  readonly head: Promise<{ readonly status: number; readonly retryAfter: string | undefined }>
  readonly body: Promise<string>
  leave(): void
}

function ask(caller: string, path: string, { method = 'GET', headers = {} }: Asked = {}): Asking {
  const sent = httpRequest({ port, path, method, agent, headers: { 'x-caller': caller, ...headers } }).end()
  sent.on('error', () => undefined)
  const answer = once(sent, 'response') as Promise<[IncomingMessage]>
  const body = answer.then(async ([from]) => {
    let text = ''
    for await (const chunk of from) text += String(chunk)
    return text
  })
  const head = answer.then(([{ statusCode = 0, headers: answered }]) => ({ status: statusCode, retryAfter: answered['retry-after'] }))
  // Requests cut off by the end of a test are no failures.
  for (const promise of [head, body]) promise.catch(() => undefined)
  return {
    head,
    body,
    leave: () => sent.destroy(),
  }
}

/** Requests so many paths of a kind and waits until the server has them all. */
async function askMany(caller: string, count: number, { path = '/page', ...asked }: Asked & { readonly path?: string } = {}) {
  const before = come
  const all = Array.from({ length: count }, (_none, n) => ask(caller, `${path}/${String(n)}`, asked))
  await until(() => come === before + count, 'all requests')
  return all
}

const names = () => begun.map(({ name }) => name)
/** Answers the oldest request. */
const endFirst = () => begun[0]?.end()

describe('the queue of one address', () => {
  it('renders two pages at once; the page of another address goes before those that wait', async () => {
    await askMany(FLOOD, 32)
    expect(names()).toHaveLength(2)
    ask(OTHER, '/page/other')
    await until(() => names().includes(`${OTHER} /page/other`), 'the page of the other address')
    expect(names()).toHaveLength(3)
  })

  it('answers in the order of the requests', async () => {
    const all = await askMany(FLOOD, 12)
    const order: string[] = []
    for (let n = 0; n < all.length; n++) {
      await until(() => begun.length === Math.min(2, all.length - n))
      order.push(names()[0] ?? '')
      endFirst()
    }
    expect(order).toEqual(cameFirst)
    for (const { head } of all) expect(await head).toMatchObject({ status: 200 })
  })

  it('lets all other addresses finish before its next waiting request', async () => {
    await askMany(FLOOD, 32)
    const lock = ask(OTHER, '/api/seats/lock-seat', { method: 'PUT' })
    await until(() => names().includes(`${OTHER} /api/seats/lock-seat`), 'the lock of the other address')
    endFirst()
    endFirst()
    ask(THIRD, '/page/third')
    await until(() => names().includes(`${THIRD} /page/third`), 'the page of a third address')
    expect(names()).toEqual([`${OTHER} /api/seats/lock-seat`, `${THIRD} /page/third`])
    endFirst()
    expect(await lock.head).toMatchObject({ status: 200 })
    expect(names()).toEqual([`${THIRD} /page/third`])
    endFirst()
    await until(() => names().some((name) => name.startsWith(FLOOD)), 'the next page of the flood')
  })

  it('runs four reads and eight writes at once, besides its pages', async () => {
    await askMany(FLOOD, 10)
    await askMany(FLOOD, 10, { path: '/api/read' })
    await askMany(FLOOD, 20, { path: '/api/write', method: 'PUT' })
    await until(() => begun.length >= 14)
    const count = (part: string) => names().filter((name) => name.includes(part)).length
    expect([count('/page'), count('/api/read'), count('/api/write')]).toEqual([2, 4, 8])
  })

  it('leaves files, the health call and event streams out; streams take no slot', async () => {
    await askMany(FLOOD, 10)
    await askMany(FLOOD, 10, { path: '/api/read' })
    expect(await ask(FLOOD, '/_astro/file.js').head).toMatchObject({ status: 200 })
    ask(FLOOD, '/api/health')
    await until(() => names().includes(`${FLOOD} /api/health`), 'the health call')
    for (let n = 0; n < 40; n++) expect(await ask(OTHER, '/api/events').head).toMatchObject({ status: 200 })
    await askMany(OTHER, 4, { path: '/api/read' })
    await until(() => names().filter((name) => name.startsWith(`${OTHER} /api/read`)).length === 4, 'calls beside 40 streams')
  })

  it('drops requests of a client that went away', async () => {
    const all = await askMany(FLOOD, 12)
    // Which two are at work, the network decides: each comes on a connection of its own.
    const gone = all.filter((_one, n) => !names().includes(`${FLOOD} /page/${String(n)}`))
    expect(gone).toHaveLength(10)
    for (const one of gone) one.leave()
    const last = ask(FLOOD, '/page/last')
    await until(() => come === 13)
    await until(async () => (await connections()) === 3, 'only those who stayed')
    endFirst()
    endFirst()
    await until(() => names().length > 0)
    expect(names()).toEqual([`${FLOOD} /page/last`])
    endFirst()
    expect(await last.head).toMatchObject({ status: 200 })
  })

  it('is skipped for this machine', async () => {
    await askMany('here', 30)
    expect(names()).toHaveLength(30)
  })
})

function connections(): Promise<number> {
  return new Promise((counted) => {
    server.getConnections((_error, count) => {
      counted(count)
    })
  })
}

describe('a full queue', () => {
  it.each([
    ['', {}, /ניסיונות/],
    ['', { cookie: 'x=1; lang=en' }, /too many/i],
    ['?lang=ru', {}, /попыток/],
  ])('answers a call%s with 429 in its language, and when to retry', async (query, headers, words) => {
    await askMany(FLOOD, 304, { path: '/api/read' })
    const refused = ask(FLOOD, `/api/read/more${query}`, { headers })
    expect(await refused.head).toEqual({ status: 429, retryAfter: '1' })
    const body = JSON.parse(await refused.body) as { error: string; message: string }
    expect(body.error).toBe('TOO_MANY_REQUESTS')
    expect(body.message).toMatch(words)
    expect(names()).toHaveLength(4)
  })

  it('answers one page at a time with the page that says so, and others with a bare refusal', async () => {
    const headers = { accept: 'text/html' }
    await askMany(FLOOD, 102, { headers })
    await askMany(FLOOD, 21, { headers })
    await until(() => names().includes(`${FLOOD} /429`), 'the page that says so')
    expect(names()).toHaveLength(3)
    const refused = ask(FLOOD, '/page/more?lang=en', { headers })
    expect(await refused.head).toEqual({ status: 429, retryAfter: '1' })
    expect(await refused.body).toMatch(/too many/i)
    ask(OTHER, '/page/other?lang=en', { headers })
    await until(() => names().includes(`${OTHER} /page/other?lang=en`), 'the page of the other address')
  })

  it('keeps the language of the address', async () => {
    await askMany(FLOOD, 102)
    ask(FLOOD, '/page/more?lang=en&x=1', { headers: { accept: 'text/html' } })
    await until(() => names().includes(`${FLOOD} /429?lang=en`), 'the page that says so, in English')
  })
})

it('widens every limit by ADDRESS_LIMIT_FACTOR, running and waiting', () => {
  const lines = new AddressLines({ factor: 3 })
  let atWork = 0
  const enter = () => lines.enter('page', FLOOD, () => atWork++)
  expect(Array.from({ length: 6 + 300 }, enter).every(Boolean)).toBe(true)
  expect(atWork).toBe(6)
  expect(enter()).toBe(false)
})

describe('a slot of the queue', () => {
  it('is passed on after the event loop has read what others sent', async () => {
    const lines = new AddressLines()
    const leaves: (() => void)[] = []
    for (let n = 0; n < 4; n++) lines.enter('page', FLOOD, (leave) => leaves.push(leave))
    leaves[0]?.()
    leaves[0]?.() // releasing twice passes nothing on
    for (let n = 0; n < 20; n++) await Promise.resolve()
    await new Promise((tick) => {
      process.nextTick(tick)
    })
    expect(leaves).toHaveLength(2)
    await loopRound()
    expect(leaves).toHaveLength(3)
  })

  it('is taken until the event loop has gone round, however short the work', async () => {
    const lines = new AddressLines()
    let begunHere = 0
    for (let n = 0; n < 10; n++)
      lines.enter('page', FLOOD, (leave) => {
        begunHere++
        leave()
      })
    expect(begunHere).toBe(2)
    const rounds: number[] = []
    while (begunHere < 10) {
      await loopRound()
      rounds.push(begunHere)
    }
    expect(Math.max(...rounds.map((count, at) => count - (rounds[at - 1] ?? 2)))).toBeLessThanOrEqual(2)
  })

  it('is held for one second at most by work that waits for something outside', () => {
    vi.useFakeTimers()
    try {
      const lines = new AddressLines()
      let begunHere = 0
      for (let n = 0; n < 5; n++) lines.enter('page', FLOOD, () => begunHere++)
      vi.advanceTimersByTime(999)
      expect(begunHere).toBe(2)
      vi.advanceTimersByTime(2)
      expect(begunHere).toBe(4)
    } finally {
      vi.useRealTimers()
    }
  })

  it('waits for others for a tenth of a second at most', () => {
    vi.useFakeTimers()
    try {
      const lines = new AddressLines({ place: MINUTES })
      const leaves: (() => void)[] = []
      for (let n = 0; n < 4; n++) lines.enter('page', FLOOD, (leave) => leaves.push(leave))
      lines.enter('write', OTHER, () => undefined)
      leaves[0]?.()
      vi.advanceTimersByTime(99)
      expect(leaves).toHaveLength(2)
      vi.advanceTimersByTime(2)
      expect(leaves).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })
})
