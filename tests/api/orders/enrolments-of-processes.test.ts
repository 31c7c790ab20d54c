import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { buildHouse, cartOf, emptyHouse, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { deadlocks } from '#tests/support/database/deadlocks.ts'
import { killWhereItWaits } from '#tests/support/processes/kill-where.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { overProcesses, tally } from '#tests/support/races/desks.ts'
import { ONCE, roundsOf } from '#tests/support/seats/race.ts'
import { boughtSeries, DEAR_ROW, exchangeCart, MORE, take } from '#tests/support/sold/evenings.ts'
import { addEnrolments, lockSeat, SEASON, seasonItem, SERIES, seriesItem, SUPPLEMENT } from '#tests/support/sold/enrolments.ts'
import { DATES_OF_EACH, keptOf, SteadySubscribers } from '#tests/support/sold/steady-subscribers.ts'
import { until } from '#tests/support/until.ts'

process.env.SECRET = SECRET_OF_TESTS
const TRUSTED = { env: { TRUSTED_PROXY: 'on' } } // a call without an address comes from this machine
const SUBSCRIBERS = 200
/** How often the app is killed while subscribers order; CRASH_KILLS says more often. */
const KILLS = Number(process.env.CRASH_KILLS ?? 1)
/** Milliseconds by which the series of a round are asked for before its single dates: both win. */
const HEAD_STARTS = [-20, 500, 0, -5]
const DATES = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]

let apps: RunningApp[] = []
const { deskFor } = overProcesses(() => apps.map(({ origin }) => origin))

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4, seatsPerRow: 10 })
  await addEnrolments()
  await database().query(`
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, service_charge_id, max_seats, lone_seats)
      SELECT n, 1, 1, 1, now() + n * interval '1 day', NULL, max_seats, lone_seats FROM presentation, generate_series(21, 30) AS n WHERE presentation_id = 1;
    INSERT INTO presentation_price SELECT n, 'A', 1, 1 FROM generate_series(21, 30) AS n;
    INSERT INTO membership_presentation SELECT 104, n, false FROM generate_series(21, 30) AS n;
    DELETE FROM membership_presentation WHERE membership_id = 104 AND presentation_id < 20;
    UPDATE membership SET exchange_until_minutes = 60 WHERE membership_id = 101;
    UPDATE seat SET category = 'B' WHERE y = 4;
    INSERT INTO ticket_group VALUES (4, 'יקר', false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge) VALUES (41, 4, 1, 'רגיל', 15000, 0);
    INSERT INTO presentation_price VALUES (16, 'B', 4, 1);
    UPDATE catalogue_version SET version = version + 1`)
  apps = await Promise.all([startApp(TRUSTED), startApp(TRUSTED)])
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

function visitorAt(n: number): TestVisitor {
  return new TestVisitor(apps[n % apps.length]?.origin ?? '')
}

/** Pays the cart by card. @returns 'sold', or the code of the refusal */
async function pay(visitor: TestVisitor, cart: Partial<OrderCart>, due: number): Promise<string> {
  const paymentIdentifier = await prepareCard(visitor.uuid, due)
  const { status, body } = await visitor.post('/api/payment/commit', { cart: { ...cartOf([], paymentIdentifier), ...cart } })
  return status === 200 ? 'sold' : (body as { error: string }).error
}

/** One subscriber: every other one wants the chair on all ten dates, the others on one. @param headStart ms by which series are asked for first; below 0: single dates */
async function subscribe(n: number, headStart: number): Promise<string> {
  await sleep(Math.max(0, n % 2 === 1 ? headStart : -headStart))
  const visitor = visitorAt(Math.floor(n / 2))
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [visitor.uuid])
  const { VenueId, VenueSeatplanId, VenueSectionId, TicketGroupId, XCoordinate, YCoordinate } = seatAt(5, 1)
  const address = { VenueId, VenueSeatplanId, VenueSectionId, TicketGroupId, XCoordinate, YCoordinate }
  if (n % 2 === 0) {
    const locked = await visitor.put('/api/membership/lock-seat', { seat: { ...address, MembershipId: 104 } })
    if (locked.status !== 200) return (locked.body as { error: string }).error
    return `series ${await pay(visitor, { memberships: [seriesItem(5, 1, { membershipId: 104, membershipPriceId: 1040 })] }, SERIES)}`
  }
  const seat = { ...address, PresentationId: DATES[Math.floor(n / 2) % DATES.length] ?? 0 }
  const locked = await visitor.put('/api/seats/lock-seat', { seat })
  if (locked.status !== 200) return (locked.body as { error: string }).error
  return `single ${await pay(visitor, { seats: cartOf([seat]).seats }, 10_500)}`
}

