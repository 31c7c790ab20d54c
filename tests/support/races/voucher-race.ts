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
import { ANY_TICKET, holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'
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

/** What fifty visitors want of one voucher at the same moment: a place each. */
interface Wanted {
  readonly what: string
  readonly make: () => Promise<string>
  /** What each pays of a place, in shekels: the fee too where it is money. */
  readonly amount: number
  readonly winners: number
  readonly left: number
  readonly entries: readonly string[]
  /** Of a race in one process. */
  readonly rounds: number
}

const MONEY: Wanted = {
  what: 'lets one of fifty spend ₪60 of a voucher of ₪100 at once; ₪40 are left',
  make: () => makeVoucher(10_000),
  ...{ amount: 60, winners: 1, left: 4_000, entries: ['load 10000', 'use -6000'], rounds: 5 },
}
const TICKETS: Wanted = {
  what: 'lets three of fifty have the three tickets of a bundle; none is left',
  make: () => makeVoucher(3, { bundle: ANY_TICKET }),
  ...{ amount: 53, winners: 3, left: 0, entries: ['load 3', 'use -1', 'use -1', 'use -1'], rounds: 2 },
}

async function raceForVoucher({ deskFor }: Arena, { make, amount }: Wanted): Promise<Race> {
  const reference = await make()
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => holdPlaceAndVoucher(reference)))
  const told = await Promise.all(visitors.map(({ uuid, voucher }, n) => deskFor(n).commit(uuid, orderBy(voucher, amount))))
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

function orderBy(voucher: number, amount: number) {
  return { ...cartOf([]), seats: [lineOf(PLACE, TICKET)], voucherPayments: [{ id: voucher, amount }] }
}

async function raceAnew(arena: Arena, wanted: Wanted): Promise<Race> {
  await emptyHouse()
  return raceForVoucher(arena, wanted)
}

/** A5 and its control, in an empty house with addVoucherRace. */
export function testVoucherRace(arena: Arena): void {
  test.each([MONEY, TICKETS])(`A5 ${arena.where}: $what, and the others keep their places`, ONCE, async (wanted) => {
    const rounds = arenaRounds(arena, wanted.rounds)
    for (let round = 1; round <= rounds; round++) {
      const { voucher, won, refusals } = await raceAnew(arena, wanted)
      expect(won, `round ${String(round)}`).toBe(wanted.winners)
      // Refused late in the transaction, or already when the cart was checked.
      expect([...refusals].filter((code) => !['VOUCHER_NO_BALANCE', 'PRICE_CHANGED'].includes(code))).toEqual([])
      expect(await voucherState(voucher)).toEqual({ balance: wanted.left, entries: wanted.entries })
      const { rows } = await database().query(`SELECT state, count(*)::int AS n FROM seat_claim GROUP BY state ORDER BY state`)
      expect(rows).toEqual([
        { state: 'H', n: VISITORS - wanted.winners },
        { state: 'S', n: wanted.winners },
      ])
      await checkInvariants()
    }
    reportFigure(`A5 ${arena.where}: ${String(VISITORS)} commits by one voucher, ${String(rounds)} rounds: it ${wanted.what} in each`)
  })

  test.each([MONEY, TICKETS])(
    `A5 ${arena.where}, control of what $what: overspends if the voucher is read before it is written, which the invariants report, and not with the right table restored`,
    ONCE,
    async (wanted) => {
      const undo = await takeVouchersByReadingFirst()
      try {
        let race = await raceAnew(arena, wanted)
        for (let round = 1; round < 10 && race.won <= wanted.winners; round++) race = await raceAnew(arena, wanted)
        expect(race.won).toBeGreaterThan(wanted.winners)
        reportFigure(`A5 ${arena.where}, control: where the voucher is read first, ${String(race.won)} of ${String(VISITORS)} were sold`)
        expect(await violations()).toContainEqual({
          invariant: 'I5 a voucher is not worth what its ledger says',
          subject: String(race.voucher),
        })
      } finally {
        await undo()
      }
      expect((await raceAnew(arena, wanted)).won).toBe(wanted.winners)
    },
  )
}
