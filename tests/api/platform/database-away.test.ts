import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { until } from '#tests/support/until.ts'

let app: RunningApp
let way: WayToDatabase

/** A proxy between the app and its database. While it is cut nothing passes, as when an external database is gone. */
class WayToDatabase {
  readonly #open = new Set<Socket>()
  readonly #server: Server
  #isCut = false

  constructor(database: URL) {
    const directory = database.searchParams.get('host')
    const port = database.port || '5432'
    this.#server = createServer((inner) => {
      if (this.#isCut) return inner.destroy()
      const outer = directory === null ? connect(Number(port), database.hostname) : connect(`${directory}/.s.PGSQL.${port}`)
      for (const socket of [inner, outer]) {
        this.#open.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => this.#open.delete(socket))
      }
      return inner.pipe(outer).pipe(inner)
    })
  }

  async port(): Promise<number> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening))
    const bound = this.#server.address()
    return typeof bound === 'object' && bound ? bound.port : 0
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#open) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}

beforeAll(async () => {
  const address = new URL(await freshDatabase())
  way = new WayToDatabase(address)
  const port = await way.port()
  const through = new URL(address)
  through.search = ''
  through.hostname = '127.0.0.1'
  through.port = String(port)
  app = await startApp({ env: { DATABASE_URL: through.href } })
})
afterAll(async () => {
  await app.stop()
  way.close()
})

function ask(method: string, path: string): Promise<Response> {
  const body = method === 'POST' ? new URLSearchParams({ number: '4580000000000000', decision: 'approve', wallet: 'approved' }) : undefined
  return fetch(`${app.origin}${path}`, {
    method,
    body: body ?? null,
    redirect: 'manual',
    headers: { Origin: app.origin, Accept: 'text/html' },
  })
}

/** Pages of the shop and of the sandbox's forms that query the database before they answer. */
const PAGES = [
  ['GET', '/sandbox/payment/none'],
  ['POST', '/sandbox/payment/none'],
  ['POST', '/sandbox/payment/none/challenge/none'],
  ['GET', '/booking/checkout'],
  ['GET', '/edocument/none'],
] as const

describe('while an external database is away', () => {
  it.each(PAGES)('%s %s says that the shop will be back, as calls do', async (method, path) => {
    // The shop itself notices a moment later that its database is there again.
    await until(async () => (await ask(method, path)).status < 500, 'an answer')
    way.cut()
    const answer = await ask(method, path).finally(() => {
      way.mend()
    })
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([503, '3', 'no-store'])
    const page = await answer.text()
    for (const part of [
      '<html lang="he" dir="rtl"',
      'http-equiv="refresh" content="3"',
      'class="site-head',
      '>503<',
      '>Error Occurred</h1>',
    ])
      expect(page).toContain(part)
  })

  it('a call is not answered with a page', async () => {
    way.cut()
    const answer = await fetch(`${app.origin}/booking/checkout`, { headers: { Accept: 'application/json' } }).finally(() => {
      way.mend()
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
    expect(await answer.json()).toMatchObject({ error: 'GENERAL_ERROR' })
  })
})
