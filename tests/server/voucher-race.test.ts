import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue.ts'
import { database } from '#lib/server/db/connect.ts'
import { commit } from '#lib/server/orders/orders.ts'
import { lock } from '#lib/server/seats/seats.ts'
import { checkInvariants, freshDatabase, violations } from '#tests/support/database.ts'
import { tellFigure } from '#tests/support/figures.ts'
import { buildHouse, cartOf, emptyHouse, fromHere, PLACE } from '#tests/support/house.ts'
import { LONGEST, roundsOf } from '#tests/support/race.ts'
import { takeVouchersByReadingFirst } from '#tests/support/unsafe-vouchers.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/vouchers.ts'

const ROUNDS = 5
const VISITORS = 50

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ places: 100 })
  // ₪53 and the fee of ₪7: an order of ₪60.
  await database().query('UPDATE ticket SET price = 5300 WHERE ticket_id = 21; UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
})
beforeEach(emptyHouse)

interface Race {
  readonly voucher: number
  readonly won: number
  readonly refusals: ReadonlySet<string>
}

/** Fifty visitors who know one voucher of ₪100 hold a place each, and all commit an order of ₪60 at the same moment. */
async function raceForVoucher(): Promise<Race> {
  const reference = await makeVoucher(10_000)
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => enter(reference)))
  const results = await Promise.all(
    visitors.map(({ uuid, voucher }) =>
      commit(uuid, { cart: { ...cartOf([PLACE]), voucherPayments: [{ id: voucher, amount: 60 }] } }, 'he'),
    ),
  )
  const refusals = new Set(results.flatMap((result) => (result.ok ? [] : [result.refusal.code])))
  return { voucher: visitors[0]?.voucher ?? 0, won: results.filter(({ ok }) => ok).length, refusals }
}

async function enter(reference: string): Promise<{ uuid: string; voucher: number }> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  const locked = await lock(PLACE, fromHere(uuid))
  if (!locked.ok) throw new Error(locked.refusal.code)
  return { uuid, voucher: await holdVoucher(uuid, reference) }
}

test(
  'A5: of fifty who spend ₪60 of a voucher of ₪100 at once, one does; ₪40 are left and the others keep their places',
  async () => {
    for (let round = 1; round <= roundsOf(ROUNDS); round++) {
      const { voucher, won, refusals } = await raceForVoucher()
      expect(won, `round ${String(round)}`).toBe(1)
      // Too late in the transaction, or already when the cart was checked.
      expect([...refusals].filter((code) => !['VOUCHER_NO_BALANCE', 'PRICE_CHANGED'].includes(code))).toEqual([])
      expect(await voucherState(voucher)).toEqual({ balance: 4_000, entries: ['load 10000', 'use -6000'] })
      const { rows } = await database().query(`SELECT state, count(*)::int AS n FROM seat_claim GROUP BY state ORDER BY state`)
      expect(rows).toEqual([
        { state: 'H', n: VISITORS - 1 },
        { state: 'S', n: 1 },
      ])
      await checkInvariants()
      await emptyHouse()
    }
    tellFigure(
      `A5: ${String(VISITORS)} commits of ₪60 by one voucher of ₪100, ${String(roundsOf(ROUNDS))} rounds: 1 sold and ₪40 left in each`,
    )
  },
  LONGEST,
)

describe('where the voucher is read first and written then', () => {
  test('the same race spends more than there is, and the invariants say so; with the right table back it does not', async () => {
    const undo = await takeVouchersByReadingFirst()
    try {
      let race = await raceAnew()
      for (let round = 1; round < 10 && race.won < 2; round++) race = await raceAnew()
      expect(race.won).toBeGreaterThan(1)
      tellFigure(`A5, control: where the voucher is read first, ${String(race.won)} of ${String(VISITORS)} were sold`)
      expect(await violations()).toContainEqual({
        invariant: 'I5 a voucher is not worth what its ledger says',
        subject: String(race.voucher),
      })
    } finally {
      await undo()
    }
    expect((await raceAnew()).won).toBe(1)
    await checkInvariants()
  })

  test('and what would take more than there is, the table itself refuses', async () => {
    const reference = await makeVoucher(10_000)
    const { voucher } = await enter(reference)
    const take = () => database().query('UPDATE system_voucher SET balance = balance - 6000 WHERE system_voucher_id = $1', [voucher])
    await take()
    await expect(take()).rejects.toThrow(/system_voucher_balance_check/)
  })
})

async function raceAnew(): Promise<Race> {
  await emptyHouse()
  return raceForVoucher()
}
