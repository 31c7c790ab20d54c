import { PACKED_DATES } from '#lib/contract/memberships.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { ms, percentile, scaled, type Bench } from './bench.ts'
import { arrive } from './open-loop.ts'

/** Ids of the hall of this benchmark, beside those of the demo. */
const HALL = 9_900
const [ROWS, IN_A_ROW, DATES] = [40, 50, 10]
const [PER_SECOND, VISITORS] = [100, scaled(1_500)]
/** p99 of one lock on ten dates, and how many times faster than ten locks it has to be. */
const [LIMIT_MS, FASTER] = [60, 5]

/**
 * A seat on ten dates through HTTP: 100 visitors arrive a second, each for another seat. Nine of ten make one call for all dates; the tenth, in the same
 * seconds, makes ten single locks one after the other. Then the packed seats of all dates.
 */
export async function benchSeason({ origin, print }: Bench): Promise<void> {
  await buildHall()
  const seats = Array.from({ length: ROWS * IN_A_ROW }, (_, n) => ({ x: (n % IN_A_ROW) + 1, y: Math.floor(n / IN_A_ROW) + 1 }))
  const wholes: number[] = []
  const singles: number[] = []
  await arrive(seats.splice(0, 50), PER_SECOND, (seat) => lockWhole(origin, seat)) // compiles, opens connections, loads the plan
  await arrive(seats.splice(0, 10), PER_SECOND, (seat) => lockOneByOne(origin, seat))
  const visitors = seats.splice(0, VISITORS).map((seat, n) => ({ seat, isOneByOne: n % DATES === 0 }))
  const lockAs = ({ seat, isOneByOne }: (typeof visitors)[number]) => (isOneByOne ? lockOneByOne(origin, seat) : lockWhole(origin, seat))
  const taken = await arrive(visitors, PER_SECOND, lockAs)
  taken.forEach(({ ms: took }, n) => (visitors[n]?.isOneByOne ? singles : wholes).push(took))
  const [whole, single] = [percentile(wholes, 0.99), percentile(singles, 0.99)]
  const [wholeHalf, singleHalf] = [percentile(wholes, 0.5), percentile(singles, 0.5)]
  print(
    `one seat on ${String(DATES)} dates, ${String(VISITORS)} visitors at ${String(PER_SECOND)}/s: one call p50 ${ms(wholeHalf)}, p99 ${ms(whole)} ` +
      `(ratio ${(whole / LIMIT_MS).toFixed(2)} to the ${String(LIMIT_MS)} ms allowed); ten single locks p50 ${ms(singleHalf)}, p99 ${ms(single)}: ` +
      `${(singleHalf / wholeHalf).toFixed(1)} and ${(single / whole).toFixed(1)} times as long (at least ${String(FASTER)} wanted)`,
  )
  print(await sizeOfMap(origin))
}

async function lockWhole(origin: string, { x, y }: Seat): Promise<void> {
  const seat = { MembershipId: HALL, ...PLACE, XCoordinate: x, YCoordinate: y }
  await granted(new TestVisitor(origin).put('/api/membership/lock-seat', { seat }))
}

async function lockOneByOne(origin: string, { x, y }: Seat): Promise<void> {
  const visitor = new TestVisitor(origin)
  for (let date = 1; date <= DATES; date++) {
    const seat = { PresentationId: HALL + date, ...PLACE, XCoordinate: x, YCoordinate: y }
    await granted(visitor.put('/api/seats/lock-seat', { seat }))
  }
}

/** Throws for another status: a refused lock would be cheaper than a granted one. */
async function granted(answer: Promise<{ readonly status: number; readonly body: unknown }>): Promise<void> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`A lock answered ${String(status)}: ${JSON.stringify(body)}`)
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
  return `packed seats of ${String(ROWS * IN_A_ROW)} seats on ${String(DATES)} dates: ${String(bytes)} bytes of brotli (ratio ${(bytes / 15_000).toFixed(2)} to the 15 kB allowed), answered in p50 ${ms(percentile(times, 0.5))}`
}

interface Seat {
  readonly x: number
  readonly y: number
}

const PLACE = { VenueId: HALL, VenueSeatplanId: HALL, VenueSectionId: 1, TicketGroupId: HALL }

/** A hall of 2,000 seats with one show on ten dates, and the series of them. */
async function buildHall(): Promise<void> {
  await database().query(`
    INSERT INTO venue SELECT ${String(HALL)}, min(location_id), 'bench', 1 FROM location;
    INSERT INTO seatplan VALUES (${String(HALL)}, ${String(HALL)}, 'bench', 'v1', 2000, 2000, NULL);
    INSERT INTO section (seatplan_id, section_id, ordinal, name, is_reserved, category, capacity, first_place)
      VALUES (${String(HALL)}, 1, 1, 'bench', true, NULL, ${String(ROWS * IN_A_ROW)}, NULL);
    INSERT INTO seat (seatplan_id, seat_id, section_id, x, y, seatplan_x, seatplan_y, row_name, seat_name, category, guid)
      SELECT ${String(HALL)}, y * 1000 + x, 1, x, y, x * 30, y * 30, y::text, x::text, 'A', 'bench-' || y || '-' || x
      FROM generate_series(1, ${String(ROWS)}) y, generate_series(1, ${String(IN_A_ROW)}) x;
    INSERT INTO ticket_group VALUES (${String(HALL)}, 'bench', false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price) VALUES (${String(HALL)}, ${String(HALL)}, 1, 'bench', 10000);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, max_seats, lone_seats)
      SELECT ${String(HALL)} + d, (SELECT min(feature_id) FROM feature), ${String(HALL)}, ${String(HALL)}, now() + d * interval '7 days', 8, 'allowed'
      FROM generate_series(1, ${String(DATES)}) AS d;
    INSERT INTO presentation_price SELECT ${String(HALL)} + d, 'A', ${String(HALL)}, 1 FROM generate_series(1, ${String(DATES)}) AS d;
    INSERT INTO membership (membership_id, ordinal, code, name, class_name, description, type_id, business_id, auth_profile_id, is_skip_member_seat,
      is_pricing_per_ticket, location_ids, is_topup, max_quantity)
      VALUES (${String(HALL)}, 99, 'bench', 'bench', 'bench', '', 2, 1, 1, false, false, '{}', false, 1);
    INSERT INTO membership_presentation SELECT ${String(HALL)}, ${String(HALL)} + d, false FROM generate_series(1, ${String(DATES)}) AS d;
    UPDATE catalogue_version SET version = version + 1`)
  await new Promise((resolve) => setTimeout(resolve, 3_000)) // the shop looks for a new catalogue now and then
}
