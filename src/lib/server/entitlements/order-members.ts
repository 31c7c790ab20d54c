import { database } from '#lib/server/platform/db/connect.ts'

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
  /** ms since 1970; null: no bound. */
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly isActive: boolean
}

/** In the order of the lines; one that several lines topped up stands once. The caller has to know that the order is the visitor's. */
export async function membersOfOrder(reservationIdentifier: string): Promise<readonly OrderMember[]> {
  const { rows } = await database().query<Omit<OrderMember, 'startsAt' | 'endsAt'> & { startsAt: Date | null; endsAt: Date | null }>({
    name: 'members-of-order',
    text: `SELECT public_code AS "memberNumber", membership_id AS "membershipId", membership_name AS name, holder_name AS "holderName", additional_name AS "additionalName", uses,
             bought.dates, (SELECT v.seat_number FROM virtual_seat v WHERE v.order_id = bought.order_id AND v.line = bought.line) AS "seatNumber",
             CASE WHEN uses IS NOT NULL THEN left_uses(e, NULL) END AS left,
             (SELECT v.balance FROM system_voucher v WHERE v.entitlement_id = e.entitlement_id) AS money, starts_at AS "startsAt", ends_at AS "endsAt", is_active AS "isActive"
           FROM entitlement e JOIN (
             SELECT p.entitlement_id, p.order_id, min(p.line) AS line, max(cardinality(p.dates)) AS dates FROM membership_purchase p JOIN orders o USING (order_id)
             WHERE o.reservation_identifier = $1 AND p.entitlement_id IS NOT NULL GROUP BY p.entitlement_id, p.order_id) AS bought USING (entitlement_id)
           ORDER BY bought.line`,
    values: [reservationIdentifier],
  })
  return rows.map(({ startsAt, endsAt, ...row }) => ({
    ...row,
    startsAt: startsAt?.getTime() ?? null,
    endsAt: endsAt?.getTime() ?? null,
  }))
}
