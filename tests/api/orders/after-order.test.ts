import { get as httpGet } from 'node:http'
import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { enqueueMessages } from '#lib/server/outbox/outbox-queue.ts'
import { sandboxPayments } from '#lib/server/providers/payment/payment-sandbox.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { formRequest } from '#tests/support/buyers/house.ts'
import { insertOrder, insertShowings, type OrderRows } from '#tests/support/database/order-rows.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

let app: RunningApp
let order: OrderRows

beforeAll(async () => {
  await freshDatabase()
  await insertShowings([
    { startsAt: new Date(Date.now() + 86_400_000).toISOString(), minutes: 90 },
    { startsAt: '2026-01-30T20:30:00+02:00', minutes: 100 },
  ])
  order = await insertOrder()
  await inTransaction((client) => enqueueMessages(client, { orderId: order.orderId, email: 'noa@example.com', mobileNumber: '0547314821' }))
  app = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha' } })
})
afterAll(async () => {
  await app.stop()
})

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${app.origin}${path}`, { headers, redirect: 'manual' })
}

describe('R2.17 /edocument/{documentKey}', () => {
  it('answers the tickets with a QR code each, is never cached and sends no referrer to other sites', async () => {
    const answer = await get(`/edocument/${order.documentKey}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const page = await answer.text()
    expect(page).toContain('noindex')
    expect(page.match(/role="img"/g)).toHaveLength(3)
    expect(page).toContain('הגשר של אבא')
  })

  it('says that the show is over and hides the code', async () => {
    const past = await insertOrder({ presentationIds: [2] })
    const page = await (await get(`/edocument/${past.documentKey}`)).text()
    expect(page).toContain('המופע הסתיים')
    expect(page).not.toContain('role="img"')
  })

  it('offers its tickets as a PDF and its date as a calendar file', async () => {
    const pdf = await get(`/edocument/${order.documentKey}/ticket.pdf`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const calendar = await get(`/edocument/${order.documentKey}/event.ics`)
    expect([calendar.status, calendar.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(await calendar.text()).toContain('BEGIN:VEVENT')
  })

  it('answers 404 to an unknown key', async () => {
    for (const path of ['', '/ticket.pdf', '/event.ics']) expect((await get(`/edocument/${'A'.repeat(26)}${path}`)).status).toBe(404)
  })
})

describe('the sandbox over plain HTTP', () => {
  const CARD = {
    number: '4580 0000 0000 0000',
    expiry: '08/39',
    cvv: '123',
    holderId: '000000018',
    holderName: 'נועה ברקאי',
    payments: '2',
  }

  async function openForm(): Promise<string> {
    const { url } = await sandboxPayments().openForm({
      ...formRequest(randomUUID(), 33_900),
      returnUrl: 'http://127.0.0.1/booking/checkout/payment',
    })
    return new URL(url).pathname
  }

  function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${app.origin}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })
  }

  it('answers 303 to the return address with a paymentIdentifier', async () => {
    const answer = await post(await openForm(), CARD)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(
      /^http:\/\/127\.0\.0\.1\/booking\/checkout\/payment\?paymentIdentifier=pay_[0-9a-f]{48}$/,
    )
  })

  it('leads a challenge card through its approval', async () => {
    const asked = await post(await openForm(), { ...CARD, number: '4580 0000 0000 0026' })
    expect(asked.status).toBe(303)
    const challenge = asked.headers.get('location') ?? ''
    expect(challenge).toMatch(/^\/sandbox\/payment\/[0-9a-f]{48}\/challenge\/chl_[0-9a-f]{48}$/)
    const rejected = await post(challenge, { decision: 'reject' })
    expect([rejected.status, rejected.headers.get('location')?.includes('paymentIdentifier')]).toEqual([303, false])
    const again = await post(await openForm(), { ...CARD, number: '4580 0000 0000 0026' })
    const approved = await post(again.headers.get('location') ?? '', { decision: 'approve' })
    expect(approved.headers.get('location')).toContain('paymentIdentifier=pay_')
  })

  it('names the invalid fields and keeps the name, but never the card number', async () => {
    const answer = await post(await openForm(), { ...CARD, number: '4580 0000 0000 0001', expiry: '01/20' })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('תוקף הכרטיס עבר')
    expect(page).toContain('value="נועה ברקאי"')
    expect(page).not.toMatch(/4580 ?0000/)
    expect(page).toMatch(/id="number"[^>]*autofocus/)
  })

  it('passes the identifier to the shop’s frame in a page without a script', async () => {
    const answer = await post(await openForm(), { ...CARD, frame: '1' })
    const page = await answer.text()
    expect([answer.status, answer.headers.get('content-security-policy')?.includes("frame-ancestors 'self'")]).toEqual([200, true])
    expect(page).toMatch(/data-payment-identifier="pay_[0-9a-f]{48}"/)
    expect(page).not.toMatch(/<script[^>]*>[^<]/)
  })

  it('refuses a form sent from another site, and an unknown form', async () => {
    const form = await openForm()
    expect((await post(form, CARD, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(form, CARD, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await post(form, CARD, { Origin: app.origin, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(303)
    expect((await get('/sandbox/payment/unknown')).status).toBe(404)
  })
})

describe('the outbox', () => {
  it('shows mail and SMS of the order on this machine', async () => {
    const answer = (await (await get('/api/dev/outbox')).json()) as { messages: { channel: string; text: string }[] }
    expect(answer.messages.map(({ channel }) => channel).sort()).toEqual(['mail', 'sms'])
    expect(await (await get('/dev/outbox')).text()).toContain(order.documentKey)
  })

  it('shows a rendered mail in a frame that runs and loads nothing', async () => {
    const page = await (await get('/dev/outbox')).text()
    const frames = [...page.matchAll(/<iframe src="(\/dev\/outbox\/[0-9a-f-]{36})"[^>]* sandbox="(?![^"]*allow-(?:scripts|same-origin))/g)]
    expect(frames).toHaveLength(1)
    const letter = await get(frames[0]?.[1] ?? '')
    expect(letter.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox /,
    )
    expect(letter.headers.get('cache-control')).toBe('no-store')
    expect(await letter.text()).toContain(`/edocument/${order.documentKey}#ticket-1`)
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'x', '%27'])
      expect((await get(`/dev/outbox/${unknown}`)).status).toBe(404)
  })

  it('is hidden if the browser came by another host name', async () => {
    const statusAt = (path: string, host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(app.origin)
        httpGet({ hostname, port, path, headers: { host } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        }).on('error', reject)
      })
    const { rows } = await database().query<{ id: string }>(`SELECT message_id AS id FROM outbox WHERE channel = 'mail'`)
    for (const path of ['/dev/outbox', '/api/dev/outbox', `/dev/outbox/${rows[0]?.id ?? ''}`]) {
      expect(await statusAt(path, 'localhost')).toBe(200)
      expect(await statusAt(path, 'rebound.example')).toBe(404)
    }
  })

  it('is hidden if the shop is public', async () => {
    const open = await startApp({ env: { PUBLIC_ORIGIN: 'http://tickets.example' } })
    try {
      expect((await fetch(`${open.origin}/api/dev/outbox`)).status).toBe(404)
      expect((await fetch(`${open.origin}/dev/outbox`)).status).toBe(404)
    } finally {
      await open.stop()
    }
  })
})

describe('the captcha', () => {
  it('exchanges a solved challenge for a pass once', async () => {
    const headers = { uuid: randomUUID() }
    const challenge = (await (await get('/api/captcha/challenge?action=seats', headers)).json()) as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const payload = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    const ask = () =>
      fetch(`${app.origin}/api/captcha/pass`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ action: 'seats', payload }),
      })
    const given = (await (await ask()).json()) as { pass: string }
    expect(given.pass).toMatch(/^pass_[0-9a-f]{48}$/)
    expect(await (await ask()).json()).toMatchObject({ error: 'invalid_captcha' })
    const { rows } = await database().query('SELECT action, uses_left FROM captcha_pass')
    expect(rows).toEqual([{ action: 'seats', uses_left: 60 }])
  })
})
