import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { queueReminders } from '#lib/server/messages/hold-reminders.ts'
import { mailOf, smsOf } from '#lib/server/messages/message-bodies.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { releaseUnpaid } from '#lib/server/orders/holds/unpaid-hold.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { payReservation } from '#lib/server/orders/commit/unpaid-payment.ts'
import { formOf } from '#lib/server/providers/payment/sandbox-form.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { payByWallet } from '#lib/server/providers/payment/sandbox-wallet.ts'
import { formatTime } from '#lib/text/format-date.ts'
import { addOtherDays, cartFor, seatOn } from '#tests/support/buyers/changes.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { deadlocks } from '#tests/support/database/deadlocks.ts'
import { buildHouse, emptyHouse, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { browserOf, makeMember } from '#tests/support/seats/holders.ts'
import { importStart, startOf } from '#tests/support/buyers/moved-start.ts'
import { roundsOf } from '#tests/support/seats/race.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const DAY = 24 * HOUR
const HALF_AN_HOUR = 30 * MINUTE
/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
})
beforeEach(async () => {
  await emptyHouse()
  await importStart(Date.now() + 3 * DAY)
  await importStart(Date.now() + 5 * DAY, 2)
})
afterEach(async () => {
  replaceProvider(undefined)
  await checkInvariants()
})

interface Held {
  readonly uuid: string
  readonly customerId: number
}

/** A member who has locked seats. */
async function memberAt(seats = [seatAt(4, 4)]): Promise<Held> {
  const customerId = await makeMember()
  return { uuid: await browserOf(customerId, seats), customerId }
}

function hold(uuid: string, seats = [seatAt(4, 4)]) {
  return commit(uuid, { cart: { ...cartFor(seats), isHold: true } }, 'he')
}

interface Reservation {
  readonly uuid: string
  readonly resId: string
  readonly orderId: string
}

async function held(seats = [seatAt(4, 4)]): Promise<Reservation> {
  const { uuid } = await memberAt(seats)
  const made = await hold(uuid, seats)
  if (!made.ok) throw new Error(made.refusal.code)
  const resId = made.value.reservationIdentifier
  return { uuid, resId, orderId: String(await cellOf('SELECT order_id FROM orders WHERE reservation_identifier = $1', [resId])) }
}

/** The payment deadline of a hold, in ms since 1970. */
async function payUntil({ resId }: Pick<Reservation, 'resId'>): Promise<number> {
  const at = await cellOf('SELECT pay_until FROM orders WHERE reservation_identifier = $1', [resId])
  return at instanceof Date ? at.getTime() : 0
}

async function stateOf({ resId }: Pick<Reservation, 'resId'>) {
  const { rows } = await database().query(
    `SELECT state, (SELECT string_agg(c.state, '') FROM seat_claim c WHERE c.order_id = o.order_id) AS claims FROM orders o WHERE reservation_identifier = $1`,
    [resId],
  )
  return rows[0] as { readonly state: string; readonly claims: string | null } | undefined
}

async function formFor({ uuid, resId }: Reservation, method: 'card' | 'wallet'): Promise<string> {
  const form = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method, resId })
  if (!form.ok) throw new Error(form.refusal.code)
  return form.value.paymentFormURL.split('/').at(-1) ?? ''
}

async function cardFor(one: Reservation, behaviour = 'accepted'): Promise<string> {
  return prepareCard(one.uuid, DUE, behaviour, await formFor(one, 'card'))
}

function pay({ uuid, resId }: Reservation, paymentIdentifier: string) {
  return payReservation(uuid, resId, { cart: { seats: [], paymentIdentifier } })
}

/** Runs a step between the two transactions of a payment. */
function whileCharging(happen: () => Promise<void>): void {
  const own = paymentProvider()
  replaceProvider({
    ...own,
    charge: async (request) => {
      await happen()
      return own.charge(request)
    },
  })
}

/** Agorot charged and not refunded. */
async function taken(): Promise<number> {
  return Number(
    await cellOf(
      `SELECT (SELECT coalesce(sum(amount), 0) FROM sandbox_charge WHERE outcome = 'charged') - (SELECT coalesce(sum(amount), 0) FROM sandbox_refund)`,
    ),
  )
}

