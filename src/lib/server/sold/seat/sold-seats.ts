import type { SoldSeries } from '#lib/server/catalogue/line-words.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** A seat of an order as it was sold, what became of it since, and the Hebrew names of what it is for. */
export interface SoldSeat {
  /** Of the order. */
  readonly line: number
  /** null until the order is paid. */
  readonly ticketIdentifier: string | null
  readonly ticketId: number
  /** The names that it was sold under. */
  readonly ticketName: string
  readonly sectionName: string
  /** null in general admission. */
  readonly rowName: string | null
  readonly seatName: string | null
  /** Without its service charge. */
  readonly price: Agorot
  readonly serviceCharge: Agorot
  /** How much less than the full price. */
  readonly discount: Agorot
  /** What a ticket bundle has paid of it beside `price`. */
  readonly paidByBundle: Agorot
  /** The series or season of the order that pays it; null: it was bought by itself. */
  readonly series: SoldSeries | null
  readonly usedAt: Date | null
  /** The cancellation that gave it up; null: none has. */
  readonly cancellationId: string | null
  /** Whether it was given back for other tickets, which are paid. */
  readonly isExchanged: boolean
  /** Whether a friend has it. */
  readonly isSent: boolean
  /** Whether it is offered for resale, or was sold on; null: neither. */
  readonly resale: 'offered' | 'sold' | null
  /** Whether it counts no more: it was cancelled, exchanged or sold on. */
  readonly isGone: boolean
  readonly presentationId: number
  readonly startsAt: Date
  /** Midnight after `startsAt` in Asia/Jerusalem. */
  readonly dayEndsAt: Date
  /** Whether the house has called off its presentation. */
  readonly isCancelled: boolean
  readonly featureId: number
  readonly featureName: string
  readonly featureTypeId: number
  readonly minutes: number
  readonly venueName: string
  readonly locationName: string
  readonly city: string
  readonly address: string
  readonly doorsMinutes: number
  readonly accessibility: string
}

/** All seats of an order in the order of its lines, also of one that is not paid and those that are gone. */
export async function soldSeats(client: Queryable, orderId: string): Promise<readonly SoldSeat[]> {
  const { rows } = await client.query<SoldSeat>({
    name: 'sold-seats',
    text: `SELECT line, ticket_identifier AS "ticketIdentifier", ticket_id AS "ticketId", ticket_name AS "ticketName", section_name AS "sectionName", row_name AS "rowName", seat_name AS "seatName",
             price, service_charge AS "serviceCharge", greatest(0, coalesce(old_price, price) - price) AS discount, coalesce(bundle_paid, 0) AS "paidByBundle",
             (SELECT json_build_object('line', i.line, 'name', i.name, 'kind', i.kind, 'id', i.subject_id, 'priceId', i.price_id) FROM order_item i
              WHERE i.order_id = s.order_id AND i.kind = 'membership' AND i.line = s.membership_line) AS series,
             used_at AS "usedAt", cancellation_id AS "cancellationId", is_given_back(released_by) AS "isExchanged", is_sent(s) AS "isSent",
             CASE WHEN is_on_resale(s) THEN 'offered' WHEN is_sold_on(s) THEN 'sold' END AS resale, is_gone(s) AS "isGone",
             presentation_id AS "presentationId", starts_at AS "startsAt", day_ends_at(starts_at) AS "dayEndsAt",
             is_cancelled AS "isCancelled", feature_id AS "featureId", feature.name AS "featureName", feature_type_id AS "featureTypeId", minutes,
             venue.name AS "venueName", location.name AS "locationName", city, address, doors_minutes AS "doorsMinutes", accessibility
           FROM order_seat s JOIN presentation USING (presentation_id) JOIN feature USING (feature_id) JOIN venue USING (venue_id) JOIN location USING (location_id)
           WHERE order_id = $1 ORDER BY line`,
    values: [orderId],
  })
  return rows
}

/** Seats in the order in which they are used: by start, then as they were bought. */
export function byStart<Seat extends Pick<SoldSeat, 'startsAt' | 'presentationId' | 'line'>>(seats: readonly Seat[]): readonly Seat[] {
  return seats.toSorted(
    (one, other) => one.startsAt.getTime() - other.startsAt.getTime() || one.presentationId - other.presentationId || one.line - other.line,
  )
}
