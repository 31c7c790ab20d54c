import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { mailOf, smsOf } from '#lib/server/messages/message-bodies.ts'
import { queueMoved } from '#lib/server/messages/moved-starts.ts'
import { queueReminders } from '#lib/server/messages/hold-reminders.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { formatTime } from '#lib/text/format-date.ts'
import { addOtherDays, boughtTwo, buy, cartFor, changing, DEAR, FEE, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { browserOf, makeMember } from '#tests/support/seats/holders.ts'
import { buildHouse, emptyHouse, seatAt } from '#tests/support/buyers/house.ts'
import { importStart } from '#tests/support/buyers/moved-start.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const DAY = 24 * HOUR

beforeAll(async () => {
  vi.stubEnv('LOCALES', 'he,en')
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
})
beforeEach(async () => {
  await emptyHouse()
  await importStart(Date.now() + 3 * DAY)
  await importStart(Date.now() + 5 * DAY, 2)
  await database().query('DELETE FROM start_move')
})
afterEach(async () => {
  replaceProvider(undefined)
  await checkInvariants()
})

async function messages(): Promise<{ channel: string; orderId: string; kind: string }[]> {
  const { rows } = await database().query<{ channel: string; orderId: string; kind: string }>(
    `SELECT channel, order_id AS "orderId", kind FROM outbox WHERE kind LIKE 'moved:%' ORDER BY created_at, channel`,
  )
  return rows
}

async function told(): Promise<{ mails: string[]; texts: string[] }> {
  const all = await messages()
  const mails = all.filter(({ channel }) => channel === 'mail').map(async ({ orderId, kind }) => (await mailOf(orderId, kind))?.text ?? '')
  const texts = all.filter(({ channel }) => channel === 'sms').map(async ({ orderId, kind }) => (await smsOf(orderId, kind)) ?? '')
  return { mails: await Promise.all(mails), texts: await Promise.all(texts) }
}

test('buyers get one mail and one SMS with the new time and the old one, over any number of processes', async () => {
  await boughtTwo()
  const before = await importStart(Date.now() + 3 * DAY + HOUR)
  await database().query('DELETE FROM start_move')
  const after = await importStart(Date.now() + 4 * DAY + 2 * HOUR)
  await Promise.all(Array.from({ length: 6 }, () => queueMoved()))
  await queueMoved()
  const { mails, texts } = await told()
  expect([mails.length, texts.length]).toEqual([1, 1])
  for (const said of [mails[0], texts[0]]) {
    expect(said).toContain(formatTime(after))
    expect(said).toContain(formatTime(before))
  }
  expect(mails[0]).toContain('/edocument/')
})

test('holders of unpaid seats get one too, with the new time to pay', async () => {
  const uuid = await browserOf(await makeMember(), [seatAt(4, 4)])
  expect((await commit(uuid, { cart: { ...cartFor([seatAt(4, 4)]), isHold: true } }, 'he')).ok).toBe(true)
  const after = await importStart(Date.now() + 2 * DAY + HOUR)
  await queueMoved()
  const { mails } = await told()
  expect(mails).toEqual([expect.stringContaining(formatTime(after - 30 * MINUTE))])
  expect(mails[0]).toContain('/cart/')
})

test('the message is in the language of the order', async () => {
  await boughtTwo()
  await database().query(`UPDATE orders SET locale = 'en'`)
  await importStart(Date.now() + 4 * DAY)
  await queueMoved()
  const { mails } = await told()
  expect(mails).toEqual([expect.stringContaining('begins at another time')])
})

test('an order for two presentations gets one message per import', async () => {
  const uuid = await newVisitor()
  expect((await buy(uuid, [seatOn(1, 1), seatOn(2, 1)], ONE + DEAR + FEE)).ok).toBe(true)
  await importStart(Date.now() + 4 * DAY)
  await queueMoved()
  await importStart(Date.now() + 6 * DAY, 2)
  await queueMoved()
  expect((await told()).mails).toHaveLength(2)
})

test('moved twice before the message: one message, from the time that the order knows; moved there and back: none', async () => {
  await boughtTwo()
  const first = await importStart(Date.now() + 3 * DAY + HOUR)
  await database().query('DELETE FROM start_move')
  await importStart(Date.now() + 4 * DAY + 2 * HOUR)
  const last = await importStart(Date.now() + 4 * DAY + 3 * HOUR)
  await queueMoved()
  const { mails } = await told()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain(formatTime(first))
  expect(mails[0]).toContain(formatTime(last))
  await importStart(Date.now() + 5 * DAY)
  await importStart(last)
  await queueMoved()
  expect((await told()).mails).toHaveLength(1)
})

test('only buyers from before the move who still have tickets get one: not after an exchange, a later purchase or for another day', async () => {
  const moved = await boughtTwo()
  expect(await buy(await newVisitor(), [seatOn(2, 5), seatOn(2, 6)], 2 * DEAR)).toMatchObject({ ok: true })
  const exchanged = await boughtTwo(undefined, [seatOn(1, 4), seatOn(1, 5)])
  expect(await buy(exchanged.uuid, [seatOn(2, 8), seatOn(2, 9)], 2 * (DEAR - ONE), changing(exchanged))).toMatchObject({ ok: true })
  await database().query(`UPDATE orders SET created_at = created_at - interval '2 hours'`)
  await importStart(Date.now() + 4 * DAY)
  await database().query(`UPDATE start_move SET at = now() - interval '1 hour'`)
  await boughtTwo(undefined, [seatOn(1, 8), seatOn(1, 9)])
  expect(await queueMoved()).toBe(1)
  const orderId = await cellOf('SELECT order_id FROM orders WHERE reservation_identifier = $1', [moved.resId])
  expect((await messages()).map((message) => message.orderId)).toEqual([orderId, orderId])
})

test.each([
  [
    'was called off since',
    'UPDATE presentation SET is_cancelled = true WHERE presentation_id = 1',
    'UPDATE presentation SET is_cancelled = false WHERE presentation_id = 1',
  ],
  [
    'is over',
    `UPDATE presentation SET starts_at = now() - interval '1 hour' WHERE presentation_id = 1;
     UPDATE start_move SET from_at = now() - interval '2 hours', to_at = now() - interval '1 hour'`,
    'SELECT',
  ],
])('no message is sent for what %s', async (_what, change, back) => {
  await boughtTwo()
  await importStart(Date.now() + 4 * DAY)
  await database().query(change)
  const told = await queueMoved()
  await database().query(back)
  expect(told).toBe(0)
})

test('an order that was being paid during the move gets its message once it is paid', async () => {
  const own = paymentProvider()
  const seen: number[] = []
  replaceProvider({
    ...own,
    charge: async (request) => {
      await importStart(Date.now() + 4 * DAY)
      seen.push(await queueMoved())
      return own.charge(request)
    },
  })
  expect((await buy(await newVisitor(), [seatOn(1, 1)], ONE + FEE)).ok).toBe(true)
  expect(seen).toEqual([0])
  await queueMoved()
  expect((await messages()).map(({ channel }) => channel).toSorted()).toEqual(['mail', 'sms'])
})

test('a reminder sent for the old start is sent again for the new one, once', async () => {
  const uuid = await browserOf(await makeMember(), [seatAt(4, 4)])
  expect((await commit(uuid, { cart: { ...cartFor([seatAt(4, 4)]), isHold: true } }, 'he')).ok).toBe(true)
  await database().query(`UPDATE orders SET created_at = created_at - interval '1 day'`)
  await importStart(Date.now() + 80 * MINUTE)
  expect(await queueReminders()).toBe(1)
  await importStart(Date.now() + DAY)
  expect(await queueReminders()).toBe(0)
  const after = await importStart(Date.now() + 70 * MINUTE)
  expect((await Promise.all([queueReminders(), queueReminders(), queueReminders()])).reduce((sum, one) => sum + one)).toBe(1)
  expect(await queueReminders()).toBe(0)
  const { rows } = await database().query<{ orderId: string; kind: string }>(
    `SELECT order_id AS "orderId", kind FROM outbox WHERE kind LIKE 'reminder%' ORDER BY created_at`,
  )
  expect(rows).toHaveLength(2)
  expect(await smsOf(rows[1]?.orderId ?? '', rows[1]?.kind ?? '')).toContain(formatTime(after - 30 * MINUTE))
})
