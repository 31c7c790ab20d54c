import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { buildHouse, emptyHouse, seatAt } from '#tests/support/house.ts'
import { doubles, LONGEST, roundsOf, told, written, type Win } from '#tests/support/race.ts'
import { startApp, type RunningApp } from '#tests/support/server.ts'
import { claimByReadingFirst } from '#tests/support/unsafe-claims.ts'
import { TestVisitor } from '#tests/support/visitor.ts'

let apps: readonly RunningApp[] = []
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 10, seatsPerRow: 10 })
  apps = await Promise.all([startApp(), startApp()])
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

const ONE = [seatAt(4, 4)]
const HUNDRED = Array.from({ length: 100 }, (_, n) => seatAt((n % 10) + 1, Math.floor(n / 10) + 1))

/** Clients come by the one process and the other in turn; each tries one seat after another until it has one. */
async function race(clients: number, seats: typeof HUNDRED, tries: number): Promise<{ wins: Win[]; statuses: Set<number> }> {
  const wins: Win[] = []
  const statuses = new Set<number>()
  const run = async (client: number) => {
    const visitor = new TestVisitor(apps[client % apps.length]?.origin ?? '')
    for (let attempt = 0; attempt < tries; attempt++) {
      const seat = seats[(client + attempt * 37) % seats.length] ?? seatAt(1, 1)
      const { status } = await visitor.put('/api/seats/lock-seat', { seat })
      statuses.add(status)
      if (status !== 200) continue
      wins.push({ uuid: visitor.uuid, seat })
      return
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  return { wins, statuses }
}

test(
  'A1 over two processes: of 200 visitors exactly one gets the seat, the others are refused cleanly',
  async () => {
    for (let round = 1; round <= roundsOf(5); round++) {
      const { wins, statuses } = await race(200, ONE, 1)
      expect(wins, `round ${String(round)}`).toHaveLength(1)
      expect(statuses).toEqual(new Set([200, 409]))
      expect(await written()).toEqual(told(wins))
      await emptyHouse()
    }
  },
  LONGEST,
)

test(
  'A2 over two processes: each of 100 seats has one holder, who is the one that was told so',
  async () => {
    for (let round = 1; round <= roundsOf(1, 0.1); round++) {
      const { wins, statuses } = await race(1_000, HUNDRED, 3)
      expect(wins, `round ${String(round)}`).toHaveLength(100)
      expect(statuses).toEqual(new Set([200, 409]))
      expect(await written()).toEqual(told(wins))
      await emptyHouse()
    }
  },
  LONGEST,
)

test('where the database reads first and writes then, two processes do give the seat to several within ten rounds', async () => {
  const undo = await claimByReadingFirst()
  let twice: string[] = []
  for (let round = 1; round <= 10 && twice.length === 0; round++) {
    await emptyHouse()
    twice = doubles((await race(200, ONE, 1)).wins)
  }
  await undo()
  expect(twice).not.toEqual([])
})
