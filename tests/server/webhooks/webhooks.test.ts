import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { payReservation } from '#lib/server/orders/commit/unpaid-payment.ts'
import { releaseUnpaid } from '#lib/server/orders/holds/unpaid-hold.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { signMessage } from '#lib/server/webhooks/sign-message.ts'
import { logOfMessages, queueAgain, queueTest, sweepWebhookMessages } from '#lib/server/webhooks/webhook-messages.ts'
import { leaseWebhookMessages, PAUSES } from '#lib/server/webhooks/webhook-lease.ts'
import { addWebhook, endWebhook, listWebhooks, WEBHOOK_EVENTS, type Webhook } from '#lib/server/webhooks/webhooks.ts'
import { boughtBy, cancelled, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { cartOf, fromHere, prepareCard } from '#tests/support/buyers/house.ts'
import { makeMembership } from '#tests/support/buyers/customers.ts'
import { buy, changing, FEE, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { openReceiver, tell } from '#tests/support/processes/webhook-receiver.ts'

const house = openCancelHouse()
const { told, answers, heard, address } = openReceiver()

function added(more: Partial<Pick<Webhook, 'events' | 'businessIds'>> = {}) {
  return addWebhook({ url: address(), events: WEBHOOK_EVENTS, businessIds: null, ...more })
}

async function letTimePass(): Promise<void> {
  await database().query('UPDATE webhook_message SET next_attempt_at = now()')
}

async function numberOf(resId: string): Promise<string> {
  const number = String(await cellOf('SELECT order_number FROM orders WHERE reservation_identifier = $1', [resId]))
  return `${number.slice(0, 4)}-${number.slice(4)}`
}

/** Pays a reservation that was made without paying, in a form of its own. */
async function payLater(uuid: string, resId: string, behaviour: string): Promise<void> {
  const form = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'card', resId })
  const name = form.ok ? form.value.paymentFormURL.split('/').at(-1) : undefined
  await payReservation(uuid, resId, { cart: { seats: [], paymentIdentifier: await prepareCard(uuid, ONE + FEE, behaviour, name) } })
}

