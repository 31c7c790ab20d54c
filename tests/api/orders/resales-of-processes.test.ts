import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { addPolicies, signedIn, type SignedIn } from '#tests/support/buyers/cancels.ts'
import { addOtherDays, FEE, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { buildHouse, cartOf, emptyHouse, prepareCard } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { deadlocks } from '#tests/support/database/deadlocks.ts'
import { killWhereItWaits } from '#tests/support/processes/kill-where.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { overProcesses, tally } from '#tests/support/races/desks.ts'
import { ONCE } from '#tests/support/seats/race.ts'
import { addEnrolments } from '#tests/support/sold/enrolments.ts'
import { addExchanges, boughtSeries, exchanged } from '#tests/support/sold/evenings.ts'
import { allowResale, CREDIT, givesBack, takesBack } from '#tests/support/sold/resales.ts'

process.env.SECRET = SECRET_OF_TESTS
const TRUSTED = { env: { TRUSTED_PROXY: 'on' } } // a call without an address comes from this machine
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 12)
const SEAT = seatOn(11, 3)
/** What an evening was exchanged for. */
const STAND_IN = seatOn(16, 5)

let apps: RunningApp[] = []
const { deskFor } = overProcesses(() => apps.map(({ origin }) => origin))

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await addPolicies()
  await addEnrolments()
  await allowResale()
  await addExchanges()
  apps = [await startApp(TRUSTED)]
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

async function offered(seat = SEAT): Promise<SignedIn> {
  const subscriber = await signedIn()
  const series = await boughtSeries(subscriber.visitor.uuid)
  if (seat === STAND_IN) await exchanged(series, 11, [{ show: 16, x: 5 }])
  expect(await givesBack(subscriber, seat.PresentationId)).toBeUndefined()
  return subscriber
}

/** Buys the offered seat at the other process. @returns 'sold', or the code of the refusal */
async function buysThere(seat: typeof SEAT): Promise<string> {
  const uuid = await newVisitor()
  const locked = await deskFor(0).lock(uuid, seat)
  if (!locked.ok) return locked.code
  const sold = await deskFor(0).commit(uuid, cartOf([seat], await prepareCard(uuid, ONE + FEE)))
  return sold.ok ? 'sold' : sold.code
}

test(
  'taking an evening back races over two processes with others who buy its seat: exactly one of them has it; every other time it was had in exchange',
  ONCE,
  async () => {
    const before = await deadlocks()
    const ends: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const seat = round % 2 === 0 ? SEAT : STAND_IN
      const subscriber = await offered(seat)
      // The one who takes it back starts a little later in each round, so that both win some.
      const later = new Promise((resolve) => setTimeout(resolve, round * 2))
      const [taken, ...bought] = await Promise.all([
        later.then(() => takesBack(subscriber, seat.PresentationId)),
        buysThere(seat),
        buysThere(seat),
      ])
      const told = tally([taken === undefined ? 'taken back' : taken, ...bought])
      expect(told, JSON.stringify(told)).toEqual(
        taken === undefined ? { 'taken back': 1, SEAT_NOT_AVAILABLE: 2 } : { sold: 1, SEAT_NOT_AVAILABLE: 2 },
      )
      expect(await cellOf('SELECT state FROM resale')).toBe(taken === undefined ? 'taken_back' : 'sold')
      expect(await cellOf('SELECT coalesce(sum(balance), 0)::int FROM system_voucher')).toBe(taken === undefined ? 0 : CREDIT)
      ends.push(taken === undefined ? 'taken back' : 'sold')
      await checkInvariants()
      await emptyHouse()
    }
    expect((await deadlocks()) - before).toBe(0)
    expect(ends).toContain('sold')
  },
)

/** What there is of the sale and of the credit. */
async function made(): Promise<unknown> {
  return cellOf(`SELECT json_build_object('open', (SELECT count(*) FROM orders WHERE state = 'paying'),
    'sales', (SELECT count(*) FROM orders o JOIN order_seat s USING (order_id) WHERE o.state = 'paid' AND s.membership_line IS NULL),
    'resale', (SELECT state FROM resale), 'credits', (SELECT coalesce(json_agg(balance), '[]') FROM system_voucher),
    'booked', (SELECT coalesce(-sum(amount), 0) FROM ledger WHERE kind = 'voucher'),
    'told', (SELECT count(*) FROM outbox WHERE kind LIKE 'resold:%'))`)
}

describe('kill -9 of the process that sells an evening on', () => {
  test.each([
    ['before it is charged: it stays offered', 'sandbox_charge', false],
    ['while its sale is settled: it is sold and credited, once', 'ledger', true],
    ['while it is credited: it is sold and credited, once', 'voucher_ledger', true],
  ])('%s', ONCE, async (_name, table, isSold) => {
    const subscriber = await offered()
    const uuid = await newVisitor()
    expect(await deskFor(0).lock(uuid, SEAT)).toMatchObject({ ok: true })
    const cart = cartOf([SEAT], await prepareCard(uuid, ONE + FEE))
    await killWhereItWaits(apps[0], table, () => deskFor(0).commit(uuid, cart))
    apps[0] = await startApp(TRUSTED)
    expect(await made()).toMatchObject({ open: 1, resale: 'offered', credits: [] })
    expect(await takesBack(subscriber)).toBe('SEAT_NOT_AVAILABLE')
    await letPaymentsAge(60)
    for (let again = 0; again < 2; again++) {
      await reconcile()
      expect(await made()).toEqual(
        isSold
          ? { open: 0, sales: 1, resale: 'sold', credits: [CREDIT], booked: CREDIT, told: 2 }
          : { open: 0, sales: 0, resale: 'offered', credits: [], booked: 0, told: 0 },
      )
    }
  })
})
