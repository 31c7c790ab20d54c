import { database } from '#lib/server/platform/db/connect.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { ms, percentile, type Bench } from './bench.ts'

/** 200 clients on one seat and 1,000 clients on 100 seats, through HTTP, round after round on fresh seats. */
export async function benchRaces({ origin, print }: Bench): Promise<void> {
  const seats = await freeSeats(100 + 10 * 100)
  print(
    await race('200 clients on 1 seat, 100 rounds', origin, {
      rounds: 100,
      clients: 200,
      seatsOf: (round) => seats.slice(round, round + 1),
    }),
  )
  print(
    await race('1,000 clients on 100 seats, 10 rounds', origin, {
      rounds: 10,
      clients: 1000,
      seatsOf: (round) => seats.slice(100 + round * 100, 200 + round * 100),
    }),
  )
  const { rows } = await database().query(`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`)
  print(`deadlocks: ${JSON.stringify(rows[0])}`)
}

interface Race {
  readonly rounds: number
  readonly clients: number
  readonly seatsOf: (round: number) => readonly SeatAddress[]
}

async function race(name: string, origin: string, { rounds, clients, seatsOf }: Race): Promise<string> {
  const times: number[] = []
  let [won, refused, failed, wrong] = [0, 0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const seats = seatsOf(round)
    const answers = await Promise.all(Array.from({ length: clients }, (_, n) => lockOne(origin, seats[n % seats.length], times)))
    const granted = answers.filter((status) => status === 200).length
    won += granted
    refused += answers.filter((status) => status === 409).length
    failed += answers.filter((status) => status >= 500).length
    if (granted !== seats.length) wrong++
  }
  return `${name}: ${String(won)} locks, ${String(refused)} refusals, ${String(failed)} failures, ${String(wrong)} rounds with another number of winners than seats; p99 ${ms(percentile(times, 0.99))}`
}

async function lockOne(origin: string, seat: SeatAddress | undefined, times: number[]): Promise<number> {
  const sentAt = performance.now()
  const { status } = await new TestVisitor(origin).put('/api/seats/lock-seat', { seat })
  times.push(performance.now() - sentAt)
  return status
}

async function freeSeats(count: number): Promise<SeatAddress[]> {
  const { rows } = await database().query<{ seat: SeatAddress }>(
    `SELECT json_build_object('PresentationId', p.presentation_id, 'VenueId', p.venue_id, 'VenueSeatplanId', p.seatplan_id, 'VenueSectionId', s.section_id,
       'TicketGroupId', price.ticket_group_id, 'XCoordinate', s.x, 'YCoordinate', s.y) AS seat
     FROM presentation p JOIN seat s USING (seatplan_id) JOIN presentation_price price ON price.presentation_id = p.presentation_id AND price.category = s.category
     WHERE p.starts_at > now() + interval '2 days' AND NOT p.is_cancelled AND NOT p.soldout AND p.sale_opens_at IS NULL AND price.allocation_id <> -1
       AND NOT EXISTS (SELECT 1 FROM seat_claim c WHERE c.presentation_id = p.presentation_id AND c.seat_id = s.seat_id)
     ORDER BY p.presentation_id DESC, s.seat_id LIMIT $1`,
    [count],
  )
  return rows.map((row) => row.seat)
}
