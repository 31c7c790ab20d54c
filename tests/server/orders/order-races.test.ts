import { afterEach, beforeAll, beforeEach } from 'vitest'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { ONE_PROCESS } from '#tests/support/races/desks.ts'
import { testRaceOfOneCall } from '#tests/support/races/one-call-race.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ places: 1_000 })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

testRaceOfOneCall(ONE_PROCESS)
