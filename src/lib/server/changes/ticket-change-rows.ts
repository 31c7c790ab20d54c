import type { GrantKind } from '#lib/domain/grant.ts'
import type { BoughtTicket, Refundable } from '#lib/domain/change-rules.ts'
import { PaymentUnknown } from '#lib/server/providers/payment.ts'
import { providerOf } from '#lib/server/payments/payment-providers.ts'
import type { Queryable } from '#lib/server/db/connect.ts'

/** A paid order whose tickets may be given back. Times are ms since 1970, by the database's clock. */
export interface BoughtOrder {
  readonly orderId: string
  readonly boughtAt: number
  readonly now: number
  /** The newest entry of its ledger; null where it has none. */
  readonly lastTransactionId: string | null
  readonly tickets: readonly BoughtLine[]
  readonly refundable: Refundable
}

export interface BoughtLine extends BoughtTicket {
  readonly line: number
  readonly seatId: number
  readonly sectionId: number
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
  readonly ticketId: number
  readonly ticketGroupId: number | null
  readonly ticketName: string
  readonly serviceCharge: number
  readonly code: string | null
  /** What it was redeemed by; null where by nothing. */
  readonly grantKind: GrantKind | null
  readonly ref1: string | null
  readonly ref2: string | null
}

interface OrderRow {
  readonly order_id: string
  readonly bought_at: Date
  readonly now: Date
  readonly last_entry: string | null
  readonly pending: number
}

/** The order of a reservation of this visitor; undefined where it is another's, none, or not paid. */
export async function boughtOrderOf(client: Queryable, uuid: string, resId: string): Promise<BoughtOrder | undefined> {
  const { rows } = await client.query<OrderRow>({
    name: 'order-to-change',
    text: `SELECT order_id, coalesce(settled_at, created_at) AS bought_at, now() AS now,
             (SELECT max(entry_id)::text FROM ledger l WHERE l.order_id = o.order_id) AS last_entry,
             (SELECT coalesce(sum(give_back), 0) FROM orders n WHERE n.modifies = o.order_id AND n.state = 'paying') AS pending
           FROM orders o WHERE reservation_identifier = $1 AND is_order_of(o, $2) AND state = 'paid'`,
    values: [resId, uuid],
  })
  const order = rows[0]
  if (!order) return undefined
  return {
    orderId: order.order_id,
    boughtAt: order.bought_at.getTime(),
    now: order.now.getTime(),
    lastTransactionId: order.last_entry,
    tickets: await ticketsOf(client, order.order_id),
    refundable: await refundableOf(client, order.order_id, order.pending),
  }
}

async function ticketsOf(client: Queryable, orderId: string): Promise<BoughtLine[]> {
  const { rows } = await client.query<BoughtLine>({
    name: 'tickets-to-change',
    text: `SELECT line, ticket_identifier AS "ticketIdentifier", presentation_id AS "presentationId", seat_id AS "seatId", section_id AS "sectionId",
             section_name AS "sectionName", row_name AS "rowName", seat_name AS "seatName", ticket_id AS "ticketId", ticket_group_id AS "ticketGroupId",
             ticket_name AS "ticketName", price + service_charge AS paid, service_charge AS "serviceCharge", code, ref1, ref2,
             (SELECT kind FROM entitlement e WHERE e.entitlement_id = s.entitlement_id) AS "grantKind",
             used_at IS NOT NULL AS "isUsed", released_by IS NOT NULL OR cancellation_id IS NOT NULL AS "isReleased",
             CASE WHEN bool_or(is_sub_ticket) OVER same THEN presentation_id || ':' || ticket_id || ':' || coalesce(entitlement_id, 0) END AS covered
           FROM order_seat s WHERE order_id = $1 AND ticket_identifier IS NOT NULL
           WINDOW same AS (PARTITION BY presentation_id, ticket_id, entitlement_id) ORDER BY line`,
    values: [orderId],
  })
  return rows
}

/** Of the payments of an order, the one that can give back the most; what other changes of it are about to give back is taken off. */
async function refundableOf(client: Queryable, orderId: string, pending: number): Promise<Refundable> {
  const best = await bestPaymentOf(client, orderId)
  return best ? { amount: Math.max(0, best.left - pending), canRefund: givesBack(best.provider) } : { amount: null, canRefund: false }
}

export async function bestPaymentOf(client: Queryable, orderId: string) {
  const { rows } = await client.query<{ payment_id: string; provider: string; left: number }>({
    name: 'payment-to-give-back',
    text: `SELECT p.payment_id, p.provider, p.amount
             - (SELECT coalesce(sum(r.amount), 0) FROM refund r WHERE r.payment_id = p.payment_id) AS left
           FROM payment p WHERE p.order_id = $1 AND p.state IN ('captured', 'refunded') ORDER BY 3 DESC, 1 LIMIT 1`,
    values: [orderId],
  })
  return rows[0]
}

/** A provider that is not set up any more gives nothing back either. */
export function givesBack(name: string): boolean {
  try {
    return providerOf(name).canRefund !== false
  } catch (error) {
    if (error instanceof PaymentUnknown) return false
    throw error
  }
}
