import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { ONCE, raceForPlaces, roundsOf } from '#tests/support/seats/race.ts'
import { claimByReadingFirst, openGate } from '#tests/support/unsafe/unsafe-claims.ts'

const PLACES = 500
const CLIENTS = 1_000

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ places: PLACES })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

/** The number of places held, by visitor and promised number. */
async function held(): Promise<Record<string, number>> {
  const { rows } = await database().query<{ holder: string; places: number }>(
    `SELECT holder, count(*)::int AS places FROM seat_claim WHERE expires_at > now() GROUP BY 1`,
  )
  return Object.fromEntries(rows.map(({ holder, places }) => [holder, places]))
}

function promised(wins: readonly { readonly uuid: string }[]): Record<string, number> {
  return Object.fromEntries(
    Map.groupBy(wins, ({ uuid }) => uuid)
      .entries()
      .map(([uuid, own]) => [uuid, own.length]),
  )
}

test(
  'A3 lets 1,000 visitors who want one to four of 500 places each fill the house exactly, each with what was promised',
  ONCE,
  async () => {
    for (let round = 1; round <= roundsOf(1, 0.02); round++) {
      const { wins, refusals } = await raceForPlaces(CLIENTS)
      expect(wins.length, `round ${String(round)}`).toBeLessThanOrEqual(PLACES)
      expect(PLACES - wins.length).toBeLessThanOrEqual(3)
      expect(await held()).toEqual(promised(wins))
      expect(Object.keys(refusals)).toEqual(['NOT_ENOUGH_PLACES'])
      await emptyHouse()
    }
  },
)

describe('control: without the gate', () => {
  let closeGate = () => Promise.resolve()
  beforeAll(async () => {
    closeGate = await openGate()
  })
  afterAll(() => closeGate())

  test('turns visitors away while there are places, because the gate lets each find its own', async () => {
    let { wins, refusals } = await raceForPlaces(CLIENTS)
    for (let round = 2; round <= 10 && refusals.SEAT_NOT_AVAILABLE === undefined; round++) {
      await emptyHouse()
      ;({ wins, refusals } = await raceForPlaces(CLIENTS))
    }
    expect(refusals.SEAT_NOT_AVAILABLE).toBeGreaterThan(0)
    expect(wins.length).toBeLessThanOrEqual(PLACES)
  })

  test('and with reads before writes promises more places than there are', async () => {
    const undo = await claimByReadingFirst()
    let { wins } = await raceForPlaces(CLIENTS)
    for (let round = 2; round <= 10 && wins.length <= PLACES; round++) {
      await emptyHouse()
      wins = (await raceForPlaces(CLIENTS)).wins
    }
    await undo()
    expect(wins.length).toBeGreaterThan(PLACES)
    expect(await held()).not.toEqual(promised(wins))
  })
})
