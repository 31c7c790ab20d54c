import { PACKED_DATES } from '#lib/contract/area/memberships.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { ms, percentile, type Bench } from '../bench.ts'
import { buildHall, DATES, HALL, SEATS } from './hall.ts'
import { benchSeasonMap } from './season-map.ts'
import { benchSeriesLocks } from './series-locks.ts'

/** A seat on ten dates: locks through HTTP, then the packed seats of all dates, and how soon a browser shows them. */
export async function benchSeason(bench: Bench): Promise<void> {
  await buildHall()
  await benchSeriesLocks(bench)
  bench.print(await sizeOfMap(bench.origin))
  await benchSeasonMap(bench)
}

/** Bytes of the packed answer with a third of the seats gone at random on each date, and the time of an answer that is ready. */
async function sizeOfMap(origin: string): Promise<string> {
  await database().query('DELETE FROM seat_claim WHERE presentation_id BETWEEN $1 AND $1 + $2::int', [HALL, DATES])
  await database().query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
     SELECT $1 + d, seat_id, 'H', gen_random_uuid(), now(), now() + interval '10 minutes' FROM generate_series(1, $2::int) AS d, seat
     WHERE seatplan_id = $1 AND hashint4(d * 100000 + seat_id) % 3 = 0 ON CONFLICT DO NOTHING`,
    [HALL, DATES],
  )
  await new Promise((resolve) => setTimeout(resolve, 31_000)) // boards are read as a whole every half minute
  const ask = () =>
    new TestVisitor(origin).get(`/api/membership/seatplan?membershipId=${String(HALL)}`, { accept: PACKED_DATES, 'accept-encoding': 'br' })
  const times: number[] = []
  for (let n = 0; n < 50; n++) {
    const askedAt = performance.now()
    await ask()
    times.push(performance.now() - askedAt)
  }
  const bytes = Number((await ask()).headers.get('content-length'))
  return `packed seats of ${String(SEATS.length)} seats on ${String(DATES)} dates: ${String(bytes)} bytes of brotli (ratio ${(bytes / 15_000).toFixed(2)} to the 15 kB allowed), answered in p50 ${ms(percentile(times, 0.5))}`
}
