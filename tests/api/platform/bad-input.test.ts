import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { addDonations } from '#tests/support/sold/donations.ts'
import { listOrders } from '#lib/contract/staff/for-keys.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
let visitor: TestVisitor
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addDonations()
  app = await startApp()
  visitor = new TestVisitor(app.origin)
})
afterAll(() => app.stop())
afterEach(checkInvariants)

test.each([
  '/api/presentations/999999',
  '/api/presentations/abc',
  '/api/presentations/-1',
  '/api/presentations/99999999999999999999',
  '/api/presentations/1.5',
  '/api/presentations/timer/0',
  '/api/features/77/placeholderImage',
  '/api/products/77/image',
  '/api/seats/seatplan?seatplanId=99',
  '/api/seats/seatplan/1/picture',
  '/api/seats/seatplan/99/picture',
  '/api/seats/seats-status?presentationId=99',
  '/api/reservations/AAAAAAAAAAAAAAAAAAAA',
  '/api/nothing',
  '/api/seats',
])('R8.85 answers 404 in JSON for %s', async (path) => {
  expect(await visitor.get(path)).toMatchObject({
    status: 404,
    body: { error: 'NOT_FOUND', message: expect.stringMatching(/[א-ת]/) as string },
  })
})

test.each([
  '/api/seats/presentations',
  '/api/seats/presentations?date=tomorrow',
  '/api/seats/presentations?date=2026-02-30',
  '/api/seats/seats-status',
  '/api/seats/seats-status?presentationId=1&isReserved=yes',
  '/api/features?featureIds=1,x',
  '/api/features?locationId=0',
])('R8.85 answers 400 for %s', async (path) => {
  expect(await visitor.get(path)).toMatchObject({ status: 400, body: { error: 'BAD_REQUEST' } })
})

test.each([
  ['no JSON', '{"seat":', 400, 'MALFORMED_JSON'],
  ['not an object', '[]', 400, 'BAD_REQUEST'],
  ['null', 'null', 400, 'BAD_REQUEST'],
  ['nothing', '{}', 400, 'BAD_REQUEST'],
  ['a wrong type', JSON.stringify({ seat: { ...seatAt(1, 1), PresentationId: '1' } }), 400, 'BAD_REQUEST'],
  ['a huge number', '{"seat":{"PresentationId":1e309}}', 400, 'BAD_REQUEST'],
  ['a number past the database’s', JSON.stringify({ seat: { ...seatAt(1, 1), PresentationId: 2 ** 31 } }), 400, 'BAD_REQUEST'],
  ['half a coordinate', JSON.stringify({ seat: seatAt(1.5, 1) }), 400, 'BAD_REQUEST'],
  ['a NUL in a text', JSON.stringify({ seat: seatAt(1, 1), recaptchaToken: '\0' }), 400, 'MALFORMED_JSON'],
  ['an oversize body', JSON.stringify({ seat: seatAt(1, 1), recaptchaToken: 'x'.repeat(300_000) }), 413, 'BODY_TOO_LARGE'],
])('answers a lock with %s with %3$s', async (_name, body, status, error) => {
  expect(await visitor.put('/api/seats/lock-seat', body)).toMatchObject({ status, ...(error && { body: { error } }) })
})

test('refuses another media type', async () => {
  const form = await visitor.put('/api/seats/lock-seat', 'seat=1', { 'content-type': 'application/x-www-form-urlencoded' })
  expect(form).toMatchObject({ status: 415, body: { error: 'UNSUPPORTED_MEDIA_TYPE' } })
})

test.each(['POST', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])(
  'refuses the method %s in JSON for a call that does not have it',
  async (method) => {
    const answer = await rawRequest(`${method} /api/seats/lock-seat HTTP/1.1`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toContain('METHOD_NOT_ALLOWED')
  },
)

test.each([
  '/%',
  '/%zz',
  '/api/%ff',
  '//evil.example/',
  '/api/presentations/%00',
  '/\\evil',
  '/api/presentations/1%2f..%2f2',
  '/order/%D7',
  '/edocument/%00',
  '/edocument/%00/event.ics',
  '/edocument/%00/ticket.pdf',
  '/edocument/%2500',
  '/edocument/friend/%00',
  '/edocument/friend/%ff',
  '/cart/%00/send',
  '/sandbox/payment/%00',
  '/sandbox/payment/a/challenge/%00',
])('never fails on the address %s', async (path) => {
  const answer = await rawRequest(`GET ${path} HTTP/1.1`)
  expect(answer).toMatch(/^HTTP\/1\.1 [1-4]\d\d /)
})

test.each(['evil@127.0.0.1', 'a/b', 'a?b', '%', 'a b', ':', ''])('refuses a request for the host "%s" and never fails', async (host) => {
  for (const path of ['/', '/api/features']) expect(await rawRequest(`GET ${path} HTTP/1.1`, host)).toMatch(/^HTTP\/1\.1 400 /)
})

test('refuses or drops text that PostgreSQL cannot store, without failing', async () => {
  const answer = await visitor.post('/api/cart', { cart: { customerInfo: { firstName: 'a\u0000b', lastName: '\ud800' } } })
  expect(answer.status).toBeLessThan(500)
})

/** Sends a request that fetch would refuse to send. */
async function rawRequest(line: string, host = new URL(app.origin).host): Promise<string> {
  const { hostname, port } = new URL(app.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no answer to ${line}`)))
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => {
      resolve(text)
    })
    socket.on('error', reject)
    socket.write(`${line}\r\nHost: ${host}\r\nuuid: ${visitor.uuid}\r\nConnection: close\r\n\r\n`)
  })
}

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nothing'])(
  'a form of staff that asks for %s opens the sign-in as it was',
  async (act) => {
    const answer = await fetch(`${app.origin}/PRES-live`, { method: 'POST', body: new URLSearchParams({ act }) })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('name="password"')
  },
)

test.each(['/api/cart', '/api/payment/commit'])('%s refuses a body of many levels', async (path) => {
  const ask = (levels: number) =>
    visitor.post(path, { cart: { seats: [], ticketGroups: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown } })
  for (const levels of [40, 2_000]) expect(await ask(levels)).toMatchObject({ status: 400, body: { error: 'BAD_REQUEST' } })
  expect((await ask(8)).body).not.toMatchObject({ error: 'BAD_REQUEST' })
})

test('a text that is cut inside an emoji is kept without it', async () => {
  const sent = new URLSearchParams({ 'give-1': '11', dedication: `${'א'.repeat(119)}😀` })
  const answer = await fetch(`${app.origin}/donations`, { method: 'POST', body: sent, redirect: 'manual' })
  expect(answer.status).toBe(303)
  expect(
    await cellOf(`SELECT cart -> 'donations' -> 0 ->> 'dedication' FROM session WHERE cart IS NOT NULL ORDER BY created_at DESC LIMIT 1`),
  ).toBe('א'.repeat(119))
})

test.each([
  ['0000-01-01T00:00:00Z', false],
  ['1969-12-31T23:59:59Z', false],
  [`2026-01-01T00:00:00.${'1'.repeat(300)}Z`, false],
  ['2026-01-01T00:00:00.123Z', true],
  ['1970-01-01T00:00:00Z', true],
])('orders since %s are asked for: %s', (since, isAsked) => {
  expect(listOrders.query?.safeParse({ since }).success).toBe(isAsked)
})
