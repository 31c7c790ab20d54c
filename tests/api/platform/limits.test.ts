import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { LIMITS } from '#lib/server/platform/http/limits/limits.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { until } from '#tests/support/until.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 19, seatsPerRow: 50, places: 50 }) // 1,000 in all
  app = await startApp({ env: { TRUSTED_PROXY: 'on' } })
})
afterAll(() => app.stop())
beforeEach(() => database().query('TRUNCATE seat_claim, past_hold'))
afterEach(checkInvariants)

/** Names the visitor's address at the end of the header, as a local proxy does. */
function from(address: string): Record<string, string> {
  return { 'x-forwarded-for': address }
}

let networks = 0
/** A network that no other test uses. */
function newNetwork(): string {
  networks++
  return `203.${String(networks >> 8)}.${String(networks & 255)}`
}

function lockFrom(address: string, seat = seatAt(1, 1), visitor = new TestVisitor(app.origin)): Promise<Answer> {
  return visitor.put('/api/seats/lock-seat', { seat }, from(address))
}

function statuses(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

function isLimited({ body }: Answer): boolean {
  return typeof body === 'object' && body !== null && 'error' in body && body.error === 'TOO_MANY_REQUESTS'
}

function repeat<T>(times: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => make(n)))
}

/** Makes calls that must fall into one limit window. Makes others if a slow machine took longer than the window. */
async function countedTogether<T>({ seconds }: { readonly seconds: number }, makeAll: () => Promise<T[]>): Promise<T[]> {
  for (let tries = 1; tries <= 20; tries++) {
    const startedAt = performance.now()
    const answers = await makeAll()
    if (performance.now() - startedAt < seconds * 1_000) return answers
  }
  throw new Error(`This machine does not make these calls in ${String(seconds)} seconds.`)
}

/** Repeats calls until some are limited. @returns all answers */
async function untilLimited(makeSome: () => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  await until(async () => {
    answers.push(...(await makeSome()))
    return answers.some(isLimited)
  }, 'a call that is too many')
  return answers
}

test('limits best available separately, because a flood of it would saturate the processor', async () => {
  const path = '/api/seats/best-available?presentationId=1&quantity=2'
  const answers = await countedTogether(LIMITS.best.visitor, () => {
    const visitor = new TestVisitor(app.origin)
    return repeat(LIMITS.best.visitor.calls + 1, () => visitor.get(path, from(`${newNetwork()}.1`)))
  })
  expect(statuses(answers)).toEqual({ 200: LIMITS.best.visitor.calls, 429: 1 })
})

test('answers a storm of locks from one address with 429 and Retry-After; others go on', async () => {
  const network = newNetwork()
  const answers: Answer[] = []
  let isOver = false
  const storm = repeat(16, async (client) => {
    const visitor = new TestVisitor(app.origin)
    while (!isOver) answers.push(await lockFrom(`${network}.1`, seatAt(client + 1, 1), visitor))
  })
  await until(() => answers.some(isLimited))
  for (let n = 0; n < 50; n++) expect(await lockFrom(`${newNetwork()}.1`, seatAt(n + 1, 2))).toMatchObject({ status: 200 })
  isOver = true
  await storm
  const limited = answers.filter(isLimited)
  for (const { status, headers, body } of limited) {
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('1')
    expect(body).toMatchObject({ message: expect.stringMatching(/[א-ת]/) as string, facts: { seconds: 1 } })
  }
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  await until(async () => !isLimited(await lockFrom(`${network}.1`, seatAt(50, 3))))
})

test('ignores addresses that the client itself writes into the forwarding header', async () => {
  const network = newNetwork()
  await untilLimited(() => repeat(120, (n) => lockFrom(`198.51.${String(n)}.7, 127.0.0.1, ${network}.1`)))
  const { rows } = await database().query('SELECT DISTINCT network FROM seat_claim')
  expect(rows).toEqual([{ network: `${network}.0/24` }])
})

test('counts one visitor with many addresses as one visitor', async () => {
  const visitor = new TestVisitor(app.origin)
  await untilLimited(() => repeat(40, () => lockFrom(`${newNetwork()}.1`, seatAt(1, 3), visitor)))
})

test('limits 50 sessions on 50 addresses of one network to 2 % of the house, with Retry-After', async () => {
  const network = newNetwork()
  const answers = await repeat(50, (n) => lockFrom(`${network}.${String(n)}`, seatAt(n + 1, 4)))
  expect(statuses(answers)).toEqual({ 200: 20, 429: 30 })
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({ error: 'NETWORK_LIMIT' })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(500)
  expect(await lockFrom(`${newNetwork()}.1`, seatAt(50, 5))).toMatchObject({ status: 200 })
})

test('says by Retry-After how long a visitor whose hold expired has to wait', async () => {
  const visitor = new TestVisitor(app.origin)
  const address = `${newNetwork()}.1`
  expect(await lockFrom(address, seatAt(1, 6), visitor)).toMatchObject({ status: 200 })
  const expectWait = countdown()
  await database().query(`UPDATE seat_claim SET expires_at = now() - interval '15 seconds' WHERE holder = $1`, [visitor.uuid])
  const refused = await lockFrom(address, seatAt(2, 6), visitor)
  const seconds = refused.headers.get('retry-after') ?? ''
  expectWait(Number(seconds), 45)
  expect(refused).toMatchObject({ status: 429, body: { error: 'HOLD_WAIT', message: expect.stringContaining(seconds) as string } })
})

