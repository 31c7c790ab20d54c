import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { sweep } from '#lib/server/operations/sweep.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, emptyHouse, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { addCouponRace, clientsWithSeats, DUE, pay, reserve, testCouponRace, USES, withCode } from '#tests/support/races/coupon-race.ts'
import { ONE_PROCESS, tally } from '#tests/support/races/desks.ts'

let coupon = 0
const here = ONE_PROCESS.deskFor(0)

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 20, seatsPerRow: 10 })
  coupon = await addCouponRace()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

testCouponRace(ONE_PROCESS, () => coupon)

describe('a reserved use', () => {
  const endHold = (uuid: string) =>
    database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 second' WHERE holder = $1`, [uuid])

  test('is released when the hold of its seat ends', async () => {
    const clients = await clientsWithSeats(coupon, USES + 1)
    const [first, last] = [clients[0], clients.at(-1)]
    if (!first || !last) throw new Error('There are clients.')
    for (const client of clients.slice(0, USES)) expect(await reserve(here, client)).toBe('done')
    expect(await reserve(here, last)).toBe('COUPON_USED')
    await endHold(first.uuid)
    expect(await reserve(here, last)).toBe('done')
    // and is not revived by the visitor's next seat
    await database().query(`UPDATE seat_claim SET expires_at = now() + interval '10 minutes' WHERE holder = $1`, [first.uuid])
    expect(await pay(here, last)).toBe('done')
    expect(await pay(here, first)).toBe('COUPON_USED')
  })

  test('is released if the cart is stored without it or another cart is refused', async () => {
    const clients = await clientsWithSeats(coupon, USES + 1)
    const [first, last] = [clients[0], clients.at(-1)]
    if (!first || !last) throw new Error('There are clients.')
    for (const client of clients.slice(0, USES)) await reserve(here, client)
    await storeCartOf(first.uuid, { presentations: [{ id: 1, seats: [] }] })
    expect(await reserve(here, last)).toBe('done')
    expect(await reserve(here, first)).toBe('COUPON_USED')
    const { rows } = await database().query<{ cart: StoredCart }>('SELECT cart FROM session WHERE uuid = $1', [first.uuid])
    expect(rows[0]?.cart.presentations?.flatMap(({ seats }) => seats)).toEqual([]) // nothing of the refused cart is stored
  })

  test('needs its own seat: one seat cannot keep ten uses from others, and later seats revive nothing', async () => {
    const clients = await clientsWithSeats(coupon, USES)
    const [hoarder, ...others] = clients
    if (!hoarder) throw new Error('There are clients.')
    const lines = Array.from({ length: 6 }, (_, x) => withCode(lineOf(seatAt(x + 1, 15), 101)))
    const stored = await storeCartOf(hoarder.uuid, { presentations: [{ id: 1, seats: [hoarder.line, ...lines] }] })
    expect(stored.ok).toBe(true)
    for (const client of others) expect(await reserve(here, client)).toBe('done')
    await database().query(
      `WITH held AS (INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
         SELECT 1, 15000 + x, 'H', $1, now(), now() + interval '10 minutes' FROM generate_series(1, 6) AS x RETURNING *)
       INSERT INTO audit (action, subject, uuid) SELECT 'lock', presentation_id || ':' || seat_id, holder FROM held`,
      [hoarder.uuid],
    )
    expect(tally(await Promise.all(clients.map((client) => pay(here, client))))).toEqual({ done: USES })
  })

  test('is swept after an hour unless its seat is still held', async () => {
    const clients = await clientsWithSeats(coupon, 2)
    for (const client of clients) await reserve(here, client)
    const [gone, there] = clients.map(({ uuid }) => uuid)
    const left = async () =>
      (await database().query<{ holder: string }>('SELECT holder FROM entitlement_use')).rows.map(({ holder }) => holder)
    await endHold(gone ?? '')
    await sweep()
    expect(await left()).toHaveLength(2)
    await database().query(`UPDATE entitlement_use SET at = now() - interval '61 minutes'`)
    await sweep()
    expect(await left()).toEqual([there])
  })

  test('is released if the payment is declined', async () => {
    const [client] = await clientsWithSeats(coupon, 1)
    if (!client) throw new Error('There is a client.')
    const cart = { ...cartOf([], await prepareCard(client.uuid, DUE, 'declined')), seats: [client.line] }
    expect(await commit(client.uuid, { cart }, 'he')).toMatchObject({ ok: false })
    const { rows } = await database().query('SELECT order_id, quantity FROM entitlement_use')
    expect(rows).toEqual([{ order_id: null, quantity: 1 }])
    expect(await pay(here, client)).toBe('done')
  })
})
