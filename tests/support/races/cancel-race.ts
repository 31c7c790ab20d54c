import { expect, test } from 'vitest'
import { ALL, boughtBy, givenBack, signedIn, stateOf } from '#tests/support/buyers/cancels.ts'
import { claimsOn } from '#tests/support/buyers/changes.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { emptyHouse } from '#tests/support/buyers/house.ts'
import { ONCE, arenaRounds } from '#tests/support/seats/race.ts'
import type { Arena } from './desks.ts'

export const CALLS = 20

interface Race {
  readonly won: number
  readonly codes: ReadonlySet<string>
  /** The reasons of calls that failed instead of being refused. */
  readonly failed: readonly string[]
  readonly back: readonly number[]
  readonly state: string | undefined
}

/** Cancels twenty times at once from two browsers of one customer; `some`: every other call is for one ticket only. */
export async function raceToCancel({ deskFor }: Arena, some: boolean): Promise<Race> {
  await emptyHouse()
  const noa = await signedIn()
  const atHome = await signedIn(noa.customerId)
  const { resId, tickets } = await boughtBy(noa)
  const ends = await Promise.allSettled(
    Array.from({ length: CALLS }, (_, n) => {
      const items = some && n % 4 > 1 ? [tickets[n % 4 === 2 ? 0 : 1] ?? ''] : undefined
      // Each desk gets calls of either browser, for all and for one.
      return deskFor(n >> 2).cancel(n % 2 === 0 ? noa : atHome, resId, items)
    }),
  )
  const told = ends.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return {
    won: told.filter(({ ok }) => ok).length,
    codes: new Set(told.flatMap((one) => (one.ok ? [] : [one.code]))),
    failed: ends.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
    back: await givenBack(),
    state: await stateOf(resId),
  }
}

/** A7, in a test house with addPolicies. Its control removes the locks from the program itself, in cancel-race.test.ts. */
export function testCancelRace(arena: Arena): void {
  const { where } = arena

  test(`A7 ${where}: makes one of twenty cancellations of one reservation at once, with one refund`, ONCE, async () => {
    const rounds = arenaRounds(arena, 5)
    for (let round = 1; round <= rounds; round++) {
      const { won, codes, failed, back, state } = await raceToCancel(arena, false)
      expect({ round, won, codes: [...codes], failed, back, state }).toEqual({
        round,
        won: 1,
        codes: ['NOTHING_TO_CANCEL'],
        failed: [],
        back: [ALL],
        state: 'refunded',
      })
      expect(await claimsOn(1)).toEqual([])
      await checkInvariants()
    }
    reportFigure(`A7 ${where}: ${String(CALLS)} cancels of one reservation at once, ${String(rounds)} rounds: 1 refund of ₪217 in each`)
  })

  test(
    `A7 ${where}: refunds each ticket once and the fee with the last, if some of twenty cancellations are for one ticket and some for all`,
    ONCE,
    async () => {
      const rounds = arenaRounds(arena, 5)
      for (let round = 1; round <= rounds; round++) {
        const { won, failed, back, state } = await raceToCancel(arena, true)
        expect({ round, failed, state, refunds: back.length }).toEqual({ round, failed: [], state: 'refunded', refunds: won })
        expect(back.reduce((sum, one) => sum + one, 0)).toBe(ALL)
        await checkInvariants()
      }
      reportFigure(`A7 ${where}, some for one ticket: ${String(rounds)} rounds: ₪217 in each, however they were shared out`)
    },
  )
}
