import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

/** Pages that are shared. */
const PROGRAMME = ['/', '/booking', '/booking/features/1', '/?days=2', '/booking/features/1/']
const ORDERS = ['/order/1', '/order/1/']
const SHARED = [...PROGRAMME, ...ORDERS]
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  // 15 places are few: pages say how many are left.
  await buildHouse({ rows: 2, seatsPerRow: 5, places: 5 })
  app = await startApp({ env: { LOG_LEVEL: 'warn', LOCALES: 'he,en,ar' } })
})
afterAll(() => app.stop())

const visitor = (): TestVisitor => new TestVisitor(app.origin)
/** Who comes for the first time has the styles in the page, everybody else links to them. */
const withLinks = (html: string): string =>
  html.replace(/<style data-files="([^"]*)"(?: data-part)?>.*?<\/style>/s, (_style, files: string) =>
    files
      .split(' ')
      .map((file) => `<link rel="stylesheet" href="${file}">`)
      .join(''),
  )
const shown = (html: string): string => withLinks(html).replaceAll(UUID, 'uuid')
/** As a page that is made for one visitor: news that nobody knows are no news, but such a page is never shared. */
const alone = async (path: string, cookie = ''): Promise<string> =>
  (await fetch(app.origin + path, { headers: { cookie: `said=nothing; ${cookie}` } })).text()

async function answerTo(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(app.origin + path, { headers })
}

test.each(SHARED)(
  '%s has the name of its own visitor and nobody else’s, in every encoding, for newcomers and for who comes again',
  async (path) => {
    const names = new Set<string>()
    for (const encoding of ['br', 'gzip', 'identity', 'br', 'gzip']) {
      const first = await answerTo(path, { 'accept-encoding': encoding })
      expect([first.status, first.headers.get('content-encoding')]).toEqual([200, encoding === 'identity' ? null : encoding])
      const cookies = first.headers.getSetCookie()
      const found = (await first.text()).match(UUID) ?? []
      expect(found).toHaveLength(1)
      expect(names.has(found[0] ?? '')).toBe(false)
      names.add(found[0] ?? '')
      expect(cookies.map((one) => one.split('=')[0]).sort()).toEqual(['sid', 'uuid'])
      expect(cookies.every((one) => /; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/.test(one))).toBe(true)
      expect(cookies.join()).toContain(`uuid=${found[0] ?? ''}.`)
      const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
      const again = await answerTo(path, { cookie, 'accept-encoding': encoding })
      expect(again.headers.getSetCookie()).toEqual([])
      expect((await again.text()).match(UUID)).toEqual(found)
    }
    expect(names.size).toBe(5)
  },
)

test.each(SHARED)(
  '%s from memory equals the page made for one visitor, byte for byte but for the name, with the same headers',
  async (path) => {
    const [shared, own] = await Promise.all([answerTo(path), answerTo(path, { cookie: 'said=nothing' })])
    expect(shown(await shared.text())).toBe(shown(await own.text()))
    const apart = /^(etag|x-request-id|set-cookie|date|content-length|transfer-encoding|connection|keep-alive|cache-control)$/
    const headersOf = ({ headers }: Response) =>
      [...headers]
        .filter(([name]) => !apart.test(name))
        .map(([name, value]) => [name, value.replace(/(style-src 'self')[^;]*/, '$1')])
        .sort()
    expect(headersOf(shared)).toEqual(headersOf(own))
    expect(shared.headers.get('content-security-policy')).toContain("script-src 'self'")
    // An order has gone on when somebody comes back to where it began.
    const isOrder = ORDERS.includes(path)
    expect(shared.headers.get('cache-control')).toBe(isOrder ? 'no-store' : 'private, no-cache')
    expect(shared.headers.get('etag') === null).toBe(isOrder)
    expect(own.headers.get('etag')).toBeNull()
  },
)

