import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { sweepSessions } from '#lib/server/customers/session/session-sweep.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, fromHere, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})

async function sessionSeen(daysAgo: number, cart: object | null = null): Promise<string> {
  const uuid = randomUUID()
  await database().query(`INSERT INTO session (uuid, last_seen_at, cart) VALUES ($1, now() - $2::int * interval '1 day', $3)`, [
    uuid,
    daysAgo,
    cart && JSON.stringify(cart),
  ])
  return uuid
}

function isKept(uuid: string): Promise<unknown> {
  return cellOf('SELECT count(*)::int FROM session WHERE uuid = $1', [uuid])
}

it('a session ends after a day, with a cart after a month, and never once it has ordered, which is looked up once', async () => {
  const buyer = await sessionSeen(0)
  expect((await lock(seatAt(1, 1), fromHere(buyer))).ok).toBe(true)
  expect((await commit(buyer, { cart: cartOf([seatAt(1, 1)], await prepareCard(buyer, 11_200)) }, 'he')).ok).toBe(true)
  await database().query(`UPDATE session SET last_seen_at = now() - interval '40 days' WHERE uuid = $1`, [buyer])
  const all = [buyer, await sessionSeen(0), await sessionSeen(2), await sessionSeen(2, {}), await sessionSeen(31, {})]
  await sweepSessions(100)
  expect(await Promise.all(all.map(isKept))).toEqual([1, 1, 0, 1, 0])
  expect(await cellOf('SELECT has_ordered FROM session WHERE uuid = $1', [buyer])).toBe(true)
  await sweepSessions(100)
  expect(await isKept(buyer)).toBe(1)
})