test(
  'A1 200 subscribers order one chair on ten dates over two processes, half of them for one date only: each date is sold once, and a series whole or not at all',
  ONCE,
  async () => {
    const before = await deadlocks()
    const sold = { series: 0, single: 0 }
    for (let round = 0; round < roundsOf(2); round++) {
      const ends = tally(
        await Promise.all(Array.from({ length: SUBSCRIBERS }, (_, n) => subscribe(n, HEAD_STARTS[round % HEAD_STARTS.length] ?? 0))),
      )
      const { 'series sold': series = 0, 'single sold': single = 0, ...refused } = ends
      expect(Object.keys(refused).filter((code) => code !== 'SEAT_NOT_AVAILABLE' && code !== 'SEAT_TAKEN_ON_DATES')).toEqual([])
      expect(series === 0 ? single >= 1 && single <= 10 : series === 1 && single === 0, JSON.stringify(ends)).toBe(true)
      expect(await cellOf(`SELECT count(*)::int FROM seat_claim WHERE state = 'S'`)).toBe(10 * series + single)
      expect(await cellOf(`SELECT count(*)::int FROM order_seat WHERE membership_line IS NOT NULL`)).toBe(10 * series)
      expect(await cellOf('SELECT coalesce(sum(amount), 0)::int FROM ledger')).toBe(SERIES * series + 10_500 * single)
      await checkInvariants()
      await emptyHouse()
      sold.series += series
      sold.single += single
    }
    expect((await deadlocks()) - before).toBe(0)
    reportFigure(
      `Orders of one chair on ten dates, ${String(SUBSCRIBERS)} subscribers over two processes, half of them for one date, ${String(roundsOf(2))} rounds: ` +
        `${String(sold.series)} series and ${String(sold.single)} single dates sold; each date to one of them, no part of a series, no deadlock`,
    )
  },
)

test('R8.49 the same season ordered at both processes at once by one person is sold once', ONCE, async () => {
  const uuid = await newVisitor()
  for (const x of [1, 2]) expect(await lockSeat(uuid, x, 1, 102, [13, 15])).toBeUndefined()
  const order = async (x: number) => {
    const cart = { ...cartOf([], await prepareCard(uuid, SEASON + SUPPLEMENT)), memberships: [seasonItem(x)] }
    const told = await deskFor(x).commit(uuid, cart)
    return told.ok ? 'sold' : told.code
  }
  expect(tally(await Promise.all([order(1), order(2)]))).toEqual({ sold: 1, ALREADY_ENROLLED: 1 })
  const stored = await deskFor(0).store(uuid, { memberships: [seasonItem(3)] })
  expect(stored).toEqual({ ok: false, code: 'ALREADY_ENROLLED' })
})

/** Orders, their series with all four dates sold, and the money that the provider has, in series. */
async function made(): Promise<unknown> {
  return cellOf(`SELECT json_build_object('open', (SELECT count(*) FROM orders WHERE state IN ('paying', 'refunding')),
    'paid', (SELECT count(*) FROM orders WHERE state = 'paid'), 'members', (SELECT count(*) FROM entitlement WHERE lookup LIKE 'bought:%' AND is_active),
    'dates', (SELECT count(*) FROM seat_claim c JOIN order_seat s USING (order_id, presentation_id, seat_id) WHERE c.state = 'S' AND s.ticket_identifier IS NOT NULL),
    'charged', (SELECT coalesce(sum(amount), 0) / ${String(SERIES)} FROM sandbox_charge WHERE outcome = 'charged'),
    'kept', (SELECT coalesce(sum(amount), 0) / ${String(SERIES)} FROM ledger))`)
}

