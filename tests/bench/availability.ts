import { setTimeout as sleep } from 'node:timers/promises'
import { database } from '#lib/server/platform/db/connect.ts'
import { ms, percentile, scaled, type Bench } from './bench.ts'

const SEATS = scaled(1_000_000)
const PRESENTATIONS = 100
const FIRST = 910_000
const ROUNDS = 12

/** The home page when what is taken was last counted more than a second ago, before and after a million seats of coming presentations are sold; and what counting them costs. */
export async function benchAvailability({ origin, print }: Bench): Promise<void> {
  await get(origin)
  const before = await homePages(origin)
  await sellSeats()
  await sleep(2_000) // what was sold is folded once a second
  await database().query('VACUUM ANALYZE seat_claim, seats_taken, seats_taken_change')
  await get(origin)
  const after = await homePages(origin)
  const scan = await median(async () => {
    await database().query(`SELECT presentation_id, count(*) FROM seat_claim WHERE state <> 'H' OR expires_at > now() GROUP BY 1`)
  })
  const counted = await median(async () => {
    await database().query('SELECT count(*) FROM taken_amiss()')
  }, 1)
  print(
    `home page after a second: ${ms(after)} with ${String(SEATS)} seats sold, ${ms(before)} without, ratio ${(after / before).toFixed(2)} (at most 1.3 is wanted); ` +
      `counting the claims would take ${ms(scan)}, comparing the counts with them ${ms(counted)}`,
  )
}

async function sellSeats(): Promise<void> {
  await database().query(
    `INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, max_seats)
     SELECT $1::int + n, feature_id, venue_id, seatplan_id, starts_at, max_seats FROM generate_series(1, $2::int) n,
       (SELECT * FROM presentation WHERE starts_at > now() + interval '2 days' ORDER BY presentation_id LIMIT 1) AS p`,
    [FIRST, PRESENTATIONS],
  )
  await database().query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id)
     SELECT $1::int + 1 + n % $2::int, n / $2::int, 'S', gen_random_uuid(), now(), gen_random_uuid() FROM generate_series(0, $3::int - 1) n`,
    [FIRST, PRESENTATIONS, SEATS],
  )
}

/** Median of home pages that count anew. ms */
function homePages(origin: string): Promise<number> {
  return median(async () => {
    await get(origin)
  }, ROUNDS)
}

async function median(work: () => Promise<void>, rounds = 5): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await sleep(1_100)
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return percentile(times, 0.5)
}

async function get(origin: string): Promise<void> {
  const response = await fetch(`${origin}/`)
  await response.text()
  if (!response.ok) throw new Error(`The home page answered ${String(response.status)}.`)
}