describe('what is told', () => {
  test('an order that is paid, by its number, without anything of a person', async () => {
    const { secret } = await added()
    const { resId } = await boughtBy(house.noa)
    await tell()
    expect(heard(secret)).toEqual([
      {
        type: 'order.paid',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: { orderNumber: await numberOf(resId), amount: 21_700, currency: 'ILS', presentations: [{ presentationId: 1, tickets: 2 }] },
      },
    ])
    expect(told[0]?.body).not.toContain(resId)
    expect(told[0]?.headers['content-type']).toBe('application/json')
  })

  test('an order whose payment failed is not', async () => {
    await added()
    await buy(house.noa.visitor.uuid, [seatOn(1, 1)], 11_200, {}, 'declined')
    await tell()
    expect(told).toEqual([])
  })

  test('each cancellation, with what is left, what goes back and what is kept', async () => {
    const { secret } = await added({ events: ['order.cancelled'] })
    const { resId, tickets } = await boughtBy(house.noa)
    await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })
    await cancelled(house.noa.visitor, resId)
    await tell()
    const orderNumber = await numberOf(resId)
    expect(heard(secret).map(({ type, data }) => ({ type, ...data }))).toEqual([
      ...[
        { isWhole: false, refunded: 10_500, presentations: [{ presentationId: 1, tickets: 1 }] },
        { isWhole: true, refunded: 11_200, presentations: [{ presentationId: 1, tickets: 0 }] },
      ].map((one) => ({ type: 'order.cancelled', orderNumber, kept: 0, currency: 'ILS', ...one })),
    ])
  })

  test('an order that takes the place of another, as changed and not as paid', async () => {
    const { secret } = await added()
    const { uuid, resId, tickets } = await boughtBy(house.noa)
    const made = await buy(uuid, [seatOn(2, 1), seatOn(2, 2)], 9_000, changing({ uuid, resId, tickets }))
    if (!made.ok) throw new Error(made.refusal.code)
    await tell()
    const [, change] = heard(secret)
    expect(change).toMatchObject({
      type: 'order.changed',
      data: {
        orderNumber: await numberOf(made.value.reservationIdentifier),
        replaces: await numberOf(resId),
        presentations: [{ presentationId: 2, tickets: 2 }],
      },
    })
    expect(told).toHaveLength(2)
  })

  test('another ticket on the same seats, once for all of them', async () => {
    const { secret } = await added({ events: ['order.changed'] })
    const { resId } = await boughtBy(house.noa)
    await database().query('UPDATE order_seat SET ticket_id = ticket_id + 1')
    await tell()
    expect(heard(secret)).toMatchObject([{ type: 'order.changed', data: { orderNumber: await numberOf(resId) } }])
  })

  test('seats that are held and paid later: when they are held, and what became of them, once each', async () => {
    const { secret } = await added()
    const { uuid } = house.noa.visitor
    await makeMembership(house.noa.customerId)
    const held = async (y: number) => {
      const seat = seatOn(1, y)
      expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
      const made = await commit(uuid, { cart: { ...cartOf([seat]), isHold: true } }, 'he')
      if (!made.ok) throw new Error(made.refusal.code)
      return made.value.reservationIdentifier
    }
    const [paid, given, forgotten] = [await held(1), await held(2), await held(3)]
    const ends = String(await cellOf('SELECT pay_until FROM orders WHERE reservation_identifier = $1', [forgotten]))
    await payLater(uuid, paid, 'declined')
    await payLater(uuid, paid, 'accepted')
    await cancelled(house.noa.visitor, given)
    await database().query(`UPDATE orders SET pay_until = now() WHERE reservation_identifier = $1`, [forgotten])
    for (const released of [1, 0]) expect(await releaseUnpaid(10)).toBe(released)
    await tell()
    const named = await Promise.all([paid, given, forgotten].map(async (resId) => [await numberOf(resId), resId] as const))
    const names = new Map(named)
    const of = (resId: string) => heard(secret).filter(({ data }) => names.get(String(data.orderNumber)) === resId)
    expect([paid, given, forgotten].map((resId) => of(resId).map(({ type }) => type))).toEqual([
      ['order.held', 'order.paid'],
      ['order.held', 'order.cancelled'],
      ['order.held', 'order.lapsed'],
    ])
    const [first, last] = of(forgotten)
    expect(first?.data).toMatchObject({ amount: ONE + FEE, currency: 'ILS', presentations: [{ presentationId: 1, tickets: 1 }] })
    expect(Math.abs(Date.parse(String(first?.data.payUntil)) - Date.parse(ends))).toBeLessThan(1_000)
    expect(last?.data).toEqual({ orderNumber: await numberOf(forgotten), presentations: [{ presentationId: 1, tickets: 0 }] })
    expect(of(given)[1]?.data).toMatchObject({ isWhole: true, refunded: 0, kept: 0 })
  })

  test('each ticket that is used, once', async () => {
    const { secret } = await added({ events: ['ticket.used'] })
    const { resId } = await boughtBy(house.noa)
    await database().query(`UPDATE order_seat SET used_at = '2026-11-23T18:30:00Z'`)
    await database().query(`UPDATE order_seat SET used_at = now()`)
    await tell()
    const use = { presentationId: 1, usedAt: '2026-11-23T18:30:00.000Z', orderNumber: await numberOf(resId) }
    expect(heard(secret).map(({ type, data }) => [type, data])).toMatchObject([
      ['ticket.used', use],
      ['ticket.used', use],
    ])
  })

  test('nothing of a transaction that is rolled back', async () => {
    await added()
    await boughtBy(house.noa)
    await database().query('DELETE FROM webhook_message')
    const failing = inTransaction(async (client) => {
      await client.query('UPDATE order_seat SET used_at = now()')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await tell()
    expect(told).toEqual([])
  })
})

describe('who is told', () => {
  test('who wants the event, of the own businesses only', async () => {
    await added({ events: ['order.cancelled'] })
    await added({ businessIds: [2] })
    const own = await added({ businessIds: [1, 2] })
    await boughtBy(house.noa)
    await tell()
    expect(heard(own.secret)).toHaveLength(1)
  })

  test('nobody any more whose webhook ended, not even of what was queued', async () => {
    const { webhookId } = await added()
    await boughtBy(house.noa)
    expect(await endWebhook(webhookId)).toBe(true)
    await boughtBy(house.noa, [seatOn(1, 5), seatOn(1, 6)])
    await tell()
    expect(told).toEqual([])
    expect(await logOfMessages({})).toMatchObject([{ state: 'failed', failure: 'ended' }])
    expect([await endWebhook(webhookId), await queueTest(webhookId), await queueAgain(undefined, {})]).toEqual([false, false, 0])
  })
})

