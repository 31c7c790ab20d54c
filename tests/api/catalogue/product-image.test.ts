import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 76 76"><rect width="76" height="76" fill="#F0E4CF"/></svg>'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await database().query('UPDATE product SET image = $1 WHERE product_id = 1', [PICTURE])
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(checkInvariants)

const ask = (path: string, init?: RequestInit) => fetch(`${app.origin}/api/products/${path}`, init)

test('R7.59 answers GET /products/{id}/image with the picture of the product, which cannot run scripts', async () => {
  const answer = await ask('1/image')
  expect([answer.status, await answer.text()]).toEqual([200, PICTURE])
  const header = (name: string) => answer.headers.get(name)
  expect(header('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(header('x-content-type-options')).toBe('nosniff')
  expect(header('content-security-policy')).toContain("default-src 'none'")
  expect(header('content-security-policy')).toContain('sandbox')
  expect(header('set-cookie')).toBeNull()
})

test('lets it be cached for an hour, then revalidated by its ETag, and sends it again if it changed', async () => {
  const { headers } = await ask('1/image')
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  const since = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
  const same = await ask('1/image', since)
  expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', headers.get('etag')])
  await database().query('UPDATE product SET image = $1 WHERE product_id = 1', [PICTURE.replace('76', '77')])
  expect((await ask('1/image', since)).status).toBe(200)
})

test('answers 404 for an unknown product or an invalid id, and accepts no writes', async () => {
  for (const path of ['99/image', '2147483647/image']) {
    const answer = await ask(path)
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'NOT_FOUND' }])
    expect(answer.headers.get('cache-control')).not.toContain('public')
  }
  for (const path of ['x/image', '0/image', '1%00/image', '-1/image']) expect((await ask(path)).status).toBeGreaterThanOrEqual(400)
  expect((await ask('1/image', { method: 'DELETE' })).status).toBe(405)
})
