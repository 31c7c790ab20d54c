import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { buildHouse, cartOf, emptyHouse, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { ANY_TICKET, holdVoucher, makeVoucher } from '#tests/support/buyers/vouchers.ts'
import { cellOf, checkInvariants, freshDatabase, violations } from '#tests/support/database/database.ts'
import { killWhereItWaits } from '#tests/support/processes/kill-where.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { overProcesses, tally } from '#tests/support/races/desks.ts'
import { ONCE } from '#tests/support/seats/race.ts'
import { addDonations, PUPIL, SIXTY } from '#tests/support/sold/donations.ts'
import { addMemberships, boughtMembers, buyMemberships } from '#tests/support/sold/memberships.ts'
import { addMemberMoney, balances, LOADED, memberSeats, MEMBER_PRICE, PURSE, PURSE_PRICE, spend } from '#tests/support/sold/member-money.ts'
import { reserveByReadingFirst } from '#tests/support/unsafe/unsafe-uses.ts'
import { takeVouchersByReadingFirst } from '#tests/support/unsafe/unsafe-vouchers.ts'

process.env.SECRET = SECRET_OF_TESTS // purses are sealed with the apps' key
const TRUSTED = { env: { TRUSTED_PROXY: 'on' } } // a call without an address comes from this machine

/** The handling fee, which no membership pays; what is left after two tickets; what a card pays of the third. */
const FEE = 700
const LEFT = LOADED - 2 * MEMBER_PRICE
const BY_CARD = MEMBER_PRICE - LEFT + FEE

let apps: RunningApp[] = []
const { deskFor } = overProcesses(() => apps.map(({ origin }) => origin))

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4, seatsPerRow: 10 })
  await addMemberships()
  await addMemberMoney()
  await addDonations()
  apps = await Promise.all([startApp(TRUSTED), startApp(TRUSTED)])
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

/** Somebody buys ₪300. @returns who, and the member number */
async function bought(): Promise<readonly [uuid: string, memberNumber: string]> {
  const uuid = await newVisitor()
  expect((await buyMemberships(uuid, [PURSE], PURSE_PRICE)).ok).toBe(true)
  return [uuid, (await boughtMembers()).at(-1)?.memberNumber ?? '']
}

/** Ten who may all spend one balance, each with a seat, order at the same moment. @param ready called when all have a seat and a card */
async function raceForMoney(
  ready: () => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly done: number; readonly refused: readonly string[] }> {
  await emptyHouse()
  const [, memberNumber] = await bought()
  const uuids = await Promise.all(Array.from({ length: 10 }, newVisitor))
  await database().query(
    `INSERT INTO session_grant (uuid, entitlement_id) SELECT unnest($1::uuid[]), entitlement_id FROM entitlement WHERE public_code = $2`,
    [uuids, memberNumber],
  )
  const carts = await Promise.all(
    uuids.map(async (uuid, n) => {
      expect((await deskFor(n).lock(uuid, seatAt(n + 1, 1))).ok).toBe(true)
      return { ...cartOf([], await prepareCard(uuid, FEE)), seats: memberSeats(memberNumber, [n + 1]) }
    }),
  )
  await ready()
  const told = await Promise.all(uuids.map((uuid, n) => deskFor(n).commit(uuid, carts[n] ?? cartOf([]))))
  const { done = 0, ...refused } = tally(told.map((end) => (end.ok ? 'done' : end.code)))
  return { done, refused: Object.keys(refused) }
}

describe('the money of one membership, over two processes', () => {
  test('is spent once, however many order at once; what it pays in part is paid by card', ONCE, async () => {
    for (let round = 0; round < 3; round++) {
      const { done, refused } = await raceForMoney()
      expect([done, await balances()]).toEqual([2, [`${String(LEFT)} active`]])
      // Who was checked after two had paid could not pay ₪97 with a card of ₪7; the others found the balance taken at the last moment.
      expect(refused.filter((code) => code !== 'PRICE_CHANGED' && code !== 'VOUCHER_NO_BALANCE')).toEqual([])
      await checkInvariants()
    }
  })

  test('control: is spent more often if the balance is read before it is written, which the invariants report', ONCE, async () => {
    const undo: (() => Promise<void>)[] = []
    const readFirst = async () => {
      undo.push(await takeVouchersByReadingFirst(), await reserveByReadingFirst())
    }
    const restore = async () => {
      for (const back of undo.splice(0)) await back()
    }
    let done = 0
    for (let round = 0; round < 10 && done <= 2; round++) {
      try {
        done = (await raceForMoney(readFirst)).done
      } finally {
        await restore()
      }
    }
    expect(done).toBeGreaterThan(2)
    expect(await violations()).toContainEqual(expect.objectContaining({ invariant: 'I5 a voucher is not worth what its ledger says' }))
    await emptyHouse()
  })
})

