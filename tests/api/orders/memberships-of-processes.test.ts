import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MembershipItem } from '#lib/contract/order/membership-cart.ts'
import { lookUpReference } from '#lib/server/entitlements/membership-references.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { buildHouse, cartOf, emptyHouse, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { killWhereItWaits } from '#tests/support/processes/kill-where.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { overProcesses, tally, type Desk } from '#tests/support/races/desks.ts'
import { ONCE } from '#tests/support/seats/race.ts'
import { ADULT, addMemberships, boughtMembers, buyMemberships, EIGHT, STUDENT, TOPPABLE, TWELVE } from '#tests/support/sold/memberships.ts'
import { until } from '#tests/support/until.ts'
import { reserveByReadingFirst } from '#tests/support/unsafe/unsafe-uses.ts'

process.env.SECRET = SECRET_OF_TESTS // references are looked up by the apps' key
const TRUSTED = { env: { TRUSTED_PROXY: 'on' } } // a call without an address comes from this machine

/** How often the app is killed while others buy; CRASH_KILLS says more often. */
const KILLS = Number(process.env.CRASH_KILLS ?? 2)

let apps: RunningApp[] = []
const { deskFor } = overProcesses(() => apps.map(({ origin }) => origin))

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4, seatsPerRow: 10 })
  await addMemberships()
  apps = await Promise.all([startApp(TRUSTED), startApp(TRUSTED)])
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

/** Visitors who may all use what was bought: members of one family, say. */
async function sharers(memberNumber: string, count: number): Promise<readonly string[]> {
  const uuids = await Promise.all(Array.from({ length: count }, newVisitor))
  await database().query(
    `INSERT INTO session_grant (uuid, entitlement_id) SELECT unnest($1::uuid[]), entitlement_id FROM entitlement WHERE public_code = $2`,
    [uuids, memberNumber],
  )
  return uuids
}

/** Buys one in this process. @returns its number */
async function bought(item: MembershipItem, due: number): Promise<string> {
  expect((await buyMemberships(await newVisitor(), [item], due)).ok).toBe(true)
  return (await boughtMembers()).at(-1)?.memberNumber ?? ''
}

async function endOf(told: ReturnType<Desk['commit']>): Promise<string> {
  const end = await told
  return end.ok ? 'done' : end.code
}

async function buyAt(n: number, uuid: string, item: MembershipItem, due: number): Promise<string> {
  return endOf(deskFor(n).commit(uuid, { ...cartOf([], await prepareCard(uuid, due)), memberships: [item] }))
}

/** Twenty who each hold a seat and pay for it by one of eight entries. */
async function raceForEntries(): Promise<Record<string, number>> {
  const memberNumber = await bought(ADULT, EIGHT)
  const uuids = await sharers(memberNumber, 20)
  const carts = await Promise.all(
    uuids.map(async (uuid, n) => {
      const seat = seatAt((n % 10) + 1, 1 + Math.floor(n / 10))
      expect((await deskFor(n).lock(uuid, seat)).ok).toBe(true)
      const line = lineOf(seat, 114)
      return { ...cartOf([], await prepareCard(uuid, 700)), seats: [{ ...line, ticket: { ...line.ticket, memberNumber } }] }
    }),
  )
  return tally(await Promise.all(uuids.map((uuid, n) => endOf(deskFor(n).commit(uuid, carts[n] ?? cartOf([]))))))
}

