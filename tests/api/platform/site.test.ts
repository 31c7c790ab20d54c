import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

const [TERMS, MANUAL] = ['https://house.example/terms', 'https://house.example/manual']

/** A shop as it comes, and one whose house has terms and a manual of its own. */
let [plain, own]: RunningApp[] = []
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  plain = await startApp({ env: { LOG_LEVEL: 'warn' } })
  own = await startApp({ env: { LOG_LEVEL: 'warn', TERMS_URL: TERMS, MANUAL_URL: MANUAL } })
})
afterAll(() => Promise.all([plain?.stop(), own?.stop()]))

function visitor(app: RunningApp | undefined): TestVisitor {
  return new TestVisitor(app?.origin ?? '')
}

test('R1.16 R4.67 R9.25 pages are in Hebrew', async () => {
  for (const path of ['/', '/order/1', '/customer', '/?lang=he'])
    expect(await visitor(plain).openPage(path)).toContain('<html lang="he" dir="rtl"')
})

test.each(['en', 'ru', 'ar', 'fr', 'HE', ''])('R1.19 R9.25 lang=%s is enabled for no page', async (lang) => {
  for (const path of ['/', '/order/1', '/customer', '/terms']) {
    const { status, body } = await visitor(plain).get(`${path}?lang=${lang}`)
    expect(status).toBe(404)
    expect(body).toContain('<html lang="he" dir="rtl"')
  }
})

test('R2.71 has no language menu while one language alone is enabled', async () => {
  for (const path of ['/', '/booking', '/customer']) {
    const page = await visitor(plain).openPage(path)
    expect([path, page.includes('class="site-head'), page.includes('class="languages"')]).toEqual([path, true, false])
  }
})

const SOME = 'A'.repeat(20)

test.each([
  ...['/order/999', '/order/0', '/order/abc', '/order/1x', '/vod/999', '/vod/abc', `/vod/${SOME}/999`, `/vod/${SOME}/abc`, '/vod/abc/1'],
  ...['/membership/none', '/membership/none/none', '/system-vouchers/abc', '/mini-site/none', '/mini-site/none/order/1', '/donations/none'],
  ...['/edocument/abc', `/edocument/${SOME}/receipt/1`, '/cart/abc', '/wait-list/abc', '/gift/abc', '/enroll/none/seats'],
])('R2.31 answers the 404 page for %s', async (path) => {
  const { status, body } = await visitor(plain).get(path)
  expect([status, String(body).includes('This page could not be found.')]).toEqual([404, true])
})

test.each([
  ['R2.23', '/vod'],
  ['R2.24', '/system-vouchers'],
])('%s answers at %s', async (_id, path) => {
  expect((await visitor(plain).get(path)).status).toBe(200)
})

test('R2.25 leads from /memberships to the memberships', async () => {
  const { status, headers } = await visitor(plain).get('/memberships')
  expect([status, headers.get('location')]).toEqual([301, '/membership'])
  expect((await visitor(plain).get('/membership')).status).toBe(200)
})

test('R2.28 R2.29 links to the terms and the manual of the house, where they are set', async () => {
  const [withOwn, without] = [await visitor(own).openPage('/'), await visitor(plain).openPage('/')]
  for (const link of [TERMS, MANUAL]) expect(withOwn).toContain(`href="${link}"`)
  expect(withOwn).not.toContain('href="/terms"')
  expect(without).toContain('href="/terms"')
  expect(without).not.toContain('מדריך')
})
