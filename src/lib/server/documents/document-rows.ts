import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { seriesIn, type SoldSeries } from '#lib/server/catalogue/line-words.ts'
import { sectionWord, showingWords, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { TicketSeries } from './order-series.ts'

/** A paid order's data, read for its document. */
export interface OrderRow {
  readonly orderId: string
  readonly documentKey: string
  readonly reservationIdentifier: string
  /** As stored; shown in two groups. */
  readonly orderNumber: string
  readonly state: 'paid' | 'refunding' | 'refunded'
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly mobileNumber: string
  /** The buyer's language. */
  readonly locale: string
  readonly amountDue: number
  readonly numberOfPayments: number
  readonly globalServiceCharge: number
  readonly isPercentCharge: boolean
  readonly chargePercent: number | null
  /** The mini-site that it was begun in. */
  readonly miniSiteId: number | null
}

export interface SeatRow {
  readonly line: number
  readonly ticketIdentifier: string
  readonly ticketName: string
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
  /** The series or season that pays it; null: it was bought by itself. */
  readonly series: TicketSeries | null
  /** Agorot. */
  readonly price: number
  readonly serviceCharge: number
  readonly usedAt: Date | null
  readonly presentationId: number
  readonly startsAt: Date
  /** Midnight after `startsAt` in Asia/Jerusalem. */
  readonly dayEndsAt: Date
  readonly isCancelled: boolean
  /** Whether it was exchanged for other tickets. */
  readonly isExchanged: boolean
  /** Whether a friend has it. */
  readonly isSent: boolean
  /** Whether it is offered for resale, or was sold on; null: neither. */
  readonly resale: 'offered' | 'sold' | null
  /** Whether it was refunded. */
  readonly isGivenUp: boolean
  readonly ticketId: number
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

/** A seat as it was sold. */
export interface SoldSeat extends SeatRow {
  readonly series: SoldSeries | null
}

/** Seats of an order in a language: what the catalogue does not say in it stays as it was sold. */
export async function seatsIn(locale: Locale, seats: readonly SoldSeat[]): Promise<readonly SeatRow[]> {
  const [from, paid] = await Promise.all([catalogue(locale), seriesIn(locale, seats)])
  return paid.map((seat) => ({
    ...seat,
    ...showingWords(from, seat.presentationId),
    ticketName: ticketWord(from, seat.ticketId, seat.ticketName),
    sectionName: sectionWord(from, seat.presentationId, seat.sectionName),
  }))
}

/** undefined for an order that was never paid: it has no document. */
export async function readOrder(
  client: Queryable,
  by: { readonly documentKey: string } | { readonly orderId: string },
): Promise<OrderRow | undefined> {
  const column = 'orderId' in by ? 'order_id' : 'document_key'
  const { rows } = await client.query<OrderRow>(
    `SELECT order_id AS "orderId", document_key AS "documentKey", reservation_identifier AS "reservationIdentifier", order_number AS "orderNumber", state,
            first_name AS "firstName", last_name AS "lastName", email, mobile_number AS "mobileNumber", locale, amount_due AS "amountDue",
            number_of_payments AS "numberOfPayments", global_service_charge AS "globalServiceCharge",
            is_percent_charge AS "isPercentCharge", charge_percent AS "chargePercent", mini_site_id AS "miniSiteId"
     FROM orders WHERE ${column} = $1 AND state IN ('paid', 'refunding', 'refunded')`,
    ['orderId' in by ? by.orderId : by.documentKey],
  )
  return rows[0]
}

export async function seatsOfOrder(client: Queryable, orderId: string): Promise<readonly SoldSeat[]> {
  const { rows } = await client.query<SoldSeat>(
    `SELECT line, ticket_identifier AS "ticketIdentifier", ticket_id AS "ticketId", ticket_name AS "ticketName", section_name AS "sectionName", row_name AS "rowName",
            seat_name AS "seatName", (SELECT json_build_object('line', i.line, 'name', i.name, 'kind', i.kind, 'id', i.subject_id, 'priceId', i.price_id) FROM order_item i
              WHERE i.order_id = s.order_id AND i.kind = 'membership' AND i.line = s.membership_line) AS series, price, service_charge AS "serviceCharge", used_at AS "usedAt", presentation_id AS "presentationId",
            starts_at AS "startsAt",
            (date_trunc('day', starts_at AT TIME ZONE 'Asia/Jerusalem') + interval '1 day') AT TIME ZONE 'Asia/Jerusalem' AS "dayEndsAt",
            CASE WHEN is_on_resale(s) THEN 'offered' WHEN is_sold_on(s) THEN 'sold' END AS resale,
            is_cancelled AS "isCancelled", is_given_back(released_by) AS "isExchanged", cancellation_id IS NOT NULL AS "isGivenUp", is_sent(s) AS "isSent", feature_id AS "featureId", feature.name AS "featureName", feature_type_id AS "featureTypeId", minutes,
            venue.name AS "venueName", location.name AS "locationName", city, address, doors_minutes AS "doorsMinutes", accessibility
     FROM order_seat s
     JOIN presentation USING (presentation_id)
     JOIN feature USING (feature_id)
     JOIN venue USING (venue_id)
     JOIN location USING (location_id)
     WHERE order_id = $1 AND ticket_identifier IS NOT NULL
     ORDER BY starts_at, presentation_id, line`,
    [orderId],
  )
  return rows
}
