import type { GrantKind } from '#lib/domain/entitlements/grant.ts'
import type { BoughtTicket } from '#lib/domain/orders/change-rules.ts'
import { sharesOf } from '#lib/domain/pricing/share-charge.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** A paid order whose tickets may be given back: by the specification a ticket change is of seats alone. Times are ms since 1970, by the database's clock. */
export interface BoughtOrder {
  readonly orderId: string
  readonly boughtAt: number
  readonly now: number
  /** The newest entry of its ledger; null where it has none. */
  readonly lastTransactionId: string | null
  readonly tickets: readonly BoughtLine[]
  /** Whether a fixed handling fee was paid for it, or for the orders that led to it by ticket changes. */
  readonly isFeePaid: boolean
  /** Of a percentage on the order: what is still with it and promised to no other change. It goes on with the last of its items. */
  readonly chargeLeft: number
  /** Whether something beside tickets is left of it that a percentage was taken of. */
  readonly hasProducts: boolean
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
  /** Its share of a percentage on the whole order; 0 where the order has none. */
  readonly charge: number
  readonly code: string | null
  /** Its evening of a series or season, also of what it was had for in exchange; null: bought by itself. */
  readonly evening: EveningOfTicket | null
  /** What that evening was bought with; null: bought by itself. */
  readonly boughtEvening: BoughtEveningOfTicket | null
  /** What it was redeemed by; null where by nothing. */
  readonly grantKind: GrantKind | null
  readonly ref1: string | null
  readonly ref2: string | null
}

/** Which purchase a ticket is an evening of. */
export interface EveningOfTicket {
  readonly orderId: string
  readonly line: number
  readonly membershipId: number
  /** Of the seat; null for a place without one. */
  readonly category: string | null
}

/** The seat of a purchase that one of its evenings was bought with. */
export interface BoughtEveningOfTicket {
  /** Its line in the order of the purchase. */
  readonly seat: number
  readonly presentationId: number
  readonly category: string | null
}

interface OrderRow {
  readonly order_id: string
  readonly bought_at: Date
  readonly now: Date
  readonly last_entry: string | null
  readonly percent_charge: number
  readonly charge_percent: number | null
  readonly charge_left: number
  readonly products: readonly number[]
  readonly has_products: boolean
  readonly is_fee_paid: boolean
}

/** The order of a reservation of this visitor; undefined where it is another's, none, or not paid. */
export async function boughtOrderOf(client: Queryable, uuid: string, resId: string): Promise<BoughtOrder | undefined> {
  const { rows } = await client.query<OrderRow>({
    name: 'order-to-change',
    text: `SELECT order_id, coalesce(settled_at, created_at) AS bought_at, now() AS now,
             (SELECT max(entry_id)::text FROM ledger l WHERE l.order_id = o.order_id) AS last_entry,
             CASE WHEN is_percent_charge THEN global_service_charge ELSE 0 END AS percent_charge, charge_percent,
             CASE WHEN is_percent_charge THEN charge_left(o)
               - (SELECT coalesce(sum(n.modified_charge), 0)::int FROM orders n WHERE n.modifies = o.order_id AND n.state = 'paying') ELSE 0 END AS charge_left,
             EXISTS (SELECT FROM order_product p WHERE p.order_id = o.order_id AND p.cancellation_id IS NULL)
               OR EXISTS (SELECT FROM order_item i WHERE i.order_id = o.order_id AND i.is_charged AND i.cancellation_id IS NULL) AS has_products,
             ARRAY(SELECT quantity * unit_price FROM order_product p WHERE p.order_id = o.order_id ORDER BY product_id)
               || ARRAY(SELECT quantity * (unit_price + service_charge) FROM order_item i WHERE i.order_id = o.order_id AND i.is_charged) AS products,
             is_fee_paid(o) AS is_fee_paid
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
    tickets: withCharges(await ticketsOf(client, order.order_id), order),
    isFeePaid: order.is_fee_paid,
    chargeLeft: order.charge_left,
    hasProducts: order.has_products,
  }
}

/** Shares of a percentage are what they were when it was paid: by all lines of the order, also those that are gone. */
function withCharges(tickets: readonly Omit<BoughtLine, 'charge'>[], order: OrderRow): BoughtLine[] {
  const { percent_charge: charge, charge_percent: percent, products } = order
  const shares = charge === 0 ? [] : sharesOf({ charge, percent }, [...tickets.map(({ paid }) => paid), ...products])
  return tickets.map((ticket, at) => ({ ...ticket, charge: shares[at] ?? 0 }))
}

async function ticketsOf(client: Queryable, orderId: string): Promise<Omit<BoughtLine, 'charge'>[]> {
  const { rows } = await client.query<Omit<BoughtLine, 'charge'>>({
    name: 'tickets-to-change',
    text: `SELECT line, ticket_identifier AS "ticketIdentifier", presentation_id AS "presentationId", seat_id AS "seatId", section_id AS "sectionId",
             section_name AS "sectionName", row_name AS "rowName", seat_name AS "seatName", ticket_id AS "ticketId", ticket_group_id AS "ticketGroupId",
             ticket_name AS "ticketName", price + service_charge AS paid, service_charge AS "serviceCharge", code, ref1, ref2,
             (SELECT kind FROM entitlement e WHERE e.entitlement_id = s.entitlement_id) AS "grantKind",
             used_at IS NOT NULL AS "isUsed", released_by IS NOT NULL OR cancellation_id IS NOT NULL OR is_sold_on(s) AS "isReleased",
             is_on_resale(s) AS "isOnResale", evening_of(s) AS evening, bought_evening_of(s) AS "boughtEvening", is_sent(s) AS "isSent",
             CASE WHEN bool_or(is_sub_ticket) OVER same THEN presentation_id || ':' || ticket_id || ':' || coalesce(entitlement_id, 0) END AS covered
           FROM order_seat s WHERE order_id = $1 AND ticket_identifier IS NOT NULL
           WINDOW same AS (PARTITION BY presentation_id, ticket_id, entitlement_id) ORDER BY line`,
    values: [orderId],
  })
  return rows
}
