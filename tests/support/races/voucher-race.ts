import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, violations } from '#tests/support/database/database.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { cartOf, emptyHouse, fromHere, lineOf, PLACE } from '#tests/support/buyers/house.ts'
import { ONCE, arenaRounds } from '#tests/support/seats/race.ts'
import { takeVouchersByReadingFirst } from '#tests/support/unsafe/unsafe-vouchers.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'
import type { Arena } from './desks.ts'

const VISITORS = 50
/** A place of section 2 at ₪53: with the fee of ₪7 an order of ₪60. */
const TICKET = 22

export async function addVoucherRace(): Promise<void> {
  await database().query(`
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price) VALUES (${String(TICKET)}, 2, 22, 'לשובר', 5300);
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

interface Race {
  readonly voucher: number
  readonly won: number
  readonly refusals: ReadonlySet<string>
}

/** Lets fifty visitors with one voucher of ₪100 and a place each commit an order of ₪60 at the same moment. */
async function raceForVoucher({ deskFor }: Arena): Promise<Race> {
  const reference = await makeVoucher(10_000)
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => holdPlaceAndVoucher(reference)))
  const told = await Promise.all(visitors.map(({ uuid, voucher }, n) => deskFor(n).commit(uuid, orderBy(voucher))))
  const refusals = new Set(told.flatMap((one) => (one.ok ? [] : [one.code])))
  return { voucher: visitors[0]?.voucher ?? 0, won: told.filter(({ ok }) => ok).length, refusals }
}

export async function holdPlaceAndVoucher(reference: string): Promise<{ uuid: string; voucher: number }> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  const locked = await lock(PLACE, fromHere(uuid))
  if (!locked.ok) throw new Error(locked.refusal.code)
  return { uuid, voucher: await holdVoucher(uuid, reference) }
}

function orderBy(voucher: number) {
  return { ...cartOf([]), seats: [lineOf(PLACE, TICKET)], voucherPayments: [{ id: voucher, amount: 60 }] }
}

async function raceAnew(arena: Arena): Promise<Race> {
  await emptyHouse()
  return raceForVoucher(arena)
}

/** A5 and its control, in an empty house with addVoucherRace. */
export function testVoucherRace(arena: Arena): void {
  test(
    `A5 ${arena.where}: lets one of fifty spend ₪60 of a voucher of ₪100 at once; ₪40 are left and the others keep their places`,
    ONCE,
    async () => {
      const rounds = arenaRounds(arena, 5)
      for (let round = 1; round <= rounds; round++) {
        const { voucher, won, refusals } = await raceAnew(arena)
        expect(won, `round ${String(round)}`).toBe(1)
        // Refused late in the transaction, or already when the cart was checked.
        expect([...refusals].filter((code) => !['VOUCHER_NO_BALANCE', 'PRICE_CHANGED'].includes(code))).toEqual([])
        expect(await voucherState(voucher)).toEqual({ balance: 4_000, entries: ['load 10000', 'use -6000'] })
        const { rows } = await database().query(`SELECT state, count(*)::int AS n FROM seat_claim GROUP BY state ORDER BY state`)
        expect(rows).toEqual([
          { state: 'H', n: VISITORS - 1 },
          { state: 'S', n: 1 },
        ])
        await checkInvariants()
      }
      reportFigure(
        `A5 ${arena.where}: ${String(VISITORS)} commits of ₪60 by one voucher of ₪100, ${String(rounds)} rounds: 1 sold and ₪40 left in each`,
      )
    },
  )

  test(
    `A5 ${arena.where}, control: overspends if the voucher is read before it is written, which the invariants report, and not with the right table restored`,
    ONCE,
    async () => {
      const undo = await takeVouchersByReadingFirst()
      try {
        let race = await raceAnew(arena)
        for (let round = 1; round < 10 && race.won < 2; round++) race = await raceAnew(arena)
        expect(race.won).toBeGreaterThan(1)
        reportFigure(`A5 ${arena.where}, control: where the voucher is read first, ${String(race.won)} of ${String(VISITORS)} were sold`)
        expect(await violations()).toContainEqual({
          invariant: 'I5 a voucher is not worth what its ledger says',
          subject: String(race.voucher),
        })
      } finally {
        await undo()
      }
      expect((await raceAnew(arena)).won).toBe(1)
    },
  )
}
