import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addVoucherClasses, boughtVouchers, buyVouchers, HUNDRED, VOUCHER } from '#tests/support/sold/vouchers.ts'

process.env.SECRET = SECRET_OF_TESTS // references are kept under the app's key

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addVoucherClasses()
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(emptyHouse)
afterEach(checkInvariants)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function browser(): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/system-vouchers')
  return visitor
}

function send(visitor: TestVisitor, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return visitor.post('/system-vouchers/1', new URLSearchParams(fields).toString(), { ...FORM, origin: app.origin, ...headers })
}

function step(visitor: TestVisitor, name: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return visitor.post(`/system-vouchers/1/${name}`, new URLSearchParams(fields).toString(), { ...FORM, origin: app.origin, ...headers })
}

test('R2.14 R2.15 the vouchers and those of a super class are shown; an unknown one is no page', async () => {
  const visitor = await browser()
  expect(await visitor.openPage('/system-vouchers')).toContain('/system-vouchers/1')
  const page = await visitor.openPage('/system-vouchers/1')
  for (const text of ['₪100', 'זוג', 'value="11"', 'value="12"', 'value="21"']) expect(page).toContain(text)
  // Without script there is no preview of a gift, and no button that would do nothing.
  const live = [...page.matchAll(/<\w+[^>]*data-live[^>]*>/g)].map(([tag]) => tag)
  expect([live.length, live.filter((tag) => !/ hidden[ >]/.test(tag))]).toEqual([4, []])
  for (const closed of ['value="31"', 'value="41"']) expect(page).not.toContain(closed)
  for (const path of ['/system-vouchers/9', '/system-vouchers/x', '/system-vouchers/0']) expect((await visitor.get(path)).status).toBe(404)
})

test('R2.45 choose, identification, add-on products, details: each step leads to the next, without script, and none is skipped by its address', async () => {
  const visitor = await browser()
  const { status, headers } = await send(visitor, { price: '12', quantity: '2' })
  expect([status, headers.get('location')]).toEqual([303, '/system-vouchers/1/identify'])
  expect(await cellOf(`SELECT cart -> 'vouchers' FROM session WHERE uuid = $1`, [visitor.uuid])).toEqual([
    { SystemVoucherId: 1, SystemVoucherPriceId: 12, Quantity: 2 },
  ])
  const asked = await visitor.openPage('/system-vouchers/1/identify')
  for (const text of ['₪84', '<dd>2</dd>', 'href="/system-vouchers/1"']) expect(asked).toContain(text)
  const names = [...asked.matchAll(/<span class="t"[^>]*>([^<]+)</g)].map(([, name]) => name)
  expect(names).toEqual(['שובר', 'זיהוי', 'תוספות', 'פרטים ותשלום', 'אישור'])
  expect((await step(visitor, 'identify', { mobileNumber: '12', email: '' })).status).toBe(400)
  const identified = await step(visitor, 'identify', { mobileNumber: '054-731-4821', email: '' })
  expect([identified.status, identified.headers.get('location')]).toEqual([303, '/system-vouchers/1/addons'])
  expect((await step(visitor, 'addons', { 'product-1': '99' })).status).toBe(409)
  const added = await step(visitor, 'addons', { 'product-1': '1' })
  expect([added.status, added.headers.get('location')]).toEqual([303, '/booking/checkout'])
  const page = await visitor.openPage('/booking/checkout')
  for (const text of ['שובר, זוג', '/system-vouchers/1/identify', '/system-vouchers/1/addons', 'למי נשלח אישור הקנייה?'])
    expect(page).toContain(text)
  expect(await cellOf(`SELECT cart -> 'products' FROM session WHERE uuid = $1`, [visitor.uuid])).toEqual([{ id: 1, quantity: 1 }])
})

test('a step before a voucher is chosen leads back to choosing; one without products to the checkout', async () => {
  const visitor = await browser()
  const early = await visitor.get('/system-vouchers/1/addons')
  expect([early.status, early.headers.get('location')]).toEqual([303, '/system-vouchers/1'])
  await send(visitor, { price: '21' })
  const identified = await step(visitor, 'identify', { mobileNumber: '', email: 'noa@shura.example' })
  expect(identified.headers.get('location')).toBe('/booking/checkout')
  expect((await visitor.get('/system-vouchers/9/identify')).status).toBe(404)
  expect(
    (await step(visitor, 'identify', { email: 'a@b.co' }, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status,
  ).toBe(403)
})

test.each([
  ['nothing was chosen', {}, {}, 400],
  ['more than ten are asked for', { price: '11', quantity: '11' }, {}, 409],
  ['another site sends it', { price: '11' }, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
])('the form says why it stores nothing if %s', async (_, fields, headers, status) => {
  const visitor = await browser()
  expect((await send(visitor, fields as Record<string, string>, headers as Record<string, string>)).status).toBe(status)
  expect(await cellOf('SELECT count(*)::int FROM session WHERE cart IS NOT NULL')).toBe(0)
})

test('the page of the order shows the whole reference to its buyer, and to nobody else', async () => {
  const [buyer, other] = [await browser(), await browser()]
  const made = await buyVouchers(buyer.uuid, [VOUCHER], HUNDRED)
  const path = `/cart/${made.ok ? made.value.reservationIdentifier : ''}`
  const [voucher] = await boughtVouchers()
  const reference = voucher?.reference ?? ''
  expect(reference).toMatch(/^.{19}$/)
  expect(await buyer.openPage(path)).toContain(reference)
  expect(await other.openPage(path)).not.toContain(reference)
})