describe('kill -9 of the process that orders a series', () => {
  test.each([
    ['before it is charged: it is neither paid nor had on any date', 'sandbox_charge', 0],
    ['while it is settled: it is paid and had on all its dates, once', 'ledger', 1],
    ['while its seats are forgotten as locks: it is paid and had on all its dates, once', 'past_hold', 1],
    ['while its membership is made: it is paid and had on all its dates, once', 'entitlement', 1],
  ])('%s', ONCE, async (_name, table, times) => {
    const uuid = await newVisitor()
    expect(await lockSeat(uuid, 3)).toBeUndefined()
    const cart = { ...cartOf([], await prepareCard(uuid, SERIES)), memberships: [seriesItem(3)] }
    await killWhereItWaits(apps[0], table, () => deskFor(0).commit(uuid, cart))
    apps[0] = await startApp(TRUSTED)
    expect(await cellOf('SELECT state FROM orders')).toBe('paying')
    await letPaymentsAge(60)
    for (let again = 0; again < 2; again++) {
      await reconcile()
      expect(await made()).toEqual({ open: 0, paid: times, members: times, dates: 4 * times, charged: times, kept: times })
    }
  })
})

test(
  'kill -9 at any moment of orders of series and seasons: none that was acknowledged is lost, and none is there in part',
  ONCE,
  async () => {
    const all = { acknowledged: 0, paid: 0 }
    for (let kill = 0; kill < KILLS; kill++) {
      const { acknowledged, ended } = new SteadySubscribers(deskFor(0))
      await until(() => acknowledged.length >= 8, 'orders of subscribers', 120_000)
      await sleep((kill * 37) % 150)
      await apps[0]?.kill9()
      await ended
      const kept = await keptOf(acknowledged)
      expect({ kill, ...kept }).toMatchObject({ kill, open: 0, lost: 0, partial: 0 })
      expect(await cellOf(`SELECT count(*)::int FROM seat_claim WHERE state <> 'H'`)).toBe(DATES_OF_EACH * kept.paid)
      await checkInvariants()
      all.acknowledged += acknowledged.length
      all.paid += kept.paid
      await emptyHouse()
      apps[0] = await startApp(TRUSTED)
    }
    reportFigure(
      `Orders of series and seasons, kill -9 of the app ${String(KILLS)} times: ${String(all.acknowledged)} acknowledged, ${String(all.paid)} paid, 0 lost, 0 in part, no invariant violated`,
    )
  },
)

test('an evening exchanged at both processes at once is exchanged once, and one seat stands in for it', ONCE, async () => {
  const series = await boughtSeries(await newVisitor())
  const seats = [1, 2, 3, 4].map((x) => ({ show: 16, x }))
  await take(series.uuid, seats)
  const ask = (place: (typeof seats)[number], n: number) => deskFor(n).commit(series.uuid, exchangeCart(series, 11, [place]))
  const ends = await Promise.all(seats.map(ask))
  expect(tally(ends.map((told) => (told.ok ? 'exchanged' : told.code)))).toEqual({ exchanged: 1, ORDER_CONFLICT: 3 })
  expect(await cellOf(`SELECT count(*)::int FROM seat_claim WHERE state = 'S'`)).toBe(4)
  expect(await cellOf('SELECT count(*)::int FROM order_seat WHERE evening_order IS NOT NULL')).toBe(1)
})

describe('kill -9 of the process that exchanges an evening', () => {
  test.each([
    ['before it is charged: the evening stays, and nothing is paid', 'sandbox_charge', 0],
    ['while it is settled: it is exchanged and paid once', 'ledger', 1],
  ])('%s', ONCE, async (_name, table, times) => {
    const series = await boughtSeries(await newVisitor())
    const seats = [{ show: 16, x: 2, y: DEAR_ROW }]
    await take(series.uuid, seats)
    const cart = { ...exchangeCart(series, 11, seats), paymentIdentifier: await prepareCard(series.uuid, MORE) }
    await killWhereItWaits(apps[0], table, () => deskFor(0).commit(series.uuid, cart))
    apps[0] = await startApp(TRUSTED)
    await letPaymentsAge(60)
    for (let again = 0; again < 2; again++) {
      await reconcile()
      expect(await cellOf(`SELECT array_agg(presentation_id ORDER BY presentation_id) FROM seat_claim WHERE state = 'S'`)).toEqual(
        times === 1 ? [12, 13, 14, 16] : [11, 12, 13, 14],
      )
      expect(await cellOf('SELECT sum(amount)::int FROM ledger')).toBe(SERIES + times * MORE)
    }
  })
})
