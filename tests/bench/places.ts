import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { ms, scaled, type Bench } from './bench.ts'

/** A plan of one section of general admission each, and its presentation: both have these ids. */
const SIZES = [
  { id: 900_002, places: 5_000 },
  { id: 900_003, places: 500_000 },
] as const
const FIRST = 1_000_000
const LOCKS = scaled(2_000)
const CONNECTIONS = 32
const RIVALS = 1_000

/** Locks of one place each by a new visitor, through HTTP: how quick they are in a large section beside a small one, empty and nearly full; and 1,000 at once. */
export async function benchPlaces({ origin, print }: Bench): Promise<void> {
  for (const { id, places } of SIZES) await buildField(id, places)
  await new Promise((resolve) => setTimeout(resolve, 1500)) // the shop looks for a new catalogue once a second
  await measure(origin, SIZES[0].id, LOCKS)
  for (const fill of ['empty', 'nearly full'] as const) {
    const rates: number[] = []
    for (const { id, places } of SIZES) {
      await fillField(id, fill === 'empty' ? 0 : places - LOCKS - RIVALS - 1)
      const startedAt = performance.now()
      await measure(origin, id, 1, 1)
      if (fill !== 'empty')
        print(`the first lock after ${String(places)} places that no lock has taken: ${ms(performance.now() - startedAt)}`)
      rates.push(await measure(origin, id, LOCKS))
    }
    const [small = 0, large = 0] = rates
    print(
      `places of a section that is ${fill}: ${small.toFixed(0)}/s of ${String(SIZES[0].places)}, ${large.toFixed(0)}/s of ${String(SIZES[1].places)}, ratio ${(large / small).toFixed(2)} (at least 0.77 is wanted)`,
    )
  }
  const { id, places } = SIZES[1]
  const rate = await measure(origin, id, RIVALS, RIVALS)
  const { rows } = await database().query<{ taken: number }>(
    `SELECT count(*)::int AS taken FROM seat_claim WHERE presentation_id = $1 AND (state = 'S' OR expires_at > now())`,
    [id],
  )
  print(
    `${String(RIVALS)} visitors at once for the last places: ${rate.toFixed(0)}/s, ${String(rows[0]?.taken)} of ${String(places)} taken`,
  )
  // Benchmarks after this one check that whatever is sold was paid.
  for (const field of SIZES) await fillField(field.id, 0)
}

async function buildField(id: number, places: number): Promise<void> {
  await database().query(`
    INSERT INTO seatplan VALUES (${String(id)}, (SELECT min(venue_id) FROM venue), 'field', 'v1', 1000, 1000, NULL);
    INSERT INTO section (seatplan_id, section_id, ordinal, name, is_reserved, category, capacity, first_place) VALUES
      (${String(id)}, 1, 1, 'A', false, 'G', ${String(places)}, ${String(FIRST)});
    INSERT INTO ticket_group VALUES (${String(id)}, 'A', false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price) VALUES (${String(id)}, ${String(id)}, 1, 'A', 10000);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, max_seats)
      SELECT ${String(id)}, (SELECT min(feature_id) FROM feature), min(venue_id), ${String(id)}, now() + interval '9 days', 8 FROM venue;
    INSERT INTO presentation_price VALUES (${String(id)}, 'G', ${String(id)}, 1);
    UPDATE catalogue_version SET version = version + 1;`)
}

/** The first so many places are sold, nobody has another. */
async function fillField(id: number, sold: number): Promise<void> {
  await database().query('DELETE FROM seat_claim WHERE presentation_id = $1', [id])
  await database().query('DELETE FROM freed_place WHERE presentation_id = $1', [id])
  await database().query('DELETE FROM section_gate WHERE presentation_id = $1', [id])
  await database().query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id)
     SELECT $1, $2::int + n, 'S', gen_random_uuid(), now(), gen_random_uuid() FROM generate_series(0, $3::int - 1) n`,
    [id, FIRST, sold],
  )
  await database().query('VACUUM ANALYZE seat_claim, freed_place')
}

/** Locks a second; each must be granted, and be by another visitor. */
async function measure(origin: string, id: number, amount: number, connections = CONNECTIONS): Promise<number> {
  const { rows } = await database().query<{ seat: SeatAddress }>(
    `SELECT json_build_object('PresentationId', presentation_id, 'VenueId', venue_id, 'VenueSeatplanId', seatplan_id, 'VenueSectionId', 1,
       'TicketGroupId', presentation_id, 'XCoordinate', NULL, 'YCoordinate', NULL) AS seat FROM presentation WHERE presentation_id = $1`,
    [id],
  )
  const body = JSON.stringify({ seat: rows[0]?.seat })
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    headers: { 'content-type': 'application/json', uuid: randomUUID() },
  })
  const url = `${origin}/api/seats/lock-seat`
  const startedAt = performance.now()
  const result = await autocannon({
    url,
    connections,
    amount,
    timeout: 60,
    sampleInt: 20,
    requests: [{ method: 'PUT', body, setupRequest }],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${String(result.non2xx + result.errors)} locks of places were refused.`)
  return (amount * 1000) / (performance.now() - startedAt)
}
