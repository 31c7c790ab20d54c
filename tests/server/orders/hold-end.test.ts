import { afterEach, beforeAll, beforeEach } from 'vitest'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { ONE_PROCESS } from '#tests/support/races/desks.ts'
import { holdEndTrials, rowsForHoldEnds, testHoldEnd } from '#tests/support/races/hold-end-race.ts'

const TRIALS = holdEndTrials(200)

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: rowsForHoldEnds(TRIALS), seatsPerRow: 10 })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

testHoldEnd(ONE_PROCESS, TRIALS)
