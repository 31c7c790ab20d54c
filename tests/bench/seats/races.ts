import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { ms, percentile, scaled } from '#tests/bench/bench.ts'
import { buildLargeHouse, clearHouse, deadlocks, freeSeats, placeOf, stadium } from './houses.ts'
import type { SeatsBench } from './main.ts'

interface Race {
  readonly name: string
  readonly rounds: number
  readonly clients: number
  /** How many seats a client tries, one after the other, until it has one. */
  readonly tries: number
  readonly seats: number
}

/** What came of the rounds of a race so far. */
interface Tally {
  readonly times: number[]
  won: number
  refused: number
  other: number
  wrongRounds: number
}

const RACES: readonly Race[] = [
  { name: 'A1: 200 clients on 1 seat', rounds: scaled(200), clients: 200, tries: 1, seats: 1 },
  { name: 'A2: 1,000 clients on 100 seats, 3 tries each', rounds: scaled(20), clients: 1000, tries: 3, seats: 100 },
]

const [PLACES, GUESTS, PLACE_ROUNDS] = [500, 1000, scaled(10)]

/** A1 to A3 of the races, through HTTP and over two processes: how many win, and whether anything but a clean refusal comes. */
export async function benchRaces(bench: SeatsBench): Promise<void> {
  const before = await deadlocks()
  const { id } = await stadium()
  for (const race of RACES) bench.print(await raceForSeats(race, bench, await freeSeats(id, race.rounds * race.seats)))
  bench.print(await raceForPlaces(bench))
  bench.print(`deadlocks in these races: ${String((await deadlocks()) - before)}`)
}

async function raceForSeats(race: Race, bench: SeatsBench, seats: SeatAddress[]): Promise<string> {
  const tally = newTally()
  for (let round = 0; round < race.rounds; round++) {
    const before = tally.won
    const own = seats.splice(0, race.seats)
    await atOnce(race.clients, bench, async (visitor, client) => {
      for (let attempt = 0; attempt < race.tries; attempt++) {
        if ((await lock(visitor, own[(client + attempt * 37) % own.length], tally)) !== 409) return
      }
    })
    if (tally.won - before !== race.seats) tally.wrongRounds++
  }
  return `${race.name}, ${String(race.rounds)} rounds: ${inWords(tally)}, ${String(tally.wrongRounds)} rounds in which not every seat had exactly one winner`
}

/** A3: each client wants one to four places of general admission and keeps what it gets. */
async function raceForPlaces(bench: SeatsBench): Promise<string> {
  const id = await buildLargeHouse()
  const place = await placeOf(id)
  const tally = newTally()
  let [most, least] = [0, PLACES]
  for (let round = 0; round < PLACE_ROUNDS; round++) {
    const before = tally.won
    await atOnce(GUESTS, bench, async (visitor, client) => {
      for (let wanted = 1 + (client % 4); wanted > 0; wanted--) if ((await lock(visitor, place, tally)) !== 200) return
    })
    const won = tally.won - before
    if (won !== (await heldIn(id))) tally.wrongRounds++
    most = Math.max(most, won)
    least = Math.min(least, won)
    await clearHouse(id)
  }
  return (
    `A3: ${String(GUESTS)} clients on ${String(PLACES)} places, ${String(PLACE_ROUNDS)} rounds: ${inWords(tally)}, at most ${String(most)} and at least ${String(least)} places ` +
    `given in a round, ${String(tally.wrongRounds)} rounds in which the database has another number`
  )
}

async function heldIn(presentationId: number): Promise<number> {
  const { rows } = await database().query<{ held: number }>(
    'SELECT count(*)::int AS held FROM seat_claim WHERE presentation_id = $1 AND expires_at > now()',
    [presentationId],
  )
  return rows[0]?.held ?? 0
}

/** So many clients at once, every other one at the second process. */
async function atOnce(
  clients: number,
  { origin, second }: SeatsBench,
  run: (visitor: TestVisitor, client: number) => Promise<void>,
): Promise<void> {
  await Promise.all(Array.from({ length: clients }, (_, client) => run(new TestVisitor(client % 2 ? origin : second), client)))
}

async function lock(visitor: TestVisitor, seat: SeatAddress | undefined, tally: Tally): Promise<number> {
  const sentAt = performance.now()
  const { status } = await visitor.put('/api/seats/lock-seat', { seat })
  tally.times.push(performance.now() - sentAt)
  tally[status === 200 ? 'won' : status === 409 ? 'refused' : 'other']++
  return status
}

function newTally(): Tally {
  return { times: [], won: 0, refused: 0, other: 0, wrongRounds: 0 }
}

function inWords({ won, refused, other, times }: Tally): string {
  return `${String(won)} locks, ${String(refused)} refusals, ${String(other)} other answers, p99 ${ms(percentile(times, 0.99))}`
}
