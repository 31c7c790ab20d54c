import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse, seatAt } from '#tests/support/buyers/house.ts'
import { buyAll, soldTwice, ONCE, raceForSeats, roundsOf, promisedSeats, storedSeats } from '#tests/support/seats/race.ts'
import { claimByReadingFirst } from '#tests/support/unsafe/unsafe-claims.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 10, seatsPerRow: 10 })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

const ONE = [seatAt(4, 4)]
const HUNDRED = Array.from({ length: 100 }, (_, n) => seatAt((n % 10) + 1, Math.floor(n / 10) + 1))
/** ₪100 + ₪5, and the fee of ₪7. */
const DUE = 11_200

test('A1 gives one seat to exactly one of 200 visitors, round after round, and refuses 199 cleanly', ONCE, async () => {
  for (let round = 1; round <= roundsOf(20); round++) {
    const result = await raceForSeats(200, ONE)
    expect(result.wins, `round ${String(round)}`).toHaveLength(1)
    expect(result.refusals).toEqual({ SEAT_NOT_AVAILABLE: 199 })
    expect(await storedSeats()).toEqual(promisedSeats(result.wins))
    await emptyHouse()
  }
})

describe('A2 1,000 visitors try three of 100 seats each', () => {
  test('every seat has one holder, the one that was told so', ONCE, async () => {
    for (let round = 1; round <= roundsOf(3, 0.1); round++) {
      const { wins, refusals } = await raceForSeats(1_000, HUNDRED, 3)
      expect(wins, `round ${String(round)}`).toHaveLength(100)
      expect(soldTwice(wins)).toEqual([])
      expect(await storedSeats()).toEqual(promisedSeats(wins))
      expect(Object.keys(refusals)).toEqual(['SEAT_NOT_AVAILABLE'])
      await emptyHouse()
    }
  })

  test('a hundred of them buy: 100 seats are sold, none twice or lost, and each buyer has paid for what they hold', async () => {
    const { wins } = await raceForSeats(1_000, HUNDRED, 3)
    const reservations = await buyAll(wins, DUE)
    expect(new Set(reservations).size).toBe(100)
    const { rows } = await database().query(
      `SELECT count(*)::int AS sold, count(DISTINCT c.seat_id)::int AS seats, count(DISTINCT o.holder)::int AS buyers, sum(o.amount_due)::int AS due
       FROM seat_claim c JOIN orders o USING (order_id) WHERE c.state = 'S' AND o.state = 'paid'`,
    )
    expect(rows).toEqual([{ sold: 100, seats: 100, buyers: 100, due: 100 * DUE }])
    expect(await storedSeats()).toEqual(promisedSeats(wins))
  })
})

describe('control: the database reads before it writes', () => {
  let undo = () => Promise.resolve()
  beforeAll(async () => {
    undo = await claimByReadingFirst()
  })
  afterAll(() => undo())

  test('the race of A1 gives the seat to several within ten rounds', async () => {
    let winners = 0
    for (let round = 1; round <= 10 && winners < 2; round++) {
      await emptyHouse()
      winners = (await raceForSeats(200, ONE)).wins.length
    }
    expect(winners).toBeGreaterThan(1)
  })

  test('the race of A2 gives seats twice', async () => {
    let { wins } = await raceForSeats(1_000, HUNDRED, 3)
    for (let round = 2; round <= 10 && soldTwice(wins).length === 0; round++) {
      await emptyHouse()
      wins = (await raceForSeats(1_000, HUNDRED, 3)).wins
    }
    expect(soldTwice(wins)).not.toEqual([])
    expect(await storedSeats()).not.toEqual(promisedSeats(wins))
  })

  test('and does not with the right function restored', async () => {
    await undo()
    const { wins } = await raceForSeats(1_000, HUNDRED, 3)
    expect(wins).toHaveLength(100)
    expect(soldTwice(wins)).toEqual([])
  })
})
