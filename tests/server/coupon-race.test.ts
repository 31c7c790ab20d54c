import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartSeat, StoredCart } from '#lib/contract/orders.ts'
import { storeCartOf } from '#lib/server/orders/carts.ts'
import { database } from '#lib/server/db/connect.ts'
import { commit } from '#lib/server/orders/orders.ts'
import { sweep } from '#lib/server/sweep.ts'
import { addCodeTickets, addEntitlement, grantTo } from '#tests/support/codes.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { tellFigure } from '#tests/support/figures.ts'
import { buildHouse, cartOf, emptyHouse, lineOf, prepareCard, seatAt } from '#tests/support/house.ts'
import { LONGEST, roundsOf } from '#tests/support/race.ts'
import { reserveByReadingFirst } from '#tests/support/unsafe-uses.ts'

/** A6: a coupon of ten uses, and two hundred who want it. */
const USES = 10
const CLIENTS = 200
const ROUNDS = roundsOf(1, 0.25)
/** A ticket by the coupon, and the fee of ₪7. */
const DUE = 9_700
let coupon = 0

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 20, seatsPerRow: 10 })
  await addCodeTickets()
  coupon = await addEntitlement({ kind: 'coupon', typed: 'TEN', tickets: [101], uses: USES })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

interface Client {
  readonly uuid: string
  readonly line: CartSeat
}

/** So many visitors, each of whom holds a seat and has looked the coupon up. */
async function clientsWithSeats(count = CLIENTS): Promise<readonly Client[]> {
  const clients = Array.from({ length: count }, (_, n) => {
    const seat = lineOf(seatAt((n % 10) + 1, Math.floor(n / 10) + 1), 101)
    return { uuid: randomUUID(), seatId: (Math.floor(n / 10) + 1) * 1000 + (n % 10) + 1, line: withCode(seat) }
  })
  const [uuids, seatIds] = [clients.map(({ uuid }) => uuid), clients.map(({ seatId }) => seatId)]
  await database().query(`INSERT INTO session (uuid) SELECT unnest($1::uuid[])`, [uuids])
  await database().query(
    `WITH held AS (
       INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
       SELECT 1, seat_id, 'H', holder, now(), now() + interval '10 minutes' FROM unnest($1::uuid[], $2::int[]) AS h (holder, seat_id) RETURNING *)
     INSERT INTO audit (action, subject, uuid) SELECT 'lock', presentation_id || ':' || seat_id, holder FROM held`,
    [uuids, seatIds],
  )
  for (const uuid of uuids) await grantTo(uuid, coupon)
  return clients
}

function withCode(line: CartSeat): CartSeat {
  return { ...line, ticket: { ...line.ticket, code: 'TEN' } }
}

async function pay({ uuid, line }: Client): Promise<string> {
  const cart = { ...cartOf([], await prepareCard(uuid, DUE)), seats: [line] }
  const bought = await commit(uuid, { cart }, 'he')
  return bought.ok ? 'sold' : bought.refusal.code
}

async function reserve({ uuid, line }: Client): Promise<string> {
  const stored = await storeCartOf(uuid, { presentations: [{ id: 1, seats: [line] }] })
  return stored.ok ? 'reserved' : stored.refusal.code
}

function tally(ends: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1
  return counts
}

/** Tickets by the coupon in paid orders, and uses that the database counts for orders. */
async function sold(): Promise<{ tickets: number; uses: number }> {
  const { rows } = await database().query<{ tickets: number; uses: number }>(
    `SELECT (SELECT count(*)::int FROM order_seat JOIN orders USING (order_id) WHERE state = 'paid' AND ticket_id = 101) AS tickets,
       (SELECT coalesce(sum(quantity), 0)::int FROM entitlement_use WHERE order_id IS NOT NULL) AS uses`,
  )
  return rows[0] ?? { tickets: -1, uses: -1 }
}

describe('A6: of a coupon of ten uses', () => {
  test(
    'two hundred who commit at once get exactly ten; the others are told that it is used up',
    async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        await emptyHouse()
        const clients = await clientsWithSeats()
        expect(tally(await Promise.all(clients.map(pay))), `round ${String(round)}`).toEqual({ sold: USES, COUPON_USED: CLIENTS - USES })
        expect(await sold()).toEqual({ tickets: USES, uses: USES })
      }
      tellFigure(
        `A6: ${String(CLIENTS)} commits at once with a coupon of ${String(USES)} uses, ${String(ROUNDS)} rounds: ${String(USES)} sold in each`,
      )
    },
    LONGEST,
  )

  test(
    'two hundred who reserve one after the other get exactly ten, and those who got it all pay',
    async () => {
      const ends: string[] = []
      const clients = await clientsWithSeats()
      for (const client of clients) ends.push(await reserve(client))
      expect(ends).toEqual(clients.map((_, n) => (n < USES ? 'reserved' : 'COUPON_USED')))
      expect(tally(await Promise.all(clients.map(pay)))).toEqual({ sold: USES, COUPON_USED: CLIENTS - USES })
      expect(await sold()).toEqual({ tickets: USES, uses: USES })
      tellFigure(`A6: ${String(CLIENTS)} who reserve one after the other: ${String(USES)} reserved, and those ${String(USES)} sold`)
    },
    LONGEST,
  )

  test(
    'two hundred who reserve at once get exactly ten',
    async () => {
      const clients = await clientsWithSeats()
      expect(tally(await Promise.all(clients.map(reserve)))).toEqual({ reserved: USES, COUPON_USED: CLIENTS - USES })
    },
    LONGEST,
  )
})

