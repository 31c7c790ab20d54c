import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { addCodeTickets, addEntitlement, grantTo } from '#tests/support/buyers/codes.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { cartOf, emptyHouse, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { arenaCrowd, ONCE, arenaRounds } from '#tests/support/seats/race.ts'
import { reserveByReadingFirst } from '#tests/support/unsafe/unsafe-uses.ts'
import { tally, type Arena, type Desk } from './desks.ts'

/** A6: a coupon of ten uses, and more visitors who want it. */
export const USES = 10
const CLIENTS = 200
const CODE = 'TEN'
/** A ticket by the coupon, and the fee of ₪7. */
export const DUE = 9_700

export interface Client {
  readonly uuid: string
  readonly line: CartSeat
}

/** Sets up the coupon in a house of 20 rows of 10 seats. @returns the coupon's id */
export async function addCouponRace(): Promise<number> {
  await addCodeTickets()
  return addEntitlement({ kind: 'coupon', typed: CODE, tickets: [101], uses: USES })
}

/** Visitors who each hold a seat and have looked the coupon up. */
export async function clientsWithSeats(coupon: number, count: number): Promise<readonly Client[]> {
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

export function withCode(line: CartSeat): CartSeat {
  return { ...line, ticket: { ...line.ticket, code: CODE } }
}

/** Pays for the seat by card. @returns 'done', or the code of the refusal */
export async function pay(desk: Desk, { uuid, line }: Client): Promise<string> {
  const cart = { ...cartOf([], await prepareCard(uuid, DUE)), seats: [line] }
  const told = await desk.commit(uuid, cart)
  return told.ok ? 'done' : told.code
}

/** Stores the seat with the code, which reserves a use. @returns as `pay` */
export async function reserve(desk: Desk, { uuid, line }: Client): Promise<string> {
  const told = await desk.store(uuid, { presentations: [{ id: 1, seats: [line] }] })
  return told.ok ? 'done' : told.code
}

/** Does the same for all at once. @returns how often it succeeded, and how often each refusal came */
async function allAtOnce({ deskFor }: Arena, clients: readonly Client[], act: typeof pay): Promise<Record<string, number>> {
  return tally(await Promise.all(clients.map((client, n) => act(deskFor(n), client))))
}

/** Tickets by the coupon in paid orders, and the uses that the database counts for orders. */
async function sold(): Promise<{ tickets: number; uses: number } | undefined> {
  const { rows } = await database().query<{ tickets: number; uses: number }>(
    `SELECT (SELECT count(*)::int FROM order_seat JOIN orders USING (order_id) WHERE state = 'paid' AND ticket_id = 101) AS tickets,
       (SELECT coalesce(sum(quantity), 0)::int FROM entitlement_use WHERE order_id IS NOT NULL) AS uses`,
  )
  return rows[0]
}

/** A6 and its control, in an empty house with addCouponRace. */
export function testCouponRace(arena: Arena, coupon: () => number): void {
  const { where } = arena
  const crowd = arenaCrowd(arena, CLIENTS)
  const exactly = { done: USES, COUPON_USED: crowd - USES }
  const enter = () => clientsWithSeats(coupon(), crowd)

  test(
    `A6 ${where}: gives exactly ten uses of a coupon to ${String(crowd)} who commit at once, and tells the others that it is used up`,
    ONCE,
    async () => {
      const rounds = arenaRounds(arena, 1, 0.25)
      for (let round = 1; round <= rounds; round++) {
        await emptyHouse()
        const clients = await enter()
        expect(await allAtOnce(arena, clients, pay), `round ${String(round)}`).toEqual(exactly)
        expect(await sold()).toEqual({ tickets: USES, uses: USES })
      }
      reportFigure(
        `A6 ${where}: ${String(crowd)} commits at once with a coupon of ${String(USES)} uses, ${String(rounds)} rounds: ${String(USES)} sold in each`,
      )
    },
  )

  test(
    `A6 ${where}: gives exactly ten uses to ${String(crowd)} who reserve one after the other, and lets those ten pay`,
    ONCE,
    async () => {
      const ends: string[] = []
      const clients = await enter()
      for (const [n, client] of clients.entries()) ends.push(await reserve(arena.deskFor(n), client))
      expect(ends).toEqual(clients.map((_, n) => (n < USES ? 'done' : 'COUPON_USED')))
      expect(await allAtOnce(arena, clients, pay)).toEqual(exactly)
      expect(await sold()).toEqual({ tickets: USES, uses: USES })
      reportFigure(
        `A6 ${where}: ${String(crowd)} who reserve one after the other: ${String(USES)} reserved, and those ${String(USES)} sold`,
      )
    },
  )

  test(`A6 ${where}: gives exactly ten uses to ${String(crowd)} who reserve at once`, ONCE, async () => {
    expect(await allAtOnce(arena, await enter(), reserve)).toEqual(exactly)
  })

  test(`A6 ${where}, control: sells the coupon too often if the uses are counted before they are written`, ONCE, async () => {
    const undo = await reserveByReadingFirst()
    let done = 0
    for (let round = 1; round <= 10 && done <= USES; round++) {
      await emptyHouse()
      done = (await allAtOnce(arena, await enter(), pay)).done ?? 0
    }
    await undo()
    expect(done).toBeGreaterThan(USES)
    reportFigure(`A6 ${where}, control: where the uses are counted first, ${String(done)} of ${String(crowd)} were sold`)
    await emptyHouse()
  })
}