describe('R4.56 R9.8 unpaid seats are held until half an hour before the start, including a moved one', () => {
  test.each([
    ['earlier', DAY],
    ['later', 9 * DAY],
  ])('an import that moves it %s moves the end of the hold and its messages', async (_name, ahead) => {
    const one = await held()
    const start = await importStart(Date.now() + ahead)
    expect(await payUntil(one)).toBe(start - HALF_AN_HOUR)
    expect((await mailOf(one.orderId, 'hold'))?.text).toContain(formatTime(start - HALF_AN_HOUR))
    expect(await smsOf(one.orderId, 'hold')).toContain(formatTime(start - HALF_AN_HOUR))
    expect(await cellOf(`SELECT count(*)::int FROM audit WHERE action = 'unpaid hold moved' AND subject = $1`, [one.orderId])).toBe(1)
    await importStart(Date.now() + ahead)
    expect(await cellOf(`SELECT count(*)::int FROM audit WHERE action = 'unpaid hold moved'`)).toBe(1)
    expect(await pay(one, await cardFor(one))).toMatchObject({ ok: true })
  })

  test('of several presentations, until half an hour before the first', async () => {
    const two = await held([seatAt(1, 1), seatOn(2, 1)])
    const other = await held([seatOn(2, 3)])
    const first = await startOf()
    await importStart(first + DAY, 2)
    expect(await payUntil(two)).toBe(first - HALF_AN_HOUR)
    expect(await payUntil(other)).toBe((await startOf(2)) - HALF_AN_HOUR)
    const start = await importStart(first + 2 * DAY)
    expect(start).toBeGreaterThan(await startOf(2))
    expect(await payUntil(two)).toBe((await startOf(2)) - HALF_AN_HOUR)
  })

  test('a hold that expires by the move lapses as any other, sends its message, and cannot be paid', async () => {
    const one = await held()
    const card = await cardFor(one)
    await importStart(Date.now() + 20 * MINUTE)
    expect(await pay(one, card)).toMatchObject({ refusal: { code: 'HOLD_EXPIRED' } })
    expect(await releaseUnpaid(10)).toBe(1)
    expect(await stateOf(one)).toEqual({ state: 'failed', claims: null })
    expect(await taken()).toBe(0)
    expect(await cellOf(`SELECT count(*)::int FROM outbox WHERE kind = 'lapsed'`)).toBe(2)
    const start = await importStart(Date.now() + 5 * DAY)
    expect(await payUntil(one)).not.toBe(start - HALF_AN_HOUR)
  })

  test('a queued reminder is valid as long as the hold, and none is sent before its hour', async () => {
    const one = await held()
    await database().query(`UPDATE orders SET created_at = now() - interval '1 day'`)
    await importStart(Date.now() + 80 * MINUTE)
    expect(await queueReminders()).toBe(1)
    await database().query(`UPDATE outbox SET state = 'queued', sent_at = NULL WHERE kind = 'reminder'`)
    await importStart(Date.now() + 70 * MINUTE)
    expect(await queueReminders()).toBe(1)
    expect(await cellOf(`SELECT m.expires_at = o.pay_until FROM outbox m JOIN orders o USING (order_id) WHERE m.kind = 'reminder'`)).toBe(
      true,
    )
    expect(await smsOf(one.orderId, 'reminder')).toContain(formatTime(await payUntil(one)))
    const other = await held([seatAt(1, 1)])
    await importStart(Date.now() + DAY)
    expect(await queueReminders()).toBe(0)
    expect(await payUntil(other)).toBe((await startOf()) - HALF_AN_HOUR)
  })

  test.each([
    ['accepted', { ok: true }, { state: 'paid', claims: 'S' }, DUE],
    ['declined', { refusal: { code: 'CARD_DECLINED' } }, { state: 'failed', claims: null }, 0],
  ])('a hold being paid is paid; if the payment fails it ends by the new time: %s', async (behaviour, answer, end, money) => {
    const one = await held()
    const card = await cardFor(one, behaviour)
    whileCharging(async () => {
      await importStart(Date.now() + 20 * MINUTE)
      expect(await releaseUnpaid(10)).toBe(0)
    })
    expect(await pay(one, card)).toMatchObject(answer)
    await reconcile()
    expect(await stateOf(one)).toEqual(end)
    expect(await taken()).toBe(money)
  })
})

