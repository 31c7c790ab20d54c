import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { seriesIn } from '#lib/server/catalogue/line-words.ts'
import { sectionWord, showingWords, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { byStart, soldSeats, type SoldSeat } from '#lib/server/sold/seat/sold-seats.ts'
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

/** A seat of which a ticket was issued. */
interface IssuedSeat extends SoldSeat {
  readonly ticketIdentifier: string
}

/** An issued ticket in a language. */
export interface SeatRow extends Omit<IssuedSeat, 'series'> {
  /** The series or season that pays it; null: it was bought by itself. */
  readonly series: TicketSeries | null
}

/** Seats of an order in a language: what the catalogue does not say in it stays as it was sold. */
export async function seatsIn(locale: Locale, seats: readonly IssuedSeat[]): Promise<readonly SeatRow[]> {
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

/** The seats of an order of which tickets were issued, sorted by start. */
export async function seatsOfOrder(client: Queryable, orderId: string): Promise<readonly IssuedSeat[]> {
  const seats = await soldSeats(client, orderId)
  return byStart(seats.flatMap(({ ticketIdentifier, ...seat }) => (ticketIdentifier === null ? [] : { ...seat, ticketIdentifier })))
}
