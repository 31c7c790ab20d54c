import { database } from '#lib/server/platform/db/connect.ts'
import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'

/** A free seat of the demo stadium with the first ticket that everybody may have. */
export interface SeatRow {
  readonly presentation_id: number
  readonly venue_id: number
  readonly seatplan_id: number
  readonly section_id: number
  readonly seat_id: number
  readonly x: number
  readonly y: number
  readonly ticket_group_id: number
  readonly ticket_id: number
  readonly price: number
  readonly service_charge: number
  readonly amountPerOrder: number | null
  readonly percentRatePerOrder: number | null
}

/** Seats of the stadium's last presentation that nobody has, in the order of the plan. */
export async function freeStadiumSeats(count: number): Promise<readonly SeatRow[]> {
  const { rows } = await database().query<{ id: number }>(
    `SELECT presentation_id AS id FROM presentation WHERE seatplan_id = (SELECT seatplan_id FROM seat GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
       AND NOT is_cancelled AND NOT soldout ORDER BY presentation_id DESC LIMIT 1`,
  )
  return freeSeatsOf(rows[0]?.id ?? 0, count)
}

/** Seats of a coming presentation that nobody has, in the order of its plan. @throws if there are fewer */
export async function freeSeatsOf(presentationId: number, count: number): Promise<readonly SeatRow[]> {
  const { rows } = await database().query<SeatRow>(
    `SELECT p.presentation_id, p.venue_id, p.seatplan_id, s.section_id, s.seat_id, s.x, s.y, price.ticket_group_id, t.ticket_id, t.price, t.service_charge,
       g.amount_per_order AS "amountPerOrder", g.percent_rate_per_order AS "percentRatePerOrder"
     FROM presentation p JOIN seat s USING (seatplan_id) LEFT JOIN service_charge g USING (service_charge_id)
     JOIN presentation_price price ON price.presentation_id = p.presentation_id AND price.category = s.category AND price.allocation_id <> -1
     JOIN LATERAL (SELECT * FROM ticket t WHERE t.ticket_group_id = price.ticket_group_id AND t.access = 'open' AND t.multiply_factor <= 1
       ORDER BY ordinal LIMIT 1) t ON true
     WHERE p.starts_at > now() AND t.price > 0 AND NOT p.is_cancelled AND NOT p.soldout AND p.presentation_id = $2
       AND NOT EXISTS (SELECT 1 FROM seat_claim c WHERE c.presentation_id = p.presentation_id AND c.seat_id = s.seat_id)
       AND NOT EXISTS (SELECT 1 FROM seat_keep k WHERE k.presentation_id = p.presentation_id AND k.seat_id = s.seat_id)
     ORDER BY s.seat_id LIMIT $1`,
    [count, presentationId],
  )
  if (rows.length < count) throw new Error(`Only ${String(rows.length)} seats are free for this benchmark.`)
  return rows
}

/** A visitor with a session holds the seats for an hour. Written straight into the database: locking is not what is measured. */
export async function holdSeats(uuid: string, seats: readonly SeatRow[]): Promise<void> {
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  await database().query(
    `WITH held AS (
       INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
       SELECT $1, seat_id, 'H', $3, now(), now() + interval '1 hour' FROM unnest($2::int[]) seat_id RETURNING *)
     INSERT INTO audit (action, subject, uuid) SELECT 'lock', presentation_id || ':' || seat_id, holder FROM held`,
    [seats[0]?.presentation_id, seats.map((seat) => seat.seat_id), uuid],
  )
}

export function lineOf(seat: SeatRow): CartSeat {
  return {
    XCoordinate: seat.x,
    YCoordinate: seat.y,
    ticket: {
      prsntId: seat.presentation_id,
      ticketGroupId: seat.ticket_group_id,
      venueId: seat.venue_id,
      seatplanId: seat.seatplan_id,
      sectionId: seat.section_id,
      ticketId: seat.ticket_id,
    },
  }
}

/** As calls that lock a seat name it. */
export function addressOf(seat: SeatRow): SeatAddress {
  const { presentation_id, venue_id, seatplan_id, section_id, ticket_group_id, x, y } = seat
  return {
    ...{ PresentationId: presentation_id, VenueId: venue_id, VenueSeatplanId: seatplan_id, VenueSectionId: section_id },
    ...{ TicketGroupId: ticket_group_id, XCoordinate: x, YCoordinate: y },
  }
}
