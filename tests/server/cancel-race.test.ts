import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPolicies, boughtBy, cancelOf, givenBack, signedIn, stateOf } from '#tests/support/cancels.ts'
import { addOtherDays, claimsOn, FEE, ONE } from '#tests/support/changes.ts'
import { checkInvariants, freshDatabase, violations } from '#tests/support/database.ts'
import { tellFigure } from '#tests/support/figures.ts'
import { buildHouse, emptyHouse } from '#tests/support/house.ts'
import { LONGEST, roundsOf } from '#tests/support/race.ts'
import { cancelWithoutLocks, letTablesPass } from '#tests/support/unsafe-cancels.ts'

process.env.CUSTOMER_CANCELLATION = 'on'
const ROUNDS = 5
const CALLS = 20
const ALL = 2 * ONE + FEE

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await addPolicies()
})
beforeEach(emptyHouse)

interface Race {
  readonly won: number
  readonly codes: ReadonlySet<string>
  /** Why calls failed that should have been refused. */
  readonly failed: readonly string[]
  readonly back: readonly number[]
  readonly state: string | undefined
}

/** A customer in two browsers presses twenty times at once; `some`: every other press is for one ticket only. */
async function raceToCancel(some: boolean): Promise<Race> {
  await emptyHouse()
  const noa = await signedIn()
  const atHome = await signedIn(noa.customerId)
  const { resId, tickets } = await boughtBy(noa)
  const answers = await Promise.allSettled(
    Array.from({ length: CALLS }, (_, n) => {
      const { visitor } = n % 2 === 0 ? noa : atHome
      const items = some && n % 4 > 1 ? [tickets[n % 4 === 2 ? 0 : 1] ?? ''] : undefined
      return cancelOf(visitor, resId, { items })
    }),
  )
  const answered = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return {
    won: answered.filter(({ ok }) => ok).length,
    codes: new Set(answered.flatMap((one) => (one.ok ? [] : [one.refusal.code]))),
    failed: answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
    back: await givenBack(),
    state: await stateOf(resId),
  }
}

describe('A7', () => {
  afterEach(checkInvariants)

  test(
    'of twenty cancellations of one reservation at once one is made: one refund',
    async () => {
      for (let round = 1; round <= roundsOf(ROUNDS); round++) {
        const { won, codes, failed, back, state } = await raceToCancel(false)
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
      tellFigure(`A7: ${String(CALLS)} cancels of one reservation at once, ${String(roundsOf(ROUNDS))} rounds: 1 refund of ₪217 in each`)
    },
    LONGEST,
  )

  test(
    'of twenty, some for one ticket and some for all, each ticket goes back once, and the fee with the last',
    async () => {
      for (let round = 1; round <= roundsOf(ROUNDS); round++) {
        const { won, failed, back, state } = await raceToCancel(true)
        expect({ round, failed, state, refunds: back.length }).toEqual({ round, failed: [], state: 'refunded', refunds: won })
        expect(back.reduce((sum, one) => sum + one, 0)).toBe(ALL)
        await checkInvariants()
      }
      tellFigure(`A7, some for one ticket: ${String(roundsOf(ROUNDS))} rounds: ₪217 in each, however they were shared out`)
    },
    LONGEST,
  )
})

describe('where nothing is locked', () => {
  test('the tables themselves refuse a second refund: the others fail, and nothing goes back twice', async () => {
    const undo = cancelWithoutLocks()
    try {
      for (let round = 0; round < 3; round++) {
        const { won, back } = await raceToCancel(false)
        expect(won).toBe(1)
        expect(back).toEqual([ALL])
      }
    } finally {
      undo()
    }
    await checkInvariants()
  })

  test('and without those the money goes back more than once, and the invariants say so', async () => {
    await letTablesPass()
    const undo = cancelWithoutLocks()
    try {
      let race = await raceToCancel(false)
      for (let round = 1; round < 10 && race.won < 2; round++) race = await raceToCancel(false)
      expect(race.won).toBeGreaterThan(1)
      tellFigure(`A7, control: without locks and what the tables refuse, ${String(race.won)} of ${String(CALLS)} cancels were made`)
      expect((await violations()).map((row) => (row as { invariant: string }).invariant)).toContain(
        'I4 more is given back than was captured',
      )
    } finally {
      undo()
    }
  })
})