describe('an import at the same moment', () => {
  test('a hold that is being written is found by the import that moves its start', async () => {
    const { uuid, customerId } = await memberAt()
    const late = Date.now() + 9 * DAY
    const [made, start] = await inTransaction(async (client) => {
      await client.query('SELECT FROM customer WHERE customer_id = $1 FOR UPDATE', [customerId])
      const holding = hold(uuid)
      await untilWaiting(1)
      const importing = importStart(late)
      await untilWaiting(2)
      return [holding, importing] as const
    }).then((both) => Promise.all(both))
    if (!made.ok) throw new Error(made.refusal.code)
    expect(await payUntil({ resId: made.value.reservationIdentifier })).toBe(start - HALF_AN_HOUR)
  })

  test('a hold that waits for the move uses the new start', async () => {
    const other = await held([seatAt(1, 1)])
    const { uuid } = await memberAt()
    const [start, made] = await inTransaction(async (client) => {
      await client.query('SELECT FROM orders WHERE order_id = $1 FOR UPDATE', [other.orderId])
      const importing = importStart(Date.now() + 9 * DAY)
      await untilWaiting(1)
      const holding = hold(uuid)
      await untilWaiting(2)
      return [importing, holding] as const
    }).then((both) => Promise.all(both))
    if (!made.ok) throw new Error(made.refusal.code)
    expect(await payUntil({ resId: made.value.reservationIdentifier })).toBe(start - HALF_AN_HOUR)
    expect(await payUntil(other)).toBe(start - HALF_AN_HOUR)
  })

  test('nothing is held if the new start is too close', async () => {
    const other = await held([seatAt(1, 1)])
    const { uuid } = await memberAt()
    const [, made] = await inTransaction(async (client) => {
      await client.query('SELECT FROM orders WHERE order_id = $1 FOR UPDATE', [other.orderId])
      const importing = importStart(Date.now() + 20 * MINUTE)
      await untilWaiting(1)
      const holding = hold(uuid)
      await untilWaiting(2)
      return [importing, holding] as const
    }).then((both) => Promise.all(both))
    expect(made).toMatchObject({ refusal: { code: 'HOLD_TOO_LATE' } })
  })

  test('a hold that is being paid is paid or over, no money is kept, and there is no deadlock', async () => {
    const before = await deadlocks()
    const ends = { card: 0, wallet: 0 }
    for (let round = 0; round < roundsOf(6); round++) {
      await emptyHouse()
      await importStart(Date.now() + 3 * DAY)
      const [card, wallet] = [await held(), await held([seatAt(1, 1)])]
      const [byCard, form] = [await cardFor(card), await formOf(await formFor(wallet, 'wallet'))]
      const byWallet = form && (await payByWallet(form, 'silent'))
      const paying = () => [pay(card, byCard), pay(wallet, byWallet ?? '')]
      const moving = () => importStart(Date.now() + 20 * MINUTE)
      await Promise.all(round % 2 === 0 ? [...paying(), moving()] : [moving(), ...paying()])
      for (let look = 0; look < 3; look++) {
        await letPaymentsAge()
        await reconcile()
      }
      const states = [await stateOf(card), await stateOf(wallet)]
      for (const one of states)
        expect([
          { state: 'paid', claims: 'S' },
          { state: 'failed', claims: null },
        ]).toContainEqual(one)
      const paid = states.filter((one) => one?.state === 'paid').length
      expect(await taken()).toBe(paid * DUE)
      ends.card += Number(states[0]?.state === 'paid')
      ends.wallet += Number(states[1]?.state === 'paid')
      await checkInvariants()
    }
    expect(await deadlocks()).toBe(before)
  })
})
