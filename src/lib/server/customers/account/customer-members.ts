import type { MemberAnswer } from '#lib/contract/wire.ts'
import { LOADED, moneyOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { database } from '#lib/server/platform/db/connect.ts'

interface MemberRow {
  readonly memberNumber: string
  readonly name: string
  readonly memberCustomerName: string
  readonly additionalName: string
  readonly membershipId: number | null
  readonly uses: number | null
  readonly usesLeft: number | null
  /** Agorot; null: it has entries or seats. */
  readonly money: number | null
  readonly loaded: number
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly isExpired: boolean
  readonly isNotStarted: boolean
  readonly dates: number | null
  readonly seatNumber: number | null
}

/**
 * A customer's memberships, wherever they are valid: current ones first, then by latest end. `isAvailable` means current and with uses left, regardless of
 * presentations.
 * @param uuid the visitor; uses reserved by its own cart count as left
 */
export async function membersOfCustomer(customerId: number, uuid: string): Promise<MemberAnswer[]> {
  const { rows } = await database().query<MemberRow>({
    name: 'members-of-customer',
    text: `SELECT public_code AS "memberNumber", membership_name AS name, holder_name AS "memberCustomerName", additional_name AS "additionalName", membership_id AS "membershipId", uses,
             CASE WHEN uses IS NOT NULL THEN left_uses(e, $2::uuid) END AS "usesLeft",
             (SELECT v.balance FROM system_voucher v WHERE v.entitlement_id = e.entitlement_id) AS money, ${LOADED} AS loaded, starts_at AS "startsAt", ends_at AS "endsAt",
             ends_at IS NOT NULL AND ends_at <= now() AS "isExpired", starts_at IS NOT NULL AND starts_at > now() AS "isNotStarted", bought.dates, bought.seat_number AS "seatNumber"
           FROM entitlement e LEFT JOIN LATERAL (
             SELECT cardinality(p.dates) AS dates, v.seat_number FROM membership_purchase p LEFT JOIN virtual_seat v USING (order_id, line)
             WHERE p.entitlement_id = e.entitlement_id AND p.dates IS NOT NULL LIMIT 1) AS bought ON true
           WHERE customer_id = $1 AND kind = 'member' AND is_active
           ORDER BY coalesce(ends_at <= now(), false), ends_at DESC NULLS FIRST, entitlement_id`,
    values: [customerId, uuid],
  })
  return rows.map((row) => memberOf(row, customerId))
}

function memberOf(
  { uses, usesLeft, money, loaded, startsAt, endsAt, dates, seatNumber, ...row }: MemberRow,
  customerId: number,
): MemberAnswer {
  return {
    ...row,
    membershipTypeId: null,
    ...(money === null
      ? { balance: usesLeft, usedBalance: uses === null || usesLeft === null ? 0 : uses - usesLeft }
      : moneyOf(money, loaded)),
    customerId,
    membershipIdentifier: null,
    startDate: startsAt?.toISOString() ?? null,
    endDate: endsAt?.toISOString() ?? null,
    isAvailable: !row.isExpired && !row.isNotStarted && usesLeft !== 0 && money !== 0,
    allowMemberSaleTickets: true,
    ticketGroupIds: [],
    ...(dates !== null && { dates }),
    ...(seatNumber !== null && { seatNumber }),
  }
}
