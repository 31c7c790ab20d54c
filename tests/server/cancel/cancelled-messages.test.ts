import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { ltr } from '#lib/text/isolate.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { mailOf, smsOf } from '#lib/server/messages/message-bodies.ts'
import { tellCancelled } from '#lib/server/orders/cancel/tell-cancelled.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings } from '#tests/support/database/order-rows.ts'

beforeAll(async () => {
  process.env.LOCALES = 'he,en'
  await freshDatabase()
  await insertShowings()
})

interface Money {
  readonly worth: number
  readonly charge: number
  readonly toPayments?: number
  readonly toVouchers?: number
  readonly toCredit?: number
}

/** Cancels an order's first lines. */
async function cancelled(lines: number, { worth, charge, toPayments = 0, toVouchers = 0, toCredit = 0 }: Money, locale = 'he') {
  const { orderId } = await insertOrder()
  const id = randomUUID()
  await database().query('UPDATE orders SET locale = $2 WHERE order_id = $1', [orderId, locale])
  const credit = toCredit > 0 ? await voucherOf(toCredit) : null
  await inTransaction(async (client) => {
    await client.query(
      `INSERT INTO cancellation (cancellation_id, order_id, is_whole, worth, charge, to_payments, to_vouchers, to_credit, credit_voucher_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, orderId, lines > 2, worth, charge, toPayments, toVouchers, toCredit, credit],
    )
    await client.query('UPDATE order_seat SET cancellation_id = $2 WHERE order_id = $1 AND line <= $3', [orderId, id, lines])
    if (lines > 2) await client.query('UPDATE order_product SET cancellation_id = $2 WHERE order_id = $1', [orderId, id])
    await tellCancelled(client, orderId, id)
    await tellCancelled(client, orderId, id)
  })
  const kind = `cancelled:${id}`
  return { orderId, kind, mail: await mailOf(orderId, kind), sms: (await smsOf(orderId, kind)) ?? '' }
}

async function voucherOf(balance: number): Promise<number> {
  const { rows } = await database().query<{ id: number }>(
    `INSERT INTO system_voucher (reference_index, reference_encrypted, balance) VALUES ($1, '', $2) RETURNING system_voucher_id AS id`,
    [randomUUID(), balance],
  )
  return rows[0]?.id ?? 0
}

/** The order number as messages show it. */
async function shownNumber(orderId: string): Promise<string> {
  const { rows } = await database().query<{ number: string }>('SELECT order_number AS number FROM orders WHERE order_id = $1', [orderId])
  return formatOrderNumber(rows[0]?.number ?? '')
}

describe('a cancellation', () => {
  it('of a whole order is confirmed once by mail and SMS, with the refund and the charge', async () => {
    const { orderId, mail, sms } = await cancelled(3, { worth: 33_900, charge: 1_900, toPayments: 30_000, toVouchers: 2_000 })
    const { rows } = await database().query('SELECT channel, recipient FROM outbox WHERE order_id = $1 ORDER BY channel', [orderId])
    expect(rows).toEqual([
      { channel: 'mail', recipient: 'noa@example.com' },
      { channel: 'sms', recipient: '0547314821' },
    ])
    expect(mail?.subject).toBe('ההזמנה בוטלה: הגשר של אבא, 30.3')
    for (const part of ['אולם מרכז · שורה 7 · מושבים 14, 15', 'תוכנייה: \u2066× 1\u2069', '\u2066₪339\u2069', 'דמי ביטול: \u2066₪19\u2069'])
      expect(mail?.text).toContain(part)
    expect(mail?.text).toContain('חוזר לאמצעי התשלום: \u2066₪300\u2069')
    expect(mail?.text).toContain('חזר לשובר: \u2066₪20\u2069')
    expect(mail?.html).toContain('<bdi dir="ltr">₪300</bdi>')
    expect(sms).toContain(`הזמנה ${ltr(await shownNumber(orderId))} בוטלה. יוחזרו לכם ₪320.`)
    expect(sms.length).toBeLessThanOrEqual(134)
  })

  it('of a part names only that part', async () => {
    const { orderId, mail, sms } = await cancelled(1, { worth: 15_700, charge: 0, toPayments: 15_700 })
    expect(mail?.subject).toContain('חלק מההזמנה בוטל')
    expect(mail?.text).toContain('אולם מרכז · שורה 7 · מושב 14')
    expect(mail?.text).not.toContain('15 ·')
    expect(mail?.text).not.toContain('תוכנייה')
    expect(mail?.text).not.toContain('דמי ביטול')
    expect(sms).toContain(`חלק מהזמנה ${ltr(await shownNumber(orderId))} בוטל.`)
  })

  it('says so if it gives credit, gives nothing or was free', async () => {
    const credit = await cancelled(3, { worth: 33_900, charge: 0, toCredit: 33_900 })
    expect(credit.sms).toMatch(/זיכוי של ₪339 מחכה לכם: http:\/\/127\.0\.0\.1:\d+\/customer$/)
    expect(credit.sms.length).toBeLessThanOrEqual(134)
    expect((await cancelled(3, { worth: 5_000, charge: 5_000 })).sms).toContain('אין החזר')
    expect((await cancelled(3, { worth: 0, charge: 0 })).sms).toContain('לא חויבתם')
  })

  it('that gives partly credit names each part with its amount: that of an unusable voucher beside the card’s', async () => {
    const { sms } = await cancelled(3, { worth: 33_900, charge: 0, toPayments: 20_000, toVouchers: 1_900, toCredit: 12_000 })
    expect(sms).toMatch(/יוחזרו לכם ₪219\. זיכוי של ₪120 מחכה לכם: http:\/\/127\.0\.0\.1:\d+\/customer$/)
    expect(sms.length).toBeLessThanOrEqual(134)
  })

  it('speaks the language of its order', async () => {
    const { orderId, mail, sms } = await cancelled(3, { worth: 33_900, charge: 0, toPayments: 33_900 }, 'en')
    expect(mail?.html).toContain('<html lang="en" dir="ltr">')
    expect(sms).toContain(`Order ${await shownNumber(orderId)} was cancelled. ₪339 will be returned to you.`)
  })
})
