import type { CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'

/** The lines of an order that are seats or places, and the seat of each. */
export interface AssignedSeats {
  readonly seats: readonly CheckedSeat[]
  readonly seatIds: readonly number[]
}

/** A line for each seat or place, with the names it is sold under. */
export async function insertSeats(client: Queryable, orderId: string, { seats, seatIds }: AssignedSeats): Promise<void> {
  const lines = seats.map((seat, line) => ({ line, seat_id: seatIds[line], ...placeOf(seat), ...ticketOf(seat), ...payersOf(seat) }))
  await client.query({
    name: 'insert-order-seats',
    text: `INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, row_name, seat_name, ticket_id, ticket_name, price,
             service_charge, ticket_group_id, old_price, code, entitlement_id, is_sub_ticket, ref1, ref2, membership_line, evening_order, evening_line, evening_seat, bundle_id, bundle_paid)
           SELECT $1, l.* FROM jsonb_to_recordset($2::jsonb) AS l (line int, presentation_id int, seat_id int, section_id int, section_name text,
             row_name text, seat_name text, ticket_id int, ticket_name text, price int, service_charge int, ticket_group_id int, old_price int, code text,
             entitlement_id int, is_sub_ticket boolean, ref1 text, ref2 text, membership_line int, evening_order uuid, evening_line int, evening_seat int, bundle_id int, bundle_paid int)`,
    values: [orderId, JSON.stringify(lines)],
  })
}

function placeOf({ presentation, section, seat }: CheckedSeat) {
  return {
    presentation_id: presentation.id,
    section_id: section.id,
    section_name: section.name,
    row_name: seat?.rowName ?? null,
    seat_name: seat?.seatName ?? null,
  }
}

function ticketOf({ ticket, price, serviceCharge, firstPrice, grant, isSub, ref1, ref2 }: CheckedSeat) {
  return {
    ticket_id: ticket.id,
    ticket_name: ticket.name,
    price,
    service_charge: serviceCharge,
    ticket_group_id: ticket.ticketGroupId,
    old_price: firstPrice > price ? firstPrice : null,
    code: grant?.publicCode ?? null,
    entitlement_id: grant?.id ?? null,
    is_sub_ticket: isSub,
    ref1,
    ref2,
  }
}

/** What pays the seat in place of money: a membership of the same order, an evening that it stands in for, a bundle. */
function payersOf({ coveredBy, evening, paidByBundle }: CheckedSeat) {
  return {
    membership_line: coveredBy ?? null,
    evening_order: evening?.orderId ?? null,
    evening_line: evening?.line ?? null,
    evening_seat: evening?.seat ?? null,
    bundle_id: paidByBundle?.voucherId ?? null,
    bundle_paid: paidByBundle?.amount ?? null,
  }
}

/** The lines of a paid order of which tickets are to be issued, and whether a subscriber has offered the seat of one. */
export async function linesToIssue(
  client: Queryable,
  orderId: string,
): Promise<{ readonly lines: readonly number[]; readonly isOffered: boolean }> {
  const { rows } = await client.query<{ line: number; isOffered: boolean }>({
    name: 'lines-of-order',
    text: `SELECT s.line, EXISTS (SELECT FROM resale r WHERE r.presentation_id = s.presentation_id AND r.seat_id = s.seat_id AND r.state = 'offered') AS "isOffered"
           FROM order_seat s WHERE s.order_id = $1 ORDER BY s.line`,
    values: [orderId],
  })
  return { lines: rows.map(({ line }) => line), isOffered: rows.some((row) => row.isOffered) }
}

/** Each ticket of a paid order gets its identifier. */
export async function issueTickets(client: Queryable, orderId: string, lines: readonly number[]): Promise<void> {
  await client.query({
    name: 'issue-tickets',
    text: `UPDATE order_seat s SET ticket_identifier = issued.ticket FROM unnest($2::int[], $3::text[]) AS issued (line, ticket)
           WHERE s.order_id = $1 AND s.line = issued.line`,
    values: [orderId, lines, lines.map(() => unguessable(20))],
  })
}
