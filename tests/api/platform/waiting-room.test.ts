import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addKey, revokeKey } from '#lib/server/keys/api-keys.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'
import { until, untilThere } from '#tests/support/until.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp({ env: { TRUSTED_PROXY: 'on', WAITING_ROOM: '1', LOCALES: 'he,en' } })
})
afterAll(() => app.stop())

let last = 0
function newcomer(origin = app.origin, known = new TestVisitor('')) {
  const visitor = known.copy(origin)
  const from = { 'x-forwarded-for': `192.0.2.${String((last += 1))}` }
  return {
    visitor,
    open: (path = '/') => visitor.get(path, { ...from, accept: 'text/html' }),
    call: (path: string, headers: Readonly<Record<string, string>> = {}) => visitor.get(path, { ...from, ...headers }),
    lock: () => visitor.put('/api/seats/lock-seat', { seat: { ...seatAt(2, 1), PresentationId: 1 } }, from),
  }
}
const cookiesOf = ({ headers }: { headers: Headers }) => headers.getSetCookie().map((line) => line.split('=')[0])

describe('a shop that lets in one visitor a second', () => {
  test('lets the first one in, with everything that a visitor has, and who comes then waits for a turn that comes', async () => {
    const first = newcomer()
    const inside = await first.open()
    expect(inside.status).toBe(200)
    expect(cookiesOf(inside).toSorted()).toEqual(['place', 'sid', 'uuid'])
    first.visitor.takeCookies(inside)
    // Whoever is in stays in, whether or not the browser keeps the place.
    first.visitor.cookies.delete('place')
    first.visitor.uuid = /<meta name="visitor" content="([^"]+)"/.exec(String(inside.body))?.[1] ?? ''
    // Some of them may come in at once, if the page before took a second.
    const [second, waiting] = await untilThere(async () => {
      const others = Array.from({ length: 3 }, () => newcomer())
      const answers = await Promise.all(others.map(async (one) => [one, await one.open('/order/1')] as const))
      return answers.find(([, { headers }]) => headers.get('waiting-ahead') === '0')
    }, 'somebody who waits')
    expect(waiting).toMatchObject({ status: 503, body: expect.stringContaining('<h1 id="state">הגעתם לתור</h1>') as string })
    expect(cookiesOf(waiting)).toEqual(['place'])
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
    expect([waiting.headers.get('waiting-ahead'), waiting.headers.get('cache-control')]).toEqual(['0', 'no-store'])
    second.visitor.takeCookies(waiting)
    await until(async () => (await second.open('/order/1')).status === 200)
    expect((await first.open('/order/1')).status).toBe(200)
    expect((await first.lock()).status).toBe(200)
  })

  test('answers calls of newcomers alike, in the language that was chosen, and never lets the health call wait', async () => {
    const firstWaiting = (ask: (one: ReturnType<typeof newcomer>) => Promise<Answer>) =>
      untilThere(async () => {
        const answers = await Promise.all(Array.from({ length: 3 }, () => ask(newcomer())))
        return answers.find(({ status }) => status === 503)
      }, 'somebody who waits')
    const waiting = await firstWaiting(({ call }) => call('/api/presentations'))
    expect(waiting).toMatchObject({ body: { error: 'GENERAL_ERROR' } })
    expect(waiting.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await firstWaiting(({ open }) => open('/?lang=en'))).body).toContain('You are in line')
    expect((await newcomer().call('/api/health')).status).toBe(200)
  })

  test('lets who was let in by one process go on at another one, whoever waits there, and not for a second day', async () => {
    const letIn = async () => {
      const one = newcomer()
      await until(async () => {
        const answer = await one.open()
        one.visitor.takeCookies(answer)
        return answer.status === 200
      })
      one.visitor.cookies.delete('place')
      return one.visitor
    }
    const [inside, gone] = [await letIn(), await letIn()]
    const other = await startApp({ env: { TRUSTED_PROXY: 'on', WAITING_ROOM: '1' } })
    try {
      // Of so many the last has to wait for more than half a minute.
      await Promise.all(Array.from({ length: 20 }, () => newcomer(other.origin).open()))
      const openThere = async (visitor: TestVisitor) => (await newcomer(other.origin, visitor).open('/order/1')).status
      expect(await openThere(new TestVisitor(''))).toBe(503)
      expect(await openThere(inside)).toBe(200)
      await database().query(`UPDATE session SET last_seen_at = now() - interval '21 minutes'`)
      expect([await openThere(gone), await openThere(inside)]).toEqual([503, 200])
    } finally {
      await other.stop()
    }
  })

  test('lets no call with an API key wait among visitors, but with a made-up one, and no page with any', async () => {
    const { key } = await addKey(database(), { name: 'books', scopes: ['catalogue'], businessIds: [], callsPerMinute: 600 })
    const isFull = async () =>
      (await Promise.all(Array.from({ length: 3 }, () => newcomer().call('/api/presentations')))).some(({ status }) => status === 503)
    await until(isFull)
    const made = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    const statusOf = async (path: string, sent: string) => (await newcomer().call(path, { authorization: `Bearer ${sent}` })).status
    await until(async () => (await statusOf('/api/presentations', key)) === 200)
    const calls = await Promise.all(Array.from({ length: 5 }, () => statusOf('/api/presentations', key)))
    expect(calls).toEqual([200, 200, 200, 200, 200])
    const others = await Promise.all([made, made, made, 'shk_'].map((sent) => statusOf('/api/presentations', sent)))
    expect(others.filter((status) => status === 503).length).toBeGreaterThanOrEqual(3)
    const pages = await Promise.all(Array.from({ length: 3 }, () => statusOf('/order/1', key)))
    expect(pages).toContain(503)
    await revokeKey(database(), key.slice(0, 12))
    await until(async () => (await statusOf('/api/presentations', key)) === 503)
  })

  test('has no page to wait on for who has nothing to wait for', async () => {
    const visitor = new TestVisitor(app.origin)
    const answer = await visitor.get('/waiting-room')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  })
})
