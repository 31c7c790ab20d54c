import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings, type OrderRows } from '#tests/support/database/order-rows.ts'
import { readZip } from '#tests/support/read-zip.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { makeWalletFiles } from '#tests/support/providers/wallet-certificates.ts'

let app: RunningApp
let order: OrderRows

beforeAll(async () => {
  await freshDatabase()
  await insertShowings()
  order = await insertOrder()
  app = await startApp({ env: { ...(await makeWalletFiles()).env, LOCALES: 'he,en' } })
})
afterAll(() => app.stop())

function get(path: string): Promise<Response> {
  return fetch(`${app.origin}${path}`, { redirect: 'manual' })
}

it('offers both wallets on the e-ticket if they are set up: all tickets at once for Apple’s, one by one for Google’s', async () => {
  const page = await (await get(`/edocument/${order.documentKey}`)).text()
  const offered = [...page.matchAll(/href="(\/edocument\/\w+\/(?:apple|google)-wallet[^"]*)"/g)].map(([, path = '']) => path)
  const [apple, google] = [offered.filter((path) => path.includes('apple')), offered.filter((path) => path.includes('google'))]
  expect([apple.length, google.length]).toEqual([1, 3])
  const file = await get(apple[0] ?? '')
  expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
    200,
    'application/vnd.apple.pkpasses',
    'no-store',
  ])
  expect(readZip(Buffer.from(await file.arrayBuffer())).size).toBe(3)
  const links = await Promise.all(google.map(async (path) => (await get(path)).headers.get('location') ?? ''))
  for (const link of links) expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(new Set(links).size).toBe(3)
})

it('offers no pass for a ticket of another order or an unknown key', async () => {
  const other = await insertOrder()
  const page = await (await get(`/edocument/${other.documentKey}`)).text()
  const ticket = /google-wallet\/(\w+)/.exec(page)?.[1] ?? ''
  expect((await get(`/edocument/${other.documentKey}/google-wallet/${ticket}`)).status).toBe(303)
  expect((await get(`/edocument/${order.documentKey}/google-wallet/${ticket}`)).status).toBe(404)
  expect((await get(`/edocument/${order.documentKey.slice(0, -1)}x/apple-wallet`)).status).toBe(404)
})
