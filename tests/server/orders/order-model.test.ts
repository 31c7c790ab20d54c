import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { addCodeTickets, addEntitlement, grantTo } from '#tests/support/buyers/codes.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { COUPON, OrderModel, redeemCommands } from '#tests/support/buyers/order-commands.ts'
import { allCommands, type RealHouse } from '#tests/support/seats/seat-commands.ts'
import { holdVoucher, makeVoucher } from '#tests/support/buyers/vouchers.ts'

/** The model of seats, extended by visitors with a coupon and a voucher: MODEL_RUNS=2000 for a nightly run. */
const RUNS = Number(process.env.MODEL_RUNS ?? 50)
const STEPS = 40
const [SEATS, PLACES, MOST_SEATS, VISITORS] = [8, 3, 3, 4]
const [USES, BALANCE] = [1, 25_000]
let coupon = 0

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 1, seatsPerRow: SEATS, places: PLACES, maxSeats: MOST_SEATS })
  await addCodeTickets()
  coupon = await addEntitlement({ kind: 'coupon', typed: COUPON, tickets: [101], uses: USES })
})
afterEach(checkInvariants)

async function openHouse(happened: Map<string, number>): Promise<{ model: OrderModel; real: RealHouse }> {
  await emptyHouse()
  const visitors = Array.from({ length: VISITORS }, () => randomUUID())
  await database().query('INSERT INTO session (uuid) SELECT unnest($1::uuid[])', [visitors])
  const reference = await makeVoucher(BALANCE)
  let voucherId = 0
  for (const uuid of visitors) {
    await grantTo(uuid, coupon)
    voucherId = await holdVoucher(uuid, reference)
  }
  const seats = Array.from({ length: SEATS }, (_, x) => 1_001 + x)
  const places = Array.from({ length: PLACES }, (_, n) => 1_000_000 + n)
  const facts = { seats, places, mostSeats: MOST_SEATS, waitMs: settings().holdWaitSeconds * 1_000 }
  return { model: new OrderModel(facts, { uses: USES, balance: BALANCE, voucherId }), real: { visitors, happened } }
}

function shopDoesAsTheModel(happened = new Map<string, number>()) {
  const commands = fc.commands([...allCommands(SEATS, VISITORS), ...redeemCommands(VISITORS)], { maxCommands: STEPS, size: 'max' })
  return fc.asyncProperty(commands, async (steps) => {
    const house = await openHouse(happened)
    await fc.asyncModelRun(() => house, steps)
    await checkInvariants()
  })
}

/** Events that must occur at least once, so that the histories cover the rules. */
const OUTCOMES = [
  ...['apply: done', 'apply: COUPON_USED', 'remove: done'],
  ...['redeem: done', 'redeem: done with the voucher', 'redeem: COUPON_USED', 'redeem: CARD_DECLINED'],
]

test(
  `A10: ${String(RUNS)} random histories of ${String(VISITORS)} visitors with a coupon and a voucher leave every seat, use and agora as the model says`,
  async () => {
    const happened = new Map<string, number>()
    const missing = () => OUTCOMES.filter((outcome) => !happened.has(outcome))
    await fc.assert(shopDoesAsTheModel(happened), { numRuns: RUNS })
    // Histories are random: adds a few more if an event is missing.
    for (let more = 0; more < 10 && missing().length > 0; more++) await fc.assert(shopDoesAsTheModel(happened), { numRuns: RUNS })
    expect(missing()).toEqual([])
    reportFigure(`A10: ${String(RUNS)} histories of up to ${String(STEPS)} steps with a coupon and a voucher: no difference from the model`)
  },
  300_000 + RUNS * 1_500,
)

test('the model detects a coupon that never runs out', async () => {
  await database().query('UPDATE entitlement SET uses = NULL WHERE entitlement_id = $1', [coupon])
  try {
    const { failed, errorInstance } = await fc.check(shopDoesAsTheModel(), { numRuns: 600, endOnFailure: true })
    expect([failed, String(errorInstance)]).toEqual([true, expect.stringContaining('AssertionError')])
  } finally {
    await emptyHouse()
    await database().query('UPDATE entitlement SET uses = $2 WHERE entitlement_id = $1', [coupon, USES])
  }
}, 300_000)