/** What is open, sold, charged and kept, and what the provider has. */
async function made(): Promise<unknown> {
  return cellOf(`SELECT json_build_object('open', (SELECT count(*) FROM orders WHERE state IN ('paying', 'refunding')),
    'seats', (SELECT count(*) FROM seat_claim c JOIN order_seat s USING (order_id, presentation_id, seat_id) WHERE c.state = 'S' AND s.ticket_identifier IS NOT NULL),
    'charged', (SELECT coalesce(sum(amount), 0) FROM sandbox_charge WHERE outcome = 'charged'),
    'kept', (SELECT sum(amount) FROM ledger WHERE kind = 'charge'), 'paidOut', (SELECT sum(amount) FROM ledger WHERE kind = 'voucher'))`)
}

/** Lets one order at the first process, kills it where it needs the table, and starts it again. */
async function killWhere(table: string, uuid: string, cart: OrderCart): Promise<void> {
  await killWhereItWaits(apps[0], table, () => deskFor(0).commit(uuid, cart))
  apps[0] = await startApp(TRUSTED)
  await letPaymentsAge(60)
}

describe('kill -9 of the process that orders a ticket which a balance pays in part', () => {
  test.each([
    ['while it takes the balance: nothing is ordered, and the balance stays', 'voucher_ledger', 0],
    ['before it is charged: it is neither paid nor had, and the balance is back', 'sandbox_charge', 0],
    ['while it is settled: both have paid, once, and the ticket is had', 'ledger', 1],
    ['while its seat is forgotten as a lock: both have paid, once, and the ticket is had', 'past_hold', 1],
  ])('%s', ONCE, async (_name, table, times) => {
    const [uuid, memberNumber] = await bought()
    expect(await spend(uuid, memberNumber, [1, 2], FEE)).toMatch(/^.{20}$/)
    expect((await deskFor(0).lock(uuid, seatAt(3, 1))).ok).toBe(true)
    const cart = { ...cartOf([], await prepareCard(uuid, BY_CARD)), seats: memberSeats(memberNumber, [3]) }
    await killWhere(table, uuid, cart)
    for (let again = 0; again < 2; again++) {
      await reconcile()
      const card = PURSE_PRICE + FEE + times * BY_CARD
      expect(await made()).toEqual({ open: 0, seats: 2 + times, charged: card, kept: card, paidOut: LOADED - LEFT + times * LEFT })
      expect(await balances()).toEqual([`${String((1 - times) * LEFT)} active`])
      await checkInvariants()
    }
  })
})

/** Two seats of presentation 1, a product and a donation, of which a bundle pays one seat. */
const SEATS = [seatAt(1, 2), seatAt(2, 2)]
const BY_BUNDLE = 10_500
const REST = BY_BUNDLE + 2_500 + SIXTY + FEE

/** What is open, had of each kind, given for good, and what provider, ledger and bundle say. */
async function mixed(): Promise<unknown> {
  return cellOf(`SELECT json_build_object('open', (SELECT count(*) FROM orders WHERE state IN ('paying', 'refunding')),
    'seats', (SELECT count(*) FROM seat_claim c JOIN order_seat s USING (order_id, presentation_id, seat_id) WHERE c.state = 'S' AND s.ticket_identifier IS NOT NULL),
    'products', (SELECT count(*) FROM order_product JOIN orders USING (order_id) WHERE state = 'paid'), 'receipts', (SELECT count(*) FROM donation_receipt),
    'charged', (SELECT coalesce(sum(amount), 0) FROM sandbox_charge WHERE outcome = 'charged'), 'kept', (SELECT coalesce(sum(amount), 0) FROM ledger WHERE kind = 'charge'),
    'bundle', (SELECT balance FROM system_voucher WHERE bundle IS NOT NULL))`)
}

describe('kill -9 of the process that orders tickets, a product and a donation of which a bundle pays a ticket', () => {
  test.each([
    ['while it takes the bundle: nothing is ordered, and the bundle stays', 'voucher_ledger', 0],
    ['before it is charged: nothing is paid or had, and the ticket is back in the bundle', 'sandbox_charge', 0],
    ['while it is settled: card and bundle have paid, once, and all is had', 'ledger', 1],
    ['while the donation is receipted: card and bundle have paid, once, and all is had', 'donation_receipt', 1],
  ])('%s', ONCE, async (_name, table, times) => {
    const uuid = await newVisitor()
    const id = await holdVoucher(uuid, await makeVoucher(1, { bundle: ANY_TICKET }))
    for (const seat of SEATS) expect((await deskFor(0).lock(uuid, seat)).ok).toBe(true)
    const cart = cartOf(SEATS, await prepareCard(uuid, REST), [{ id: 1, quantity: 1 }])
    await killWhere(table, uuid, { ...cart, donations: [PUPIL], voucherPayments: [{ id, amount: BY_BUNDLE / 100 }] })
    for (let again = 0; again < 2; again++) {
      await reconcile()
      expect(await mixed()).toEqual({
        ...{ open: 0, seats: 2 * times, products: times, receipts: times },
        ...{ charged: times * REST, kept: times * REST, bundle: 1 - times },
      })
      await checkInvariants()
    }
  })
})
