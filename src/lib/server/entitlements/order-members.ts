import type { Place } from '#lib/text/place-text.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { linesIn } from '#lib/server/catalogue/line-words.ts'
import { sectionWord } from '#lib/server/catalogue/showing-words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'

/** A membership that an order has bought or topped up, as its card shows it. */
export interface OrderMember {
  readonly memberNumber: string
  readonly membershipId: number | null
  readonly name: string
  readonly holderName: string
  readonly additionalName: string
  /** Entries left and in all; null: unlimited. */
  readonly left: number | null
  readonly uses: number | null
  /** Its money in agorot; null: it has entries or seats. */
  readonly money: number | null
  /** Number of dates of a series or season; null: entries. */
  readonly dates: number | null
  /** Its place, if the house gives its holder a seat; else null. */
  readonly seatNumber: number | null
  /** The seat of a series or season, as most of its evenings have it; null: none. */
  readonly seat: SeatOfMost | null
  /** ms since 1970; null: no bound. */
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly isActive: boolean
}

/** A seat of a series or season, and one of its evenings. */
interface SeatOfMost extends Place {
  readonly presentationId: number
}

/** The seat that most evenings of line `bought` have; null: none. */
const SEAT = `(SELECT json_build_object('sectionName', s.section_name, 'rowName', s.row_name, 'seatName', s.seat_name, 'presentationId', min(s.presentation_id)) FROM order_seat s
  WHERE s.order_id = bought.order_id AND s.membership_line = bought.line AND NOT is_gone(s)
  GROUP BY s.section_name, s.row_name, s.seat_name ORDER BY count(*) DESC, min(s.line) LIMIT 1) AS seat`

/** In the order of the lines; one that several lines topped up stands once. The caller has to know that the order is the visitor's. */
export async function membersOfOrder(reservationIdentifier: string, locale: Locale = DEFAULT_LOCALE): Promise<readonly OrderMember[]> {
  const { rows } = await database().query<Omit<OrderMember, 'startsAt' | 'endsAt'> & { startsAt: Date | null; endsAt: Date | null }>({
    name: 'members-of-order',
    text: `SELECT public_code AS "memberNumber", membership_id AS "membershipId", membership_name AS name, holder_name AS "holderName", additional_name AS "additionalName", uses,
             bought.dates, (SELECT v.seat_number FROM virtual_seat v WHERE v.order_id = bought.order_id AND v.line = bought.line) AS "seatNumber", ${SEAT},
             CASE WHEN uses IS NOT NULL THEN left_uses(e, NULL) END AS left,
             (SELECT v.balance FROM system_voucher v WHERE v.entitlement_id = e.entitlement_id) AS money, starts_at AS "startsAt", ends_at AS "endsAt", is_active AS "isActive"
           FROM entitlement e JOIN (
             SELECT p.entitlement_id, p.order_id, min(p.line) AS line, max(cardinality(p.dates)) AS dates FROM membership_purchase p JOIN orders o USING (order_id)
             WHERE o.reservation_identifier = $1 AND p.entitlement_id IS NOT NULL GROUP BY p.entitlement_id, p.order_id) AS bought USING (entitlement_id)
           ORDER BY bought.line`,
    values: [reservationIdentifier],
  })
  const named = await linesIn(
    locale,
    rows.map((row) => ({ ...row, kind: 'member', id: row.membershipId ?? 0 })),
  )
  const from = await catalogue(locale)
  return named.map(({ kind: _kind, id: _id, startsAt, endsAt, ...row }) => ({
    ...row,
    seat: seatIn(from, row.seat),
    startsAt: startsAt?.getTime() ?? null,
    endsAt: endsAt?.getTime() ?? null,
  }))
}

/** The order that has a membership's card, as the area leads to it. */
export interface CardOfOrder extends Pick<OrderMember, 'memberNumber' | 'seat'> {
  readonly documentKey: string
  /** Which of the order's cards it is, from 1. */
  readonly at: number
  /** The first of its evenings to come, those had in exchange among them; null: none. */
  readonly nextPresentationId: number | null
}

/** The first evening to come of line `bought`. */
const NEXT = `(SELECT d.presentation_id FROM (
    SELECT s FROM order_seat s WHERE s.order_id = bought.order_id AND s.membership_line = bought.line
    UNION ALL SELECT s FROM order_seat s WHERE s.evening_order = bought.order_id AND s.evening_line = bought.line) AS own
  JOIN presentation d ON d.presentation_id = (own.s).presentation_id
  WHERE NOT is_gone(own.s) AND d.starts_at > now() AND NOT d.is_cancelled ORDER BY d.starts_at, d.presentation_id LIMIT 1)`

/** The cards of a customer's paid orders by member number, each of the order that had it first. @param locale of its seat's section */
export async function cardsOfCustomer(customerId: number, locale: Locale = DEFAULT_LOCALE): Promise<ReadonlyMap<string, CardOfOrder>> {
  const { rows } = await database().query<CardOfOrder>({
    name: 'cards-of-customer',
    text: `SELECT DISTINCT ON (bought.entitlement_id) e.public_code AS "memberNumber", bought.document_key AS "documentKey", bought.at, ${SEAT}, ${NEXT} AS "nextPresentationId"
           FROM entitlement e JOIN (
             SELECT p.entitlement_id, o.order_id, o.document_key, min(p.line) AS line, min(p.purchase_id) AS purchase_id,
               row_number() OVER (PARTITION BY o.order_id ORDER BY min(p.line))::int AS at
             FROM membership_purchase p JOIN orders o USING (order_id) WHERE o.customer_id = $1 AND o.state = 'paid' AND p.entitlement_id IS NOT NULL
             GROUP BY p.entitlement_id, o.order_id) AS bought USING (entitlement_id)
           ORDER BY bought.entitlement_id, bought.purchase_id`,
    values: [customerId],
  })
  const from = await catalogue(locale)
  return new Map(rows.map((row) => [row.memberNumber, { ...row, seat: seatIn(from, row.seat) }]))
}

function seatIn(from: Catalogue, seat: SeatOfMost | null): SeatOfMost | null {
  return seat && { ...seat, sectionName: sectionWord(from, seat.presentationId, seat.sectionName) }
}