describe('over two processes', () => {
  test('eight entries are eight seats, however many order at once', ONCE, async () => {
    for (let round = 0; round < 3; round++) {
      expect(await raceForEntries(), `round ${String(round)}`).toEqual({ done: 8, memberNoneAvailable: 12 })
      expect(await cellOf('SELECT sum(quantity)::int FROM entitlement_use WHERE order_id IS NOT NULL')).toBe(8)
      await checkInvariants()
      await emptyHouse()
    }
  })

  test('control: entries that are counted before they are written are used too often', ONCE, async () => {
    const undo = await reserveByReadingFirst()
    let done = 0
    for (let round = 0; round < 5 && done <= 8; round++) {
      await emptyHouse()
      done = (await raceForEntries()).done ?? 0
    }
    await undo()
    expect(done).toBeGreaterThan(8)
    await emptyHouse()
  })

  test('ten who top up one number at once have added all their entries', ONCE, async () => {
    const memberNumber = await bought(TOPPABLE, TWELVE)
    const item = { ...TOPPABLE, isTopup: true, memberNumber }
    const ends = await Promise.all((await sharers(memberNumber, 10)).map((uuid, n) => buyAt(n, uuid, item, TWELVE)))
    expect(tally(ends)).toEqual({ done: 10 })
    expect(await boughtMembers()).toMatchObject([{ uses: 11 * 12 }])
  })

  test('a reference that counts twice is bought with twice', ONCE, async () => {
    const uuids = await Promise.all(Array.from({ length: 8 }, newVisitor))
    const typed = { priceId: 12, reference1: 'S-2', reference2: null }
    for (const [n, uuid] of uuids.entries())
      expect((await lookUpReference({ uuid, caller: `10.8.${String(n)}.1`, network: null }, typed)).ok).toBe(true)
    const item: MembershipItem = { membershipId: 1, membershipPriceId: 12, reference1: 'S-2' }
    const ends = await Promise.all(uuids.map((uuid, n) => buyAt(n, uuid, item, STUDENT)))
    expect(tally(ends)).toEqual({ done: 2, TICKET_BALANCE_INSUFFICIENT: 6 })
    expect(await boughtMembers()).toHaveLength(2)
  })
})

/** Paid orders, the memberships that they gave, and the money that the provider has, in memberships. */
async function made(): Promise<unknown> {
  return cellOf(`SELECT json_build_object('open', (SELECT count(*) FROM orders WHERE state IN ('paying', 'refunding')),
    'paid', (SELECT count(*) FROM orders WHERE state = 'paid'), 'members', (SELECT count(*) FROM entitlement WHERE lookup LIKE 'bought:%' AND is_active AND uses = 8),
    'charged', (SELECT coalesce(sum(amount), 0) / ${String(EIGHT)} FROM sandbox_charge WHERE outcome = 'charged'),
    'kept', (SELECT coalesce(sum(amount), 0) / ${String(EIGHT)} FROM ledger))`)
}

describe('kill -9 of the process that orders a membership', () => {
  test.each([
    ['before it is charged: it is neither paid nor had', 'sandbox_charge', 0],
    ['while it is settled: it is paid and had, once', 'ledger', 1],
    ['while its number is made: it is paid and had, once', 'entitlement', 1],
    ['while its buyer is given it: it is paid and had, once', 'session_grant', 1],
  ])('%s', ONCE, async (_name, table, times) => {
    const uuid = await newVisitor()
    await killWhereItWaits(apps[0], table, () => buyAt(0, uuid, ADULT, EIGHT))
    apps[0] = await startApp(TRUSTED)
    expect(await cellOf(`SELECT state FROM orders`)).toBe('paying')
    expect(await boughtMembers()).toEqual([])
    await letPaymentsAge(60)
    await reconcile()
    expect(await made()).toEqual({ open: 0, paid: times, members: times, charged: times, kept: times })
    await reconcile()
    expect(await made()).toEqual({ open: 0, paid: times, members: times, charged: times, kept: times })
  })

  test('anywhere, while others buy: what was acknowledged is there, and all that is paid is had once', ONCE, async () => {
    const acknowledged: string[] = []
    let isOver = false
    const keepBuying = async () => {
      while (!isOver) {
        const uuid = await newVisitor()
        const cart = { ...cartOf([], await prepareCard(uuid, EIGHT)), memberships: [ADULT] }
        const told = await deskFor(0)
          .commit(uuid, cart)
          .catch(() => undefined)
        if (told?.ok) acknowledged.push((told.answer as { reservationIdentifier: string }).reservationIdentifier)
      }
    }
    const buyers = Promise.all(Array.from({ length: 4 }, keepBuying))
    for (let kill = 0; kill < KILLS; kill++) {
      const enough = acknowledged.length + 8
      await until(() => acknowledged.length >= enough, 'memberships after a crash', 120_000)
      await apps[0]?.kill9()
      apps[0] = await startApp(TRUSTED)
    }
    isOver = true
    await buyers
    await letPaymentsAge(60)
    await reconcile()
    const paid = await cellOf(`SELECT count(*)::int FROM orders WHERE state = 'paid'`)
    expect(await made()).toEqual({ open: 0, paid, members: paid, charged: paid, kept: paid })
    expect(
      await cellOf(
        `SELECT count(*)::int FROM orders WHERE state = 'paid' AND reservation_identifier = ANY ('{${acknowledged.join(',')}}')`,
      ),
    ).toBe(acknowledged.length)
  })
})