describe('a message that is not taken', () => {
  test('is tried again after growing pauses under the same id and with the same text, and given up in the end', async () => {
    const { secret } = await added()
    await boughtBy(house.noa)
    answers.push(500, 302, ...Array.from(PAUSES.slice(1), () => 503))
    const pauses: number[] = []
    for (const _ of PAUSES) {
      await tell()
      pauses.push(Number(await cellOf('SELECT round(extract(epoch FROM next_attempt_at - now())) FROM webhook_message')))
      await letTimePass()
    }
    expect(pauses.map((pause, at) => Math.abs(pause - (PAUSES[at] ?? 0)) <= 2)).toEqual(PAUSES.map(() => true))
    await tell()
    expect(await logOfMessages({ isFailed: true })).toMatchObject([{ state: 'failed', attempts: PAUSES.length + 1, failure: 'HTTP 503' }])
    expect(new Set(told.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1)
    expect(heard(secret)).toHaveLength(PAUSES.length + 1)
    expect(await queueAgain(undefined, {})).toBe(1)
    await tell()
    expect(await logOfMessages({})).toMatchObject([{ state: 'delivered', attempts: 1, failure: null }])
  })

  test('by a receiver that is gone for good ends the webhook', async () => {
    await added()
    await boughtBy(house.noa)
    answers.push(410)
    await tell()
    expect(await listWebhooks()).toMatchObject([{ endedAt: expect.any(Date), queued: 0, failed: 1 }])
  })

  test('of a receiver that cannot be reached says so in the log', async () => {
    await addWebhook({ url: 'http://127.0.0.1:2/', events: WEBHOOK_EVENTS, businessIds: null })
    await boughtBy(house.noa)
    await tell()
    expect(await logOfMessages({})).toMatchObject([{ state: 'queued', attempts: 1, failure: 'ECONNREFUSED' }])
  })

  test('because the key of its secret is lost is tried and given up like any other, and keeps back nobody', async () => {
    const lost = await added()
    const { secret } = await added()
    const sealed = encryptText(lost.secret, Buffer.alloc(32, 7))
    await database().query('UPDATE webhook SET sealed_secret = $2 WHERE webhook_id = $1', [lost.webhookId, sealed])
    await boughtBy(house.noa)
    for (const _ of [0, ...PAUSES]) {
      await tell()
      await letTimePass()
    }
    expect(heard(secret)).toHaveLength(1)
    expect(await logOfMessages({ isFailed: true })).toMatchObject([
      { webhookId: lost.webhookId, state: 'failed', attempts: PAUSES.length + 1, failure: 'unreadable secret' },
    ])
    expect(await listWebhooks()).toMatchObject([
      { failed: 1, queued: 0, failure: 'unreadable secret' },
      { failed: 0, failure: null },
    ])
    await database().query('UPDATE webhook SET sealed_secret = $2 WHERE webhook_id = $1', [lost.webhookId, encryptText(lost.secret)])
    expect(await queueAgain(undefined, {})).toBe(1)
    await tell()
    expect(told).toHaveLength(2)
  })

  test('because its process died is tried by another when its lease is over, and by nobody before', async () => {
    await added()
    await boughtBy(house.noa)
    expect(await leaseWebhookMessages([], 10)).toHaveLength(1)
    await tell()
    expect(told).toEqual([])
    await letTimePass()
    await tell()
    expect(told).toHaveLength(1)
  })

  test('that another process is about to lease is left to it', async () => {
    await added()
    await boughtBy(house.noa)
    await inTransaction(async (client) => {
      await client.query('SELECT FROM webhook_message FOR UPDATE')
      expect(await Promise.race([leaseWebhookMessages([], 10), sleep(20_000, 'it waits for the other')])).toEqual([])
    })
    expect(await leaseWebhookMessages([], 10)).toHaveLength(1)
  })
})

test('the log forgets what arrived after 30 days and what failed after 90', async () => {
  const { webhookId } = await added()
  for (const [state, days] of [
    ['delivered', 29],
    ['delivered', 31],
    ['failed', 89],
    ['failed', 91],
  ] as const)
    await database().query(
      `INSERT INTO webhook_message (webhook_id, event, data, state, failure, closed_at) VALUES ($1, 'test', '{}', $2, $3, now() - $4::int * interval '1 day')`,
      [webhookId, state, String(days), days],
    )
  await sweepWebhookMessages()
  expect((await logOfMessages({})).map(({ failure }) => failure).toSorted()).toEqual(['29', '89'])
})

test('a signature is of the secret, the id, the time and every letter', () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const now = Date.now()
  const message = { messageId: 'one', body: '{"a":1}' }
  const headers = signMessage(message, secret, now)
  expect(new Verifier(secret).verify(message.body, headers)).toEqual({ a: 1 })
  expect(() => new Verifier(secret).verify('{"a":2}', headers)).toThrow()
  expect(() => new Verifier(secret).verify(message.body, { ...headers, 'webhook-id': 'two' })).toThrow()
  expect(() => new Verifier(secret).verify(message.body, signMessage(message, secret, now - 600_000))).toThrow()
  expect(() => new Verifier(`whsec_${Buffer.alloc(24, 8).toString('base64')}`).verify(message.body, headers)).toThrow()
})
