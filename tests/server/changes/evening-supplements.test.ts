import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { newCatalogue, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { ledgerOf, newVisitor } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { addEnrolments, lockSeat, SEASON, seasonItem, SUPPLEMENT } from '#tests/support/sold/enrolments.ts'
import {
  addExchanges,
  CHEAP_ROW,
  DEAR_ROW,
  exchangeCart,
  exchanged,
  MORE,
  take,
  ticketsOf,
  type BoughtSeries,
  type Place,
} from '#tests/support/sold/evenings.ts'
import { buyMemberships } from '#tests/support/sold/memberships.ts'

openCancelHouse()
beforeAll(async () => {
  await addEnrolments(1)
  await addExchanges()
})

/** Date 13 of the season costs its supplement, the other dates cost none. */
const DEARER_DATE = 13

/** Buys season 102 on the fixed dates and two chosen ones. */
async function season(chosen: readonly number[], x = 3): Promise<BoughtSeries> {
  const uuid = await newVisitor()
  const locked = await lockSeat(uuid, x, 1, 102, chosen)
  if (locked) throw new Error(locked)
  const made = await buyMemberships(uuid, [seasonItem(x, 1, chosen)], SEASON + (chosen.includes(DEARER_DATE) ? SUPPLEMENT : 0))
  if (!made.ok) throw new Error(made.refusal.code)
  const resId = made.value.reservationIdentifier
  return { uuid, resId, tickets: await ticketsOf(resId) }
}

/** What was paid beside the seasons, less what went back. */
async function paidBeside(old: BoughtSeries): Promise<unknown> {
  await reconcile()
  await checkInvariants()
  return cellOf('SELECT coalesce(sum(amount), 0)::int FROM ledger JOIN orders USING (order_id) WHERE reservation_identifier <> $1', [
    old.resId,
  ])
}

describe('the supplement of a date', () => {
  test('is paid once, however often an evening goes there and back', async () => {
    const old = await season([14, 15])
    const there = await exchanged(old, 14, [{ show: 13, x: 5 }], SUPPLEMENT)
    const back = await exchanged(there, 13, [{ show: 14, x: 5 }])
    expect(await paidBeside(old)).toBe(0)
    expect(await ledgerOf(there.resId)).toEqual([`charge ${String(SUPPLEMENT)}`, `refund -${String(SUPPLEMENT)}`])
    const again = await exchanged(back, 14, [{ show: 13, x: 6 }], SUPPLEMENT)
    expect([await ledgerOf(again.resId), await paidBeside(old)]).toEqual([[`charge ${String(SUPPLEMENT)}`], SUPPLEMENT])
  })

  test('is not paid again if the season was bought with it, and what the season cost does not come back', async () => {
    const old = await season([13, 15])
    const there = await exchanged(old, 13, [{ show: 14, x: 5 }])
    await exchanged(there, 14, [{ show: 13, x: 6 }])
    expect(await paidBeside(old)).toBe(0)
  })

  test('is part of what a dearer category costs, and comes back with it', async () => {
    const old = await season([14, 15])
    const there = await exchanged(old, 14, [{ show: 13, x: 5 }], SUPPLEMENT)
    const dear = await exchanged(there, 13, [{ show: 16, x: 2, y: DEAR_ROW }], MORE - SUPPLEMENT)
    expect(await paidBeside(old)).toBe(MORE)
    await exchanged(dear, 16, [{ show: 16, x: 5 }])
    expect(await paidBeside(old)).toBe(0)
  })

  test('is owed by who comes to its date by way of a dearer seat', async () => {
    const old = await season([14, 15])
    await during(
      `INSERT INTO presentation_price VALUES (13, 'B', 4, 1)`,
      `DELETE FROM presentation_price WHERE presentation_id = 13 AND category = 'B'`,
      async () => {
        const dear = await exchanged(old, 14, [{ show: 13, x: 2, y: DEAR_ROW }], MORE)
        await exchanged(dear, 13, [{ show: 13, x: 5 }])
        expect(await paidBeside(old)).toBe(SUPPLEMENT)
      },
    )
  })
})

test('a cheaper seat on the way costs nothing: the evening is worth what was bought', async () => {
  const old = await season([14, 15])
  const cheap = await exchanged(old, 14, [{ show: 16, x: 2, y: CHEAP_ROW }])
  const own = await exchanged(cheap, 16, [{ show: 16, x: 5 }])
  await exchanged(own, 16, [{ show: 16, x: 2, y: DEAR_ROW }], MORE)
  expect(await paidBeside(old)).toBe(MORE)
})

describe('what an evening was bought with', () => {
  test('stays known of each of two that were exchanged in one order, also of those of before', async () => {
    const old = await season([13, 14])
    await exchanged(old, 13, [{ show: 15, x: 5 }])
    const two = await twoExchanged(
      old,
      [11, 14],
      [
        { show: 16, x: 5 },
        { show: 15, x: 7 },
      ],
    )
    await exchanged(two, 16, [{ show: 1, x: 5 }])
    const known = ['1: 11', '15: 13', '15: 14', '16: 11']
    expect(await boughtWith()).toEqual(known)
    const migration = await readFile('src/lib/server/platform/db/migrations/095-enrolled-evenings.sql', 'utf8')
    await database().query(`ALTER TABLE order_seat DROP COLUMN evening_seat; ${migration}`)
    expect(await boughtWith()).toEqual(known)
  })

  test('is the first of its purchase that was given back if a process of before has not written it', async () => {
    const old = await season([13, 15])
    const there = await exchanged(old, 13, [{ show: 14, x: 5 }])
    await database().query('UPDATE order_seat SET evening_seat = NULL')
    await exchanged(there, 14, [{ show: 13, x: 6 }])
    expect([await boughtWith(), await paidBeside(old)]).toEqual([['13: 13'], 0])
  })

  test('is then none that another ticket stands in for', async () => {
    const old = await season([14, 15])
    await exchanged(old, 11, [{ show: 16, x: 5 }])
    const other = await exchanged(old, 14, [{ show: 16, x: 6 }])
    await database().query(
      'UPDATE order_seat s SET evening_seat = NULL FROM orders o WHERE o.order_id = s.order_id AND o.reservation_identifier = $1',
      [other.resId],
    )
    await exchanged(other, 16, [{ show: 1, x: 5 }])
    expect([await boughtWith(), await paidBeside(old)]).toEqual([['1: 14', '16: 11'], 0])
  })

  test.each([
    ['whose price', `DELETE FROM presentation_price WHERE presentation_id = 14`, `INSERT INTO presentation_price VALUES (14, 'A', 1, 1)`],
    [
      'whose plan',
      `INSERT INTO seatplan SELECT (jsonb_populate_record(p, '{"seatplan_id": 99}')).* FROM seatplan p WHERE seatplan_id = 1;
       UPDATE presentation SET seatplan_id = 99 WHERE presentation_id = 14`,
      `UPDATE presentation SET seatplan_id = 1 WHERE presentation_id = 14; DELETE FROM seatplan WHERE seatplan_id = 99`,
    ],
  ])('%s is gone since is what it has now, less what was paid for that', async (_what, change, undo) => {
    const old = await season([14, 15])
    const there = await exchanged(old, 14, [{ show: 16, x: 5 }])
    await during(change, undo, async () => {
      const dear = await exchanged(there, 16, [{ show: 16, x: 2, y: DEAR_ROW }], MORE)
      const other = await exchanged(dear, 16, [{ show: 15, x: 2, y: DEAR_ROW }])
      expect(await paidBeside(old)).toBe(MORE)
      await exchanged(other, 15, [{ show: 15, x: 5 }])
      expect(await paidBeside(old)).toBe(0)
    })
  })
})

/** Of each ticket that stands in: its date, and that which was bought. */
async function boughtWith(): Promise<unknown> {
  return cellOf(
    `SELECT array_agg(s.presentation_id || ': ' || b.presentation_id ORDER BY s.presentation_id, b.presentation_id)
     FROM order_seat s JOIN order_seat b ON b.order_id = s.evening_order AND b.line = s.evening_seat`,
  )
}

/** Exchanges two tickets of one reservation in one order, which is not paid for. */
async function twoExchanged(old: BoughtSeries, dates: readonly number[], seats: readonly Place[]): Promise<BoughtSeries> {
  const tickets = dates.map((date) => old.tickets.get(date) ?? '')
  await take(old.uuid, seats)
  const made = await commit(old.uuid, { cart: { ...exchangeCart(old, 0, seats), modify: { resId: old.resId, tickets } } }, 'he')
  if (!made.ok) throw new Error(made.refusal.code)
  const resId = made.value.reservationIdentifier
  return { uuid: old.uuid, resId, tickets: await ticketsOf(resId) }
}

/** Changes the catalogue while a piece of work runs. */
async function during(change: string, undo: string, work: () => Promise<void>): Promise<void> {
  await database().query(change)
  await newCatalogue()
  try {
    await work()
  } finally {
    await database().query(undo)
    await newCatalogue()
  }
}
