import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { until } from '#tests/support/until.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'
import { freeSoldSeats, linkKeyOf, ageWaitList, sellOut, notifiedContacts, waitMessages } from '#tests/support/buyers/wait-list.ts'

process.env.SECRET = SECRET_OF_TESTS // messages are read with the app's keys

let app: RunningApp
let other: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 3, seatsPerRow: 8, places: 2 })
  ;[app, other] = await Promise.all([startApp({ env: { TRUSTED_PROXY: 'on' } }), startApp()])
})
afterAll(() => Promise.all([app.stop(), other.stop()]))
beforeEach(async () => {
  await database().query('DELETE FROM wait_list')
  await emptyHouse()
  await sellOut()
})
afterEach(checkInvariants)

const CALL = '/api/presentations/1/wait-list'
const WISH = { contact: 'noa@example.com', quantity: 2, consent: true }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function sendForm(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  return new TestVisitor(app.origin).post(path, new URLSearchParams(fields).toString(), { ...FORM, ...headers })
}

const rows = () => cellOf('SELECT count(*)::int FROM wait_list')

describe('joining the waiting list', () => {
  test('answers the call the same the first time and again, and names missing fields', async () => {
    const visitor = new TestVisitor(app.origin)
    const [first, again] = [await visitor.post(CALL, WISH), await visitor.post(CALL, WISH)]
    expect([first.status, first.body]).toEqual([200, { success: true }])
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await rows()).toBe(1)
    const refused = await visitor.post(CALL, { ...WISH, contact: 'dan@example.com', consent: false })
    expect([refused.status, refused.body]).toMatchObject([400, { error: 'FORM_INVALID', facts: { field: 'consent' } }])
    expect((await visitor.post(CALL, { ...WISH, quantity: 9 })).status).toBe(400)
    expect((await visitor.post('/api/presentations/99/wait-list', WISH)).status).toBe(404)
    expect(await rows()).toBe(1)
  })

  test('works by the form without script, which keeps what was typed if something is missing', async () => {
    const page = String((await new TestVisitor(app.origin).get('/wait-list/1')).body)
    expect(page).toMatch(/<input type="checkbox" name="consent"(?![^>]*checked)/)
    const refused = await sendForm('/wait-list/1', { contact: '054-731-4821', quantity: '3' })
    expect(refused.status).toBe(400)
    expect(String(refused.body)).toContain('value="054-731-4821"')
    expect(String(refused.body)).toContain('<option value="3" selected')
    const asked = await sendForm('/wait-list/1', { contact: '054-731-4821', quantity: '3', consent: '1' })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/wait-list/1?asked=1'])
    expect(String((await new TestVisitor(app.origin).get('/wait-list/1?asked=1')).body)).toContain('הבקשה התקבלה')
    expect(await rows()).toBe(1)
  })

  test('requires a pass if the captcha is on; the form says so and keeps what was typed', async () => {
    const careful = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha' } })
    try {
      const visitor = new TestVisitor(careful.origin)
      await visitor.get('/wait-list/1')
      const typed = new URLSearchParams({ contact: 'noa@example.com', quantity: '3', consent: '1' }).toString()
      const refused = await visitor.post('/wait-list/1', typed, FORM)
      expect(refused.status).toBe(403)
      for (const text of ['לא רובוט', 'value="noa@example.com"', '<option value="3" selected']) expect(String(refused.body)).toContain(text)
      expect((await visitor.post(CALL, WISH)).status).toBe(403)
      expect(await rows()).toBe(0)
    } finally {
      await careful.stop()
    }
  })

  test('ignores requests and removals from another site', async () => {
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    expect((await sendForm('/wait-list/1', { ...WISH, quantity: '2', consent: '1' }, elsewhere)).status).toBe(403)
    expect(await rows()).toBe(0)
    await new TestVisitor(app.origin).post(CALL, WISH)
    const key = linkKeyOf((await waitMessages('wait list'))[0] ?? { text: '' })
    expect((await sendForm(`/waiting/${key}`, {}, elsewhere)).status).toBe(403)
    expect(await cellOf('SELECT state FROM wait_list')).toBe('waiting')
  })

  test('is limited per address, for call and form together', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const statuses = new Set<number>()
    for (let at = 0; at < 60; at++)
      statuses.add((await new TestVisitor(app.origin).post(CALL, { ...WISH, contact: `one${String(at)}@example.com` }, from)).status)
    expect([...statuses]).toEqual([200])
    expect((await sendForm('/wait-list/1', { ...WISH, quantity: '2', consent: '1' }, from)).status).toBe(429)
    expect(await rows()).toBe(60)
  })
})

test('shows the request by the link, which removes it after a confirmation and not on opening', async () => {
  const visitor = new TestVisitor(app.origin)
  await visitor.post(CALL, WISH)
  const key = linkKeyOf((await waitMessages('wait list'))[0] ?? { text: '' })
  const shown = await visitor.get(`/waiting/${key}`)
  expect([shown.status, shown.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
  expect(String(shown.body)).toContain('אתם ברשימה')
  expect(String(shown.body)).not.toContain(WISH.contact)
  expect((await sendForm(`/waiting/${key}`, {})).status).toBe(303)
  expect(String((await visitor.get(`/waiting/${key}`)).body)).toContain('יצאתם מהרשימה')
  expect((await visitor.get(`/waiting/${'x'.repeat(16)}`)).status).toBe(404)
})

test('tells each waiting visitor once from two processes, even if one is killed meanwhile', { timeout: 120_000 }, async () => {
  const visitor = new TestVisitor(app.origin)
  const contacts = Array.from({ length: 12 }, (_none, at) => `waiting${String(at)}@example.com`)
  for (const contact of contacts) await visitor.post(CALL, { ...WISH, contact })
  await freeSoldSeats(24)
  await until(async () => (await cellOf('SELECT count(free_since)::int FROM wait_list')) === contacts.length, 'a look at the list', 40_000)
  await ageWaitList(60)
  await until(async () => (await notifiedContacts()).length > 0, 'the first message', 40_000)
  await other.kill9()
  await until(async () => (await notifiedContacts()).length >= contacts.length, 'the last message', 40_000)
  expect((await notifiedContacts()).toSorted()).toEqual(contacts.toSorted())
  expect(await cellOf(`SELECT count(*)::int FROM wait_list WHERE state = 'told' AND sealed IS NULL`)).toBe(contacts.length)
})

test('logs no number, address or link key', async () => {
  const quiet = await startApp()
  const visitor = new TestVisitor(quiet.origin)
  await visitor.post(CALL, { ...WISH, contact: '0547314821' })
  await visitor.post(CALL, WISH)
  const keys = (await waitMessages('wait list')).map(linkKeyOf)
  for (const key of keys) await visitor.get(`/waiting/${key}`)
  await quiet.stop()
  const log = await quiet.log
  expect(keys).toHaveLength(2)
  expect([...keys, '0547314821', WISH.contact].filter((secret) => log.includes(secret))).toEqual([])
})
