import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
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
  await addKinds()
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(emptyHouse)
afterEach(checkInvariants)

/** Two more super classes: 2 stands before that of the house and is not for sale yet, 3 stands behind it and has price 71. */
async function addKinds(): Promise<void> {
  await database().query(`
    UPDATE system_voucher_super_class SET ordinal = 1;
    INSERT INTO system_voucher_super_class VALUES (2, 0, 'עתידיים', ''), (3, 2, 'סיורים', 'שני משתתפים');
    INSERT INTO system_voucher_class (system_voucher_class_id, system_voucher_super_class_id, ordinal, name, description, business_id, auth_profile_id, business_ids,
      allows_partial, valid_days, valid_until, sale_opens_at, sale_closes_at, exchange_days, cancellation_policy_id, product_ids, max_quantity)
    VALUES (6, 2, 0, 'עתידי', '', 1, 1, NULL, true, 30, NULL, now() + interval '1 day', NULL, NULL, NULL, '{}', 10),
      (7, 3, 0, 'סיור', '', 1, 1, NULL, true, 30, NULL, NULL, NULL, NULL, NULL, '{}', 4);
    INSERT INTO system_voucher_price VALUES (61, 6, 0, 'א', '', 100, NULL, 100), (71, 7, 0, 'סיור לילה', '', 7000, NULL, 7000);
    UPDATE catalogue_version SET version = version + 1`)
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function browser(): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/system-vouchers')
  return visitor
}

function send(visitor: TestVisitor, fields: Record<string, string>, headers: Record<string, string> = {}, path = '/system-vouchers/1') {
  return visitor.post(path, new URLSearchParams(fields).toString(), { ...FORM, origin: app.origin, ...headers })
}

function step(visitor: TestVisitor, name: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return visitor.post(`/system-vouchers/1/${name}`, new URLSearchParams(fields).toString(), { ...FORM, origin: app.origin, ...headers })
}

test('R2.14 R2.15 the vouchers and those of a super class are shown; an unknown one is no page', async () => {
  const visitor = await browser()
  // One page shows all kinds, and opens the first one that is for sale.
  const list = await visitor.openPage('/system-vouchers')
  for (const text of ['action="/system-vouchers/1"', 'עתידיים', 'href="/system-vouchers/3"', 'שני משתתפים']) expect(list).toContain(text)
  // What is not for sale leads nowhere, so nothing typed is lost there.
  expect(list).not.toContain('/system-vouchers/2"')
  expect(list).toMatch(/href="\/system-vouchers\/1"[^>]* aria-current="true"/)
  expect(list).not.toContain('value="71"')
  expect(await visitor.openPage('/system-vouchers/2')).toMatch(/המכירה נפתחת ב־.*המכירה נפתחת ב־/s)
  const page = await visitor.openPage('/system-vouchers/1')
  for (const text of ['₪100', 'זוג', 'value="11"', 'value="12"', 'value="21"']) expect(page).toContain(text)
  // Without script there is no preview of a gift, and no button that would do nothing.
  const live = [...page.matchAll(/<\w+[^>]*data-live[^>]*>/g)].map(([tag]) => tag)
  expect([live.length, live.filter((tag) => !/ hidden[ >]/.test(tag))]).toEqual([4, []])
  for (const closed of ['value="31"', 'value="41"']) expect(page).not.toContain(closed)
  for (const path of ['/system-vouchers/9', '/system-vouchers/x', '/system-vouchers/0']) expect((await visitor.get(path)).status).toBe(404)
})

test('another kind is looked at with what was typed, but without the price of the kind before, and nothing is stored', async () => {
  const visitor = await browser()
  const gift = { gift: 'yes', to: 'רות', from: 'נועה', greeting: 'מזל טוב', picture: 'moon', channel: 'mail', contact: 'ruth' }
  const typed = { price: '11', quantity: '4', date: '2030-01-01', ...gift }
  const { status, body } = await send(visitor, { ...typed, look: '1' }, {}, '/system-vouchers/3')
  expect(status).toBe(200)
  for (const text of ['value="71"', 'value="רות"', 'value="נועה"', 'מזל טוב</textarea', 'value="4"', 'value="2030-01-01"', 'value="ruth"'])
    expect(body).toContain(text)
  for (const chosen of ['value="yes" checked', 'value="moon" checked', 'value="mail" checked']) expect(body).toContain(chosen)
  expect(body).not.toMatch(/name="price"[^>]* checked/)
  expect(await cellOf('SELECT count(*)::int FROM session WHERE cart IS NOT NULL')).toBe(0)
  expect((await send(visitor, { price: '11' }, {}, '/system-vouchers/3')).status).toBe(400)
})

test('R2.45 choose, identification, add-on products, details: each step leads to the next, without script, and none is skipped by its address', async () => {
  const visitor = await browser()
  const { status, headers } = await send(visitor, { price: '12', quantity: '2' })
  expect([status, headers.get('location')]).toEqual([303, '/system-vouchers/1/identify'])
  expect(await cellOf(`SELECT cart -> 'vouchers' FROM session WHERE uuid = $1`, [visitor.uuid])).toEqual([
    { SystemVoucherId: 1, SystemVoucherPriceId: 12, Quantity: 2 },
  ])
  const asked = await visitor.openPage('/system-vouchers/1/identify')
  for (const text of ['שובר, זוג × 2', '₪168', 'href="/system-vouchers/1"']) expect(asked).toContain(text)
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
  expect(reference).toMatch(/^.{24}$/)
  expect(await buyer.openPage(path)).toContain(reference)
  expect(await other.openPage(path)).not.toContain(reference)
})
