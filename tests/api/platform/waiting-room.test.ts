import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { until } from '#tests/support/until.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp({ env: { TRUSTED_PROXY: 'on', WAITING_ROOM: '1', LOCALES: 'he,en' } })
})
afterAll(() => app.stop())

let last = 0
function newcomer() {
  const visitor = new TestVisitor(app.origin)
  const from = { 'x-forwarded-for': `192.0.2.${String((last += 1))}` }
  return {
    visitor,
    open: (path = '/') => visitor.get(path, { ...from, accept: 'text/html' }),
    call: (path: string) => visitor.get(path, from),
    lock: () => visitor.put('/api/seats/lock-seat', { seat: { ...seatAt(2, 1), PresentationId: 1 } }, from),
  }
}
const cookiesOf = ({ headers }: { headers: Headers }) => headers.getSetCookie().map((line) => line.split('=')[0])

describe('a shop that lets in one visitor a second', () => {
  test('lets the first one in, with everything that a visitor has, and who comes then waits for a turn that comes', async () => {
    const [first, second] = [newcomer(), newcomer()]
    const inside = await first.open()
    expect(inside.status).toBe(200)
    expect(cookiesOf(inside).toSorted()).toEqual(['place', 'sid', 'uuid'])
    first.visitor.takeCookies(inside)
    // Whoever is in stays in, whether or not the browser keeps the place.
    first.visitor.cookies.delete('place')
    first.visitor.uuid = /<meta name="visitor" content="([^"]+)"/.exec(String(inside.body))?.[1] ?? ''
    const waiting = await second.open('/order/1')
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
    const visitors = Array.from({ length: 3 }, newcomer)
    const answers = await Promise.all(visitors.map(({ call }) => call('/api/presentations')))
    const waiting = answers.find(({ status }) => status === 503)
    expect(waiting).toMatchObject({ body: { error: 'GENERAL_ERROR' } })
    expect(waiting?.headers.get('retry-after')).toMatch(/^\d+$/)
    const pages = await Promise.all(Array.from({ length: 2 }, () => newcomer().open('/?lang=en')))
    expect(pages.at(-1)?.body).toContain('You are in line')
    expect((await newcomer().call('/api/health')).status).toBe(200)
  })

  test('has no page to wait on for who has nothing to wait for', async () => {
    const visitor = new TestVisitor(app.origin)
    const answer = await visitor.get('/waiting-room')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  })
})
