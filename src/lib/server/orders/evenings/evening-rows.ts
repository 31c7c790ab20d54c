import type { BoughtEvening, PaidEvening } from '#lib/domain/cart/evening-resale-rules.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** One evening of a customer's series or season, or what was had for one in exchange, by its ticket. Times are ms since 1970. */
export interface Evening extends BoughtEvening, PaidEvening {
  readonly orderId: string
  readonly reservationIdentifier: string
  readonly line: number
  readonly ticketIdentifier: string
  readonly membershipId: number
  readonly membershipName: string
  readonly presentationId: number
  readonly seatId: number
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
  /** Of what is offered or sold on: what is or was credited. */
  readonly credit: Agorot | null
  /** Whether somebody else has the offered seat in a cart or is paying for it, or staff keep it for their own sale. */
  readonly isHeldByOthers: boolean
  readonly now: number
}

type EveningRow = Omit<Evening, 'startsAt' | 'now'> & { readonly startsAt: Date; readonly now: Date }

/** The evenings of a customer's memberships that are paid, by their start; one of them if a ticket is named. */
export async function eveningsOf(
  client: Queryable,
  customerId: number,
  ticketIdentifier: string | null = null,
): Promise<readonly Evening[]> {
  const { rows } = await client.query<EveningRow>({
    name: 'evenings-of-customer',
    text: `SELECT o.order_id AS "orderId", o.reservation_identifier AS "reservationIdentifier", s.line, coalesce(s.ticket_identifier, '') AS "ticketIdentifier",
             i.subject_id AS "membershipId", i.name AS "membershipName", s.presentation_id AS "presentationId", s.seat_id AS "seatId",
             s.section_name AS "sectionName", s.row_name AS "rowName", s.seat_name AS "seatName", i.quantity * (i.unit_price + i.service_charge) AS paid,
             cardinality(p.dates) AS evenings, CASE WHEN s.evening_line IS NULL THEN 0 ELSE s.price + s.service_charge END AS "paidMore", d.starts_at AS "startsAt", d.is_cancelled AS "isCalledOff",
             o.state = 'paid' AND s.cancellation_id IS NULL AND (p.taken IS NULL OR s.evening_line IS NOT NULL) AS "isActive", s.used_at IS NOT NULL AS "isUsed",
             s.released_by IS NOT NULL AS "isExchanged", is_sent(s) AS "isSentOn", p.taken IS NOT NULL AND s.evening_line IS NOT NULL AS "isLeftOver", r.state AS resale, r.credit,
             coalesce(r.state = 'offered', false) AND (is_kept_by_staff(s.presentation_id, s.seat_id) OR EXISTS (SELECT FROM seat_claim c
               WHERE c.presentation_id = s.presentation_id AND c.seat_id = s.seat_id AND (c.state <> 'H' OR c.expires_at > now()))) AS "isHeldByOthers", now() AS now
           FROM orders o JOIN order_seat s USING (order_id) JOIN membership_purchase p ON p.order_id = coalesce(s.evening_order, s.order_id) AND p.line = coalesce(s.evening_line, s.membership_line)
             JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
             JOIN presentation d ON d.presentation_id = s.presentation_id
             LEFT JOIN resale r ON r.order_id = s.order_id AND r.line = s.line AND r.state IN ('offered', 'sold')
           WHERE o.customer_id = $1 AND o.state IN ('paid', 'refunding', 'refunded') AND s.ticket_identifier IS NOT NULL
             AND ($2::text IS NULL OR s.ticket_identifier = $2)
           ORDER BY d.starts_at, s.order_id, s.line`,
    values: [customerId, ticketIdentifier],
  })
  return rows.map(({ startsAt, now, ...row }) => ({ ...row, startsAt: startsAt.getTime(), now: now.getTime() }))
}
