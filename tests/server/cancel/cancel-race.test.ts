import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPolicies, ALL } from '#tests/support/buyers/cancels.ts'
import { addOtherDays } from '#tests/support/buyers/changes.ts'
import { checkInvariants, freshDatabase, violations } from '#tests/support/database/database.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { CALLS, raceToCancel, testCancelRace } from '#tests/support/races/cancel-race.ts'
import { ONE_PROCESS } from '#tests/support/races/desks.ts'
import { cancelWithoutLocks, dropCancelConstraints } from '#tests/support/unsafe/unsafe-cancels.ts'

process.env.CUSTOMER_CANCELLATION = 'on'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await addPolicies()
})
beforeEach(emptyHouse)

describe('A7', () => {
  afterEach(checkInvariants)
  testCancelRace(ONE_PROCESS)
})

describe('A7, control: without locks', () => {
  test('refuses a second refund by the tables themselves: the others fail and nothing is refunded twice', async () => {
    const undo = cancelWithoutLocks()
    try {
      for (let round = 0; round < 3; round++) {
        const { won, back } = await raceToCancel(ONE_PROCESS, false)
        expect(won).toBe(1)
        expect(back).toEqual([ALL])
      }
    } finally {
      undo()
    }
    await checkInvariants()
  })

  test('refunds more than once without those constraints, and the invariants report it', async () => {
    await dropCancelConstraints()
    const undo = cancelWithoutLocks()
    try {
      let race = await raceToCancel(ONE_PROCESS, false)
      for (let round = 1; round < 10 && race.won < 2; round++) race = await raceToCancel(ONE_PROCESS, false)
      expect(race.won).toBeGreaterThan(1)
      reportFigure(`A7, control: without locks and what the tables refuse, ${String(race.won)} of ${String(CALLS)} cancels were made`)
      expect((await violations()).map((row) => (row as { invariant: string }).invariant)).toContain(
        'I4 more is given back than was captured',
      )
    } finally {
      undo()
    }
  })
})
