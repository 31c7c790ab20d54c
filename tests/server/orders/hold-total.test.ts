import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { addOtherDays, cartFor, DEAR, seatOn } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { browserOf, makeMember } from '#tests/support/seats/holders.ts'
import { buildHouse, emptyHouse, prepareCard } from '#tests/support/buyers/house.ts'
import { readWithoutLocks } from '#tests/support/unsafe/without-locks.ts'

/** Maximum number of unpaid seats of one customer, over all presentations. */
const MOST = 5

beforeAll(async () => {
  process.env.HOLDS_PER_CUSTOMER = String(MOST)
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

function hold(uuid: string, seats: readonly SeatAddress[]) {
  return commit(uuid, { cart: { ...cartFor(seats), isHold: true } }, 'he')
}

async function holdAnew(customerId: number, seats: readonly SeatAddress[]) {
  return hold(await browserOf(customerId, seats), seats)
}

function inRow(presentationId: number, count: number, row = 1): SeatAddress[] {
  return Array.from({ length: count }, (_, n) => seatOn(presentationId, n + 1, row))
}

test('one customer holds at most the allowed number of unpaid seats over all presentations; others are not affected', async () => {
  const customerId = await makeMember()
  expect(await holdAnew(customerId, inRow(1, 3))).toMatchObject({ ok: true })
  expect(await holdAnew(customerId, inRow(2, 3))).toMatchObject({ refusal: { code: 'HOLD_LIMIT' } })
  expect(await holdAnew(customerId, [...inRow(1, 1, 2), ...inRow(3, 1)])).toMatchObject({ ok: true })
  expect(await holdAnew(customerId, inRow(3, 1, 2))).toMatchObject({ refusal: { code: 'HOLD_LIMIT' } })
  expect(await holdAnew(await makeMember(), inRow(3, MOST, 3))).toMatchObject({ ok: true })
})

test('released seats do not count', async () => {
  const customerId = await makeMember()
  expect(await holdAnew(customerId, inRow(1, MOST))).toMatchObject({ ok: true })
  await database().query(`UPDATE orders SET pay_until = now() - interval '1 second'`)
  await reconcile()
  expect(await holdAnew(customerId, inRow(2, MOST))).toMatchObject({ ok: true })
})

test('seats being paid count; seats of a paid order never do', async () => {
  const customerId = await makeMember()
  const [held, bought] = await Promise.all([browserOf(customerId, inRow(1, 3)), browserOf(customerId, inRow(2, 3))])
  expect(await hold(held, inRow(1, 3))).toMatchObject({ ok: true })
  const card = await prepareCard(bought, 3 * DEAR, 'timeout_before')
  expect(await commit(bought, { cart: cartFor(inRow(2, 3), { paymentIdentifier: card }) }, 'he')).toMatchObject({
    refusal: { code: 'PAYMENT_PENDING' },
  })
  expect(await holdAnew(customerId, inRow(3, MOST - 3))).toMatchObject({ ok: true })
  await database().query(`UPDATE orders SET state = 'paying' WHERE kind = 'hold'`)
  expect(await holdAnew(customerId, inRow(3, 1, 2))).toMatchObject({ refusal: { code: 'HOLD_LIMIT' } })
  await database().query(`UPDATE orders SET state = 'unpaid' WHERE kind = 'hold'`)
})

const BROWSERS = 9

/** Holds a seat in each of nine browsers of the customer at the same moment, over three presentations. @returns how many are held */
async function raceToHold(): Promise<number> {
  await emptyHouse()
  const customerId = await makeMember()
  const seats = Array.from({ length: BROWSERS }, (_, n) => seatOn((n % 3) + 1, n + 1))
  const browsers = await Promise.all(seats.map(async (seat) => ({ seat, uuid: await browserOf(customerId, [seat]) })))
  const made = await Promise.all(browsers.map(({ uuid, seat }) => hold(uuid, [seat])))
  for (const one of made) if (!one.ok) expect(one.refusal.code).toBe('HOLD_LIMIT')
  expect(await cellOf(`SELECT count(*)::int FROM seat_claim WHERE state = 'P'`)).toBe(made.filter(({ ok }) => ok).length)
  return made.filter(({ ok }) => ok).length
}

test('several browsers at the same moment stay within it', async () => {
  for (let round = 0; round < 5; round++) expect(await raceToHold()).toBe(MOST)
})

test('without the lock on the customer the same race passes the limit within ten rounds', async () => {
  const undo = readWithoutLocks(new Set(['lock-holding-customer']))
  try {
    let most = 0
    for (let round = 0; round < 10 && most <= MOST; round++) most = Math.max(most, await raceToHold())
    expect(most).toBeGreaterThan(MOST)
  } finally {
    undo()
  }
  expect(await raceToHold()).toBe(MOST)
})
