import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPolicies } from '#tests/support/buyers/cancels.ts'
import { visitorWithId } from '#tests/support/buyers/codes.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse, seatAt } from '#tests/support/buyers/house.ts'
import { arenaCrowd, soldTwice, ONCE, raceForSeats, arenaRounds, promisedSeats, storedSeats } from '#tests/support/seats/race.ts'
import { testCancelRace } from '#tests/support/races/cancel-race.ts'
import { addCouponRace, testCouponRace } from '#tests/support/races/coupon-race.ts'
import { overProcesses } from '#tests/support/races/desks.ts'
import { holdEndTrials, rowsForHoldEnds, testHoldEnd } from '#tests/support/races/hold-end-race.ts'
import { testRaceOfOneCall } from '#tests/support/races/one-call-race.ts'
import { addVoucherRace, testVoucherRace } from '#tests/support/races/voucher-race.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { claimByReadingFirst } from '#tests/support/unsafe/unsafe-claims.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'

const TRIALS = holdEndTrials(40)
let apps: readonly RunningApp[] = []
let coupon = 0
const processes = overProcesses(() => apps.map(({ origin }) => origin))

beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS // what the tests hide or look up is hidden with the apps' own secret
  process.env.CUSTOMER_CANCELLATION = 'on'
  await freshDatabase()
  await buildHouse({ rows: Math.max(20, rowsForHoldEnds(TRIALS)), seatsPerRow: 10, places: 1_000 })
  await addPolicies()
  await addVoucherRace()
  coupon = await addCouponRace()
  const env = { TRUSTED_PROXY: 'on' } // a call without an address comes from this machine
  apps = await Promise.all([startApp({ env }), startApp({ env })])
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

const ONE = [seatAt(4, 4)]
const HUNDRED = Array.from({ length: 100 }, (_, n) => seatAt((n % 10) + 1, Math.floor(n / 10) + 1))

test('A1 gives one seat to exactly one of 200 visitors over two processes and refuses the others cleanly', ONCE, async () => {
  for (let round = 1; round <= arenaRounds(processes, 5); round++) {
    const { wins, refusals } = await raceForSeats(200, ONE, 1, processes)
    expect(wins, `round ${String(round)}`).toHaveLength(1)
    expect(refusals).toEqual({ SEAT_NOT_AVAILABLE: 199 })
    expect(await storedSeats()).toEqual(promisedSeats(wins))
    await emptyHouse()
  }
})

test('A2 gives each of 100 seats over two processes to one holder, the one that was told so', ONCE, async () => {
  for (let round = 1; round <= arenaRounds(processes, 1, 0.1); round++) {
    const { wins, refusals } = await raceForSeats(arenaCrowd(processes, 1_000), HUNDRED, 3, processes)
    expect(wins, `round ${String(round)}`).toHaveLength(100)
    expect(Object.keys(refusals)).toEqual(['SEAT_NOT_AVAILABLE'])
    expect(await storedSeats()).toEqual(promisedSeats(wins))
    await emptyHouse()
  }
})

test('control: if the database reads before it writes, two processes give a seat to several visitors within ten rounds', async () => {
  // A busy machine lets the second process go on some milliseconds after the first.
  const undo = await claimByReadingFirst(0.05)
  let twice: string[] = []
  for (let round = 1; round <= 10 && twice.length === 0; round++) {
    await emptyHouse()
    twice = soldTwice((await raceForSeats(200, ONE, 1, processes)).wins)
  }
  await undo()
  expect(twice).not.toEqual([])
})

testVoucherRace(processes)
testCouponRace(processes, () => coupon)
testCancelRace(processes)
testRaceOfOneCall(processes)
testHoldEnd(processes, TRIALS)

test('counts voucher guesses of two processes together: checks five of forty at once, then makes the right one wait in either', async () => {
  const uuid = await visitorWithId()
  const reference = await makeVoucher(5_000)
  const from = { 'x-forwarded-for': '198.51.100.77' }
  const look = (racer: number, wanted: string) =>
    Object.assign(new TestVisitor(apps[racer % 2]?.origin ?? ''), { uuid }).get(`/api/payment/voucher?reference=${wanted}`, from)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => look(n, `WRONG-${String(n)}`)))
  const codes = Map.groupBy(answers, ({ body }) => (body as { error: string }).error)
  expect(Object.fromEntries([...codes].map(([code, those]) => [code, those.length]))).toEqual({
    SYSTEM_VOUCHER_NOT_FOUND: 5,
    TOO_MANY_CODES: 35,
  })
  for (const racer of [0, 1]) expect((await look(racer, reference)).body).toMatchObject({ error: 'TOO_MANY_CODES' })
})