describe('a reserved use', () => {
  const endHold = (uuid: string) =>
    database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 second' WHERE holder = $1`, [uuid])

  test('comes back when the hold of its seat ends', async () => {
    const clients = await clientsWithSeats(USES + 1)
    const [first, last] = [clients[0], clients.at(-1)]
    if (!first || !last) throw new Error('There are clients.')
    for (const client of clients.slice(0, USES)) expect(await reserve(client)).toBe('reserved')
    expect(await reserve(last)).toBe('COUPON_USED')
    await endHold(first.uuid)
    expect(await reserve(last)).toBe('reserved')
    // and does not come back to life with the first one's next seat
    await database().query(`UPDATE seat_claim SET expires_at = now() + interval '10 minutes' WHERE holder = $1`, [first.uuid])
    expect(await pay(last)).toBe('sold')
    expect(await pay(first)).toBe('COUPON_USED')
  })

  test('comes back when the cart is stored without it, or another one is refused', async () => {
    const clients = await clientsWithSeats(USES + 1)
    const [first, last] = [clients[0], clients.at(-1)]
    if (!first || !last) throw new Error('There are clients.')
    for (const client of clients.slice(0, USES)) await reserve(client)
    await storeCartOf(first.uuid, { presentations: [{ id: 1, seats: [] }] })
    expect(await reserve(last)).toBe('reserved')
    expect(await reserve(first)).toBe('COUPON_USED')
    const { rows } = await database().query<{ cart: StoredCart }>('SELECT cart FROM session WHERE uuid = $1', [first.uuid])
    expect(rows[0]?.cart.presentations?.flatMap(({ seats }) => seats)).toEqual([]) // of what was refused nothing is stored
  })

  test('needs a seat of its own: who holds one does not keep ten from others, and later seats bring nothing back', async () => {
    const clients = await clientsWithSeats(USES)
    const [hoarder, ...others] = clients
    if (!hoarder) throw new Error('There are clients.')
    const lines = Array.from({ length: 6 }, (_, x) => withCode(lineOf(seatAt(x + 1, 15), 101)))
    const stored = await storeCartOf(hoarder.uuid, { presentations: [{ id: 1, seats: [hoarder.line, ...lines] }] })
    expect(stored.ok).toBe(true)
    for (const client of others) expect(await reserve(client)).toBe('reserved')
    await database().query(
      `WITH held AS (INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
         SELECT 1, 15000 + x, 'H', $1, now(), now() + interval '10 minutes' FROM generate_series(1, 6) AS x RETURNING *)
       INSERT INTO audit (action, subject, uuid) SELECT 'lock', presentation_id || ':' || seat_id, holder FROM held`,
      [hoarder.uuid],
    )
    expect(tally(await Promise.all(clients.map(pay)))).toEqual({ sold: USES })
  })

  test('is swept an hour later, unless its seat is still held', async () => {
    const clients = await clientsWithSeats(2)
    for (const client of clients) await reserve(client)
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

  test('comes back when the payment is declined', async () => {
    const [client] = await clientsWithSeats(1)
    if (!client) throw new Error('There is a client.')
    const cart = { ...cartOf([], await prepareCard(client.uuid, DUE, 'declined')), seats: [client.line] }
    expect(await commit(client.uuid, { cart }, 'he')).toMatchObject({ ok: false })
    const { rows } = await database().query('SELECT order_id, quantity FROM entitlement_use')
    expect(rows).toEqual([{ order_id: null, quantity: 1 }])
    expect(await pay(client)).toBe('sold')
  })
})

describe('where the database reads first and writes then', () => {
  test(
    'the race of A6 does sell the coupon too often',
    async () => {
      const undo = await reserveByReadingFirst()
      const clients = await clientsWithSeats()
      const { sold: count = 0 } = tally(await Promise.all(clients.map(pay)))
      await undo()
      expect(count).toBeGreaterThan(USES)
      tellFigure(`A6, control: where the uses are counted first, ${String(count)} of ${String(CLIENTS)} were sold`)
      await emptyHouse()
    },
    LONGEST,
  )
})
