import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { ltrIn } from '#lib/text/isolate.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { queueReminders } from '#lib/server/messages/hold-reminders.ts'
import { mailOf, smsOf } from '#lib/server/messages/message-bodies.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { leaseMessages, AFTER_ORDERS } from '#lib/server/outbox/outbox-lease.ts'
import { releaseUnpaid } from '#lib/server/orders/holds/unpaid-hold.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { formatLongDate, formatTime } from '#lib/text/format-date.ts'
import type { Locale } from '#lib/text/locales.ts'
import { signInMember } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, emptyHouse, fromHere, seatAt } from '#tests/support/buyers/house.ts'

const SEAT = seatAt(4, 4)
const HALF_AN_HOUR = 1_800_000

beforeAll(async () => {
  process.env.LOCALES = 'he,en,ar'
  await freshDatabase()
  await buildHouse()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

interface Held {
  readonly orderId: string
  readonly resId: string
  readonly startsAt: number
  readonly payUntil: number
}

async function held(locale: Locale = 'he'): Promise<Held> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  await signInMember(uuid)
  expect((await lock(SEAT, fromHere(uuid))).ok).toBe(true)
  const made = await commit(uuid, { cart: { ...cartOf([SEAT]), isHold: true } }, locale)
  if (!made.ok) throw new Error(made.refusal.code)
  const { rows } = await database().query<{ orderId: string; startsAt: Date; payUntil: Date }>(
    `SELECT order_id AS "orderId", pay_until AS "payUntil", starts_at AS "startsAt" FROM orders JOIN order_seat USING (order_id) JOIN presentation USING (presentation_id)`,
  )
  const [row] = rows
  if (!row) throw new Error('No order.')
  return {
    orderId: row.orderId,
    resId: made.value.reservationIdentifier,
    startsAt: row.startsAt.getTime(),
    payUntil: row.payUntil.getTime(),
  }
}

async function kinds(): Promise<string[]> {
  const { rows } = await database().query<{ said: string }>(
    `SELECT kind || ' ' || channel AS said FROM outbox ORDER BY created_at, kind, channel`,
  )
  return rows.map(({ said }) => said)
}

/** Moves the end of the hold, made the given number of minutes before it. */
async function endsIn(minutes: number, madeBefore = 600): Promise<void> {
  await database().query(
    `UPDATE orders SET pay_until = now() + $1 * interval '1 minute', created_at = now() + ($1 - $2) * interval '1 minute'`,
    [minutes, madeBefore],
  )
}

describe('an unpaid hold', () => {
  it('R4.56 R9.8 is confirmed by mail and SMS: pay at the box office or online until half an hour before the event', async () => {
    const { orderId, resId, startsAt, payUntil } = await held()
    expect(payUntil).toBe(startsAt - HALF_AN_HOUR)
    expect(await kinds()).toEqual(['hold mail', 'hold sms'])
    const mail = await mailOf(orderId, 'hold')
    const until = `${formatLongDate(payUntil, 'he')}, \u2066${formatTime(startsAt - HALF_AN_HOUR)}\u2069`
    expect(mail?.text).toContain(`אפשר לשלם באתר או בקופה עד ${until}.`)
    expect(mail?.text).toMatch(new RegExp(`http://127\\.0\\.0\\.1:\\d+/cart/${resId}$`, 'm'))
    expect(mail?.text).toContain('לתשלום: \u2066₪112\u2069')
    expect(mail?.html).toContain(`/cart/${resId}"`)
    expect(mail?.html).toContain('dir="rtl"')
    const sms = (await smsOf(orderId, 'hold')) ?? ''
    expect(sms).toContain(formatTime(startsAt - HALF_AN_HOUR))
    expect(sms).toMatch(new RegExp(`/cart/${resId}$`))
    expect(sms.length).toBeLessThanOrEqual(134)
  })

  it.each<Locale>(['he', 'en', 'ar'])('R9.8 has the number of the order in every SMS, in %s', async (locale) => {
    const { orderId } = await held(locale)
    const { rows } = await database().query<{ number: string }>('SELECT order_number AS number FROM orders WHERE order_id = $1', [orderId])
    for (const kind of ['hold', 'reminder', 'lapsed']) {
      const sms = (await smsOf(orderId, kind)) ?? ''
      expect(sms).toContain(ltrIn(locale, formatOrderNumber(rows[0]?.number ?? '')))
      expect(sms.length).toBeLessThanOrEqual(134)
    }
  })

  it('is written in the language in which it was made', async () => {
    const { orderId } = await held('en')
    expect((await mailOf(orderId, 'hold'))?.html).toContain('<html lang="en" dir="ltr">')
    expect(await smsOf(orderId, 'hold')).toContain('held, pay by')
    await database().query(`UPDATE orders SET locale = 'ru'`)
    expect(await smsOf(orderId, 'hold')).toContain('שמרנו לכם')
  })

  it('gets one reminder an hour before it lapses, over any number of processes', async () => {
    const { orderId } = await held()
    await endsIn(61)
    expect(await queueReminders()).toBe(0)
    await endsIn(60)
    const queued = await Promise.all(Array.from({ length: 8 }, () => queueReminders()))
    expect(queued.reduce((sum, one) => sum + one)).toBe(1)
    expect(await queueReminders()).toBe(0)
    expect((await kinds()).filter((kind) => kind.startsWith('reminder'))).toEqual(['reminder sms'])
    const sms = (await smsOf(orderId, 'reminder')) ?? ''
    expect(sms).toContain('עדיין שמור לכם')
    expect(sms.length).toBeLessThanOrEqual(134)
  })

  it('gets no reminder if it was just made, is paid, or is over', async () => {
    await held()
    await endsIn(59, 74)
    expect(await queueReminders()).toBe(0)
    await endsIn(-1)
    expect(await queueReminders()).toBe(0)
    await endsIn(59)
    await database().query(`UPDATE orders SET state = 'paying'`)
    expect(await queueReminders()).toBe(0)
    await database().query(`UPDATE orders SET state = 'unpaid'`)
    expect(await queueReminders()).toBe(1)
  })

  it('gets no reminder but a release message if the presentation is called off', async () => {
    const { orderId } = await held()
    await endsIn(59)
    await database().query('UPDATE presentation SET is_cancelled = true')
    expect(await queueReminders()).toBe(0)
    expect(await releaseUnpaid(10)).toBe(1)
    const { rows } = await database().query(
      'SELECT state, failure_code, (SELECT count(*)::int FROM seat_claim c WHERE c.order_id = o.order_id) AS claims FROM orders o WHERE order_id = $1',
      [orderId],
    )
    const letter = (await mailOf(orderId, 'lapsed'))?.html
    await database().query('UPDATE presentation SET is_cancelled = false')
    expect(letter).toContain('המופע בוטל.')
    expect(letter).not.toContain('לא התקבל תשלום')
    expect(rows).toEqual([{ state: 'failed', failure_code: 'HOLD_EXPIRED', claims: 0 }])
    expect(await releaseUnpaid(10)).toBe(0)
  })

  it('gets no reminder once it is over', async () => {
    await held()
    await endsIn(10)
    await queueReminders()
    await database().query(`UPDATE outbox SET state = 'queued', sent_at = NULL, expires_at = now() WHERE kind = 'reminder'`)
    expect(await leaseMessages(AFTER_ORDERS, 10)).toEqual([])
    const { rows } = await database().query(`SELECT state, failure FROM outbox WHERE kind = 'reminder'`)
    expect(rows).toEqual([{ state: 'failed', failure: 'expired' }])
  })

  it('gets a message when it is released', async () => {
    const { orderId } = await held()
    await endsIn(-1)
    expect(await releaseUnpaid(10)).toBe(1)
    expect((await kinds()).filter((kind) => kind.startsWith('lapsed'))).toEqual(['lapsed mail', 'lapsed sms'])
    expect((await mailOf(orderId, 'lapsed'))?.text).toContain('לא חויבתם')
    expect(((await smsOf(orderId, 'lapsed')) ?? '').length).toBeLessThanOrEqual(134)
  })
})