test('languages and colours do not mix, and a language that is asked for is kept', async () => {
  const cookies = ['', 'lang=en', 'lang=ar', 'theme=dark', 'lang=en; theme=light', 'theme=<x>']
  for (const path of ['/', '/booking/features/1', '/order/1'])
    for (const cookie of [...cookies, ...cookies]) {
      const html = await (await answerTo(path, { cookie })).text()
      expect(shown(html)).toBe(shown(await alone(path, cookie)))
      expect(/<html lang="(\w+)"/.exec(html)?.[1]).toBe(/lang=(\w+)/.exec(cookie)?.[1] ?? 'he')
      expect(/data-theme="(\w+)"/.exec(html)?.[1]).toBe(/theme=(\w+)/.exec(cookie)?.[1])
    }
  const asked = await answerTo('/?lang=en')
  expect(asked.headers.getSetCookie().map((one) => one.split(';')[0])).toContain('lang=en')
  expect(asked.headers.get('content-language')).toBe('en')
  expect((await answerTo('/?lang=ru')).status).toBe(404)
  expect((await answerTo('/booking/features/99')).status).toBe(404)
})

test('who has the page already is told so, and only who has it', async () => {
  const [one, other] = [visitor(), visitor()]
  await one.openPage('/')
  await other.openPage('/')
  const cookieOf = (of: TestVisitor): string => [...of.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const etag = (await answerTo('/', { cookie: cookieOf(one) })).headers.get('etag') ?? ''
  const again = await answerTo('/', { cookie: cookieOf(one), 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect((await answerTo('/', { cookie: cookieOf(other), 'if-none-match': etag })).status).toBe(200)
})

test('news of the last step are told once, and are never shared', async () => {
  const told = await answerTo('/', { cookie: 'said=signedOut' })
  expect(told.headers.get('cache-control')).toBe('no-store')
  expect(await told.text()).toContain('id="said"')
  expect(await (await answerTo('/')).text()).not.toContain('id="said"')
})

test('a taken seat changes how many are left, soon after', async () => {
  const left = async (): Promise<number> => Number(/נותרו (\d+)/.exec(await visitor().openPage('/booking/features/1'))?.[1] ?? Number.NaN)
  const before = await left()
  const buyer = visitor()
  await buyer.openPage('/')
  expect((await buyer.put('/api/seats/lock-seat', { seat: seatAt(2, 1) })).status).toBe(200)
  // Counted anew each second, and less often by a database that takes long to count.
  await expect.poll(left, { timeout: 20_000, interval: 100 }).toBe(before - 1)
})

test('whoever holds a seat sees so on every page, and nobody else does', async () => {
  const [holder, other] = [visitor(), visitor()]
  await holder.openPage('/')
  await other.openPage('/')
  const seat = seatAt(1, 1)
  const locked = await holder.put('/api/seats/lock-seat', { seat })
  expect(locked.status).toBe(200)
  for (const path of PROGRAMME) {
    for (const who of [other, holder, other, visitor()]) {
      const html = await who.openPage(path)
      expect(html.includes('class="held-pill"')).toBe(who === holder)
    }
  }
  expect((await holder.put('/api/seats/unlock-seat', { seat })).status).toBe(200)
  expect(await holder.openPage('/')).not.toContain('class="held-pill"')
})

test('whoever has begun an order goes on with it, and nobody else does', async () => {
  const [buyer, other] = [visitor(), visitor()]
  await buyer.openPage('/order/1')
  await other.openPage('/order/1')
  const seat = seatAt(1, 2)
  expect((await buyer.put('/api/seats/lock-seat', { seat })).status).toBe(200)
  const cart = { presentations: [{ id: 1, seats: [lineOf(seat)] }] }
  expect((await buyer.post('/api/cart', { cart })).status).toBe(200)
  const fresh = async () => shown(await visitor().openPage('/order/1'))
  for (const who of [other, buyer, other]) {
    // Made anew once a second: it may come to show the taken seat meanwhile.
    const before = await fresh()
    const html = await who.openPage('/order/1')
    expect(html.match(UUID)?.[0]).toBe(who.uuid)
    expect([before, await fresh()].includes(shown(html))).toBe(who === other)
  }
  expect((await buyer.put('/api/seats/unlock-seat', { seat })).status).toBe(200)
})

test('a changed catalogue shows at once', async () => {
  expect(await visitor().openPage('/')).not.toContain('הצגה אחרת')
  await database().query(`UPDATE feature SET name = 'הצגה אחרת'; UPDATE catalogue_version SET version = version + 1`)
  await expect.poll(() => visitor().openPage('/'), { timeout: 20_000, interval: 100 }).toContain('הצגה אחרת')
})