test('limits the sessions that an address can start, whatever it requests', async () => {
  const answers = await countedTogether(LIMITS.newcomer.caller, async () => {
    const address = from(`${newNetwork()}.1`)
    const ask = (path: string) => new TestVisitor(app.origin).get(path, address)
    return [
      ...(await repeat(190, () => ask('/api/presentations/timer/1'))),
      ...(await repeat(150, () => ask('/api/seats/seats-status?presentationId=1'))),
    ]
  })
  expect(statuses(answers)).toEqual({ 200: LIMITS.newcomer.caller.calls, 429: 340 - LIMITS.newcomer.caller.calls })
})

test('answers too many pages from one address with a page that reloads itself', async () => {
  const answers = await countedTogether(LIMITS.page.caller, () => {
    const headers = { ...from(`${newNetwork()}.1`), accept: 'text/html' }
    return repeat(LIMITS.page.caller.calls + 20, () => fetch(`${app.origin}/terms`, { headers }))
  })
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  const page = await limited[0]?.text()
  for (const part of ['<html lang="he" dir="rtl"', 'http-equiv="refresh"', 'class="site-head', '>429<', '>Error Occurred</h1>'])
    expect(page).toContain(part)
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(statuses(answers)[200]).toBe(answers.length - limited.length)
  expect(await fetch(`${app.origin}/terms`, { headers: from(`${newNetwork()}.1`) })).toMatchObject({ status: 200 })
})

test('queues most of many concurrent page requests of one address while another address is answered', async () => {
  const ask = async (path: string, address: string) => (await fetch(app.origin + path, { headers: from(address) })).text()
  /** How many of the 80 were answered before the page of the other address. */
  const flood = async () => {
    let answered = 0
    const flooder = `${newNetwork()}.1`
    const begun = Promise.withResolvers<undefined>()
    const all = repeat(80, async () => {
      await ask('/', flooder)
      answered++
      begun.resolve(undefined)
    })
    await begun.promise
    expect(await ask('/', `${newNetwork()}.1`)).toContain('</html>')
    const before = answered
    await all
    expect(answered).toBe(80)
    return before
  }
  // While this process stands still, all are answered before it asks for the page of the other address.
  let before = await flood()
  for (let tries = 1; before >= 40 && tries < 10; tries++) before = await flood()
  expect(before).toBeLessThan(40)
})

test('allows 30 redirects to external addresses a minute', async () => {
  const answers = await countedTogether(LIMITS.redirect.caller, () => {
    const headers = { ...from(`${newNetwork()}.1`), 'sec-fetch-site': 'same-origin' }
    return repeat(40, () => fetch(`${app.origin}/https://example.com/`, { headers, redirect: 'manual' }))
  })
  expect(statuses(answers)).toEqual({ 302: 30, 429: 10 })
})

test('stops guessing of document keys after 30 misses an hour, for pages and files together', async () => {
  const address = from(`${newNetwork()}.1`)
  const guess = (n: number) =>
    `/edocument/${n % 6 === 3 ? 'friend/' : ''}${String(n).padStart(26, 'A')}${['', '/ticket.pdf', '/event.ics'][n % 3] ?? ''}`
  const codes: number[] = []
  for (let n = 0; n < 33; n++) codes.push((await fetch(app.origin + guess(n), { headers: address })).status)
  expect(codes).toEqual([...Array<number>(30).fill(404), 429, 429, 429])
  expect((await fetch(app.origin + guess(0), { headers: from(`${newNetwork()}.1`) })).status).toBe(404)
})

test('does not limit this machine itself', async () => {
  const answers = await repeat(400, (n) => new TestVisitor(app.origin).get(`/api/presentations/timer/1?ts=${String(n)}`))
  expect(statuses(answers)).toEqual({ 200: 400 })
})

test('ignores the forwarding header without a trusted proxy', async () => {
  const plain = await startApp()
  try {
    const locked = await new TestVisitor(plain.origin).put('/api/seats/lock-seat', { seat: seatAt(1, 7) }, from('203.0.113.9'))
    expect(locked).toMatchObject({ status: 200 })
    const { rows } = await database().query('SELECT network FROM seat_claim')
    expect(rows).toEqual([{ network: null }])
  } finally {
    await plain.stop()
  }
})

test('logs, without names, that a large part of a house is held unpaid', async () => {
  const hold = (seats: number) =>
    database().query(
      `WITH held AS (
         INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at, network)
         SELECT 1, seat_id, 'H', gen_random_uuid(), now(), now() + interval '9 minutes', '203.0.113.0/24' FROM seat ORDER BY seat_id LIMIT $1
         ON CONFLICT DO NOTHING RETURNING seat_id, holder)
       INSERT INTO audit (action, subject, uuid) SELECT 'lock', '1:' || seat_id, holder FROM held`,
      [seats],
    )
  const lastSwept = () => cellOf('SELECT until::text FROM audit_swept')
  const warningsOfNewApp = async () => {
    const before = await lastSwept()
    const other = await startApp()
    // The last of its rounds begins, and it ends when all that have begun are over.
    await until(async () => (await lastSwept()) !== before)
    await other.stop()
    return (await other.log).split('\n').filter((line) => line.includes('a large part of a house'))
  }
  await hold(300)
  expect(await warningsOfNewApp()).toEqual([])
  await hold(301)
  const [warning = '{}', ...more] = await warningsOfNewApp()
  expect(more).toEqual([])
  const { time: _time, pid: _pid, hostname: _hostname, ...said } = JSON.parse(warning) as Record<string, unknown>
  expect(said).toMatchObject({ presentationId: 1, unpaid: 301, capacity: 1000 })
  expect(JSON.stringify(said)).not.toMatch(/203\.0|[0-9a-f]{8}-/)
})
