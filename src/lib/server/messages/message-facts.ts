import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'
import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { OrderState } from '#lib/domain/orders/states.ts'
import { formatShortDate, formatTime } from '#lib/text/format-date.ts'
import type { Locale } from '#lib/text/locales.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { seriesIn, type SoldSeries } from '#lib/server/catalogue/line-words.ts'
import { sectionWord, showingWords } from '#lib/server/catalogue/showing-words.ts'
import { openSiteById } from '#lib/server/catalogue/current-mini-site.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { localeOfOrder } from '#lib/server/platform/config/enabled-locales.ts'
import type { ShowingLines } from './html/message-words.ts'

/** An order in messages that may have no tickets: an unpaid hold or a cancellation. */
export interface OrderFacts {
  readonly reservationIdentifier: string
  /** As stored. */
  readonly orderNumber: string
  readonly state: OrderState
  readonly firstName: string
  readonly locale: Locale
  /** The amount due for an unpaid hold. */
  readonly amountDue: Agorot
  /** ms since 1970; null if the order is not an unpaid hold. */
  readonly payUntil: number | null
  /** Whether one of its presentations was called off. */
  readonly isCalledOff: boolean
  /** The mini-site that it was begun in; undefined if none, or if its page is gone. */
  readonly site: MiniSite | undefined
  /** Sorted by start. */
  readonly showings: readonly FactShowing[]
}

export interface FactShowing extends ShowingLines {
  readonly presentationId: number
  readonly featureId: number
}

/** undefined if there is no such order. @param cancellationId only what it cancelled; null: what the order still has. @param line only this line */
export async function factsOfOrder(
  orderId: string,
  cancellationId: string | null = null,
  line: number | null = null,
): Promise<OrderFacts | undefined> {
  const { rows } = await database().query<
    Omit<OrderFacts, 'locale' | 'payUntil' | 'site' | 'showings'> & {
      readonly locale: string
      readonly payUntil: Date | null
      readonly miniSiteId: number | null
    }
  >({
    name: 'facts-of-order',
    text: `SELECT reservation_identifier AS "reservationIdentifier", order_number AS "orderNumber", state, first_name AS "firstName", locale, amount_due AS "amountDue", pay_until AS "payUntil",
             is_called_off(o) AS "isCalledOff", mini_site_id AS "miniSiteId"
           FROM orders o WHERE order_id = $1`,
    values: [orderId],
  })
  const [row] = rows
  if (!row) return undefined
  const { miniSiteId, ...order } = row
  const locale = localeOfOrder(order.locale)
  const [seats, site] = await Promise.all([seatsOf(orderId, cancellationId, line), openSiteById(miniSiteId)])
  const [from, named] = await Promise.all([catalogue(locale), seriesIn(locale, seats)])
  return {
    ...order,
    locale,
    payUntil: order.payUntil?.getTime() ?? null,
    site,
    showings: showingsOf(named.map((seat) => ({ ...seat, sectionName: sectionWord(from, seat.presentationId, seat.sectionName) }))).map(
      (showing) => ({ ...showing, ...showingWords(from, showing.presentationId) }),
    ),
  }
}

interface SeatOfShowing extends Omit<FactShowing, 'tickets' | 'startsAt' | 'isUntimed'> {
  readonly featureTypeId: number
  readonly startsAt: Date
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
  readonly series: SoldSeries | null
}

async function seatsOf(orderId: string, cancellationId: string | null, line: number | null): Promise<readonly SeatOfShowing[]> {
  const { rows } = await database().query<SeatOfShowing>({
    name: 'seats-for-message',
    text: `SELECT presentation_id AS "presentationId", starts_at AS "startsAt", feature_id AS "featureId", feature.name AS "featureName",
             feature_type_id AS "featureTypeId", venue.name AS "venueName", location.name AS "locationName", city, address,
             section_name AS "sectionName", row_name AS "rowName", seat_name AS "seatName",
             (SELECT json_build_object('line', i.line, 'name', i.name, 'kind', i.kind, 'id', i.subject_id, 'priceId', i.price_id) FROM order_item i
              WHERE i.order_id = s.order_id AND i.kind = 'membership' AND i.line = s.membership_line) AS series
           FROM order_seat s JOIN presentation USING (presentation_id) JOIN feature USING (feature_id) JOIN venue USING (venue_id)
             JOIN location USING (location_id)
           WHERE order_id = $1 AND CASE WHEN $3::int IS NOT NULL THEN s.line = $3 WHEN $2::uuid IS NULL THEN NOT is_gone(s) ELSE s.cancellation_id = $2 END
           ORDER BY starts_at, presentation_id, line`,
    values: [orderId, cancellationId, line],
  })
  return rows
}

type NamedSeats = Awaited<ReturnType<typeof seriesIn<SeatOfShowing>>>

function showingsOf(seats: NamedSeats): readonly FactShowing[] {
  const ids = [...new Set(seats.map(({ presentationId }) => presentationId))]
  return ids.flatMap((id) => showingOf(seats.filter(({ presentationId }) => presentationId === id)))
}

function showingOf(seats: NamedSeats): readonly FactShowing[] {
  const [first] = seats
  if (!first) return []
  return [{ ...first, startsAt: first.startsAt.getTime(), isUntimed: first.featureTypeId === UNTIMED_FEATURE_TYPE, tickets: seats }]
}

/** "24.11 20:30" of a showing, without the time if it has none. */
export function momentOf({ startsAt, isUntimed }: Pick<ShowingLines, 'startsAt' | 'isUntimed'>): string {
  return isUntimed ? formatShortDate(startsAt) : shortMoment(startsAt)
}

/** "24.11 20:30" */
export function shortMoment(instant: number): string {
  return `${formatShortDate(instant)} ${formatTime(instant)}`
}
