import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { linesIn, type NamedLine } from '#lib/server/catalogue/line-words.ts'
import { sectionWord, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Reservation } from '#lib/server/orders/read/reservations.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'

/** A customer's order with everything its reservation shows, read in one statement. */
export interface CustomerOrder {
  readonly orderId: string
  readonly reservationIdentifier: string
  /** As stored. */
  readonly orderNumber: string
  readonly documentKey: string
  readonly state: Reservation['state']
  readonly amountDue: number
  readonly email: string
  readonly mobileNumber: string
  readonly payUntil: Date | null
  readonly boughtAt: Date
  /** The order whose tickets were exchanged for this one's. */
  readonly modifies: string | null
  /** The names of the kinds of its lines. */
  readonly kinds: readonly string[]
  readonly lines: readonly OrderLine[]
  readonly products: readonly OrderProduct[] | null
  /** What it has beside tickets and products. */
  readonly items: readonly OrderItem[]
  readonly refunds: readonly OrderRefund[] | null
  readonly cancellations: readonly string[]
}

/** A seat of the order. Times are ms since 1970. */
export interface OrderLine {
  readonly ticketIdentifier: string | null
  readonly ticketId: number
  readonly ticketName: string
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
  readonly isUsed: boolean
  /** Whether it was exchanged for other tickets. */
  readonly isExchanged: boolean
  readonly isCancelled: boolean
  /** Whether a friend has it. */
  readonly isSent: boolean
  /** Whether the house has moved its date or its seat since it was bought. */
  readonly isMoved: boolean
  /** Whether it was given back for resale and sold to somebody else. */
  readonly isSoldOn: boolean
  /** The membership whose evening it is, or stands in for; null: bought by itself. */
  readonly evening: { readonly membershipId: number } | null
  readonly presentationId: number
  readonly startsAt: number
  /** Midnight after `startsAt` in Asia/Jerusalem. */
  readonly dayEndsAt: number
}

export interface OrderProduct extends NamedLine {
  readonly quantity: number
  /** Of one, its service charge included; agorot. */
  readonly unitPrice: number
}

export interface OrderItem extends OrderProduct {
  /** null before it is issued. */
  readonly identifier: string | null
  readonly isUsed: boolean
  readonly isCancelled: boolean
  /** ms since 1970; null: not bounded. */
  readonly validUntil: number | null
}

/** Money refunded, or being refunded, to a card that paid this order; `cause` is its cancellation or ticket change. */
export interface OrderRefund {
  readonly cause: string | null
  readonly reason: 'late' | 'double' | 'change' | 'cancel'
  readonly amount: number
  readonly last4: string
  readonly isPending: boolean
}

const LINES = `json_build_object('ticketIdentifier', s.ticket_identifier, 'ticketId', s.ticket_id, 'ticketName', s.ticket_name, 'sectionName', s.section_name, 'rowName', s.row_name,
  'seatName', s.seat_name, 'isUsed', s.used_at IS NOT NULL, 'isExchanged', s.released_by IS NOT NULL AND is_given_back(s.released_by),
  'isCancelled', s.cancellation_id IS NOT NULL, 'evening', evening_of(s), 'isSent', is_sent(s), 'isMoved', is_moved(s), 'isSoldOn', is_sold_on(s), 'presentationId', s.presentation_id, 'startsAt', extract(epoch FROM p.starts_at) * 1000, 'dayEndsAt',
  extract(epoch FROM day_ends_at(p.starts_at)) * 1000)`

const ITEMS = `json_build_object('kind', i.kind, 'id', i.subject_id, 'priceId', i.price_id, 'name', i.name, 'quantity', i.quantity, 'unitPrice', i.unit_price + i.service_charge, 'identifier', i.identifier,
  'isUsed', i.used_at IS NOT NULL, 'isCancelled', i.cancellation_id IS NOT NULL, 'validUntil', extract(epoch FROM i.valid_until) * 1000)`

/** A customer's orders that are reservations: settled ones, unpaid ones, and failed ones that were unpaid holds or cancelled reservations before. */
export async function ordersOfCustomer(customerId: number, client: Queryable = database()): Promise<CustomerOrder[]> {
  const { rows } = await client.query<CustomerOrder>({
    name: 'orders-of-customer',
    text: `SELECT o.order_id AS "orderId", o.reservation_identifier AS "reservationIdentifier", o.order_number AS "orderNumber", o.document_key AS "documentKey", o.state,
             o.amount_due AS "amountDue", o.email, o.mobile_number AS "mobileNumber", o.pay_until AS "payUntil", o.modifies, o.kinds,
             CASE WHEN o.state = 'paid' THEN coalesce(o.settled_at, o.created_at) ELSE o.created_at END AS "boughtAt",
             (SELECT coalesce(json_agg(${LINES} ORDER BY p.starts_at, s.line), '[]') FROM order_seat s JOIN presentation p USING (presentation_id)
              WHERE s.order_id = o.order_id) AS lines,
             (SELECT coalesce(json_agg(${ITEMS} ORDER BY i.kind, i.line), '[]') FROM order_item i WHERE i.order_id = o.order_id) AS items,
             (SELECT json_agg(json_build_object('kind', 'product', 'id', x.product_id, 'name', x.name, 'quantity', x.quantity, 'unitPrice', x.unit_price) ORDER BY x.product_id) FROM order_product x
              WHERE x.order_id = o.order_id AND x.cancellation_id IS NULL) AS products,
             (SELECT json_agg(json_build_object('cause', r.cause, 'reason', r.reason, 'amount', r.amount, 'last4', p.last4, 'isPending', r.state IN ('intended', 'refused'))
                ORDER BY r.created_at) FROM payment p JOIN refund r USING (payment_id) WHERE p.order_id = o.order_id) AS refunds,
             ARRAY(SELECT c.cancellation_id FROM cancellation c WHERE c.order_id = o.order_id) AS cancellations
           FROM orders o WHERE o.customer_id = $1 AND (o.state IN ('unpaid', 'paid', 'refunding', 'refunded') OR (o.kind = 'hold' AND o.state = 'paying')
             OR (o.state = 'failed' AND (o.failure_code IN ('HOLD_EXPIRED', 'CANCELLED') OR EXISTS (SELECT FROM cancellation c WHERE c.order_id = o.order_id))))
           ORDER BY o.created_at DESC, o.order_id`,
    values: [customerId],
  })
  return rows.filter(({ lines, items }) => lines.length + items.length > 0)
}

/** Orders with the names of their lines in a language: what is not said in it stays as it was sold. */
export function ordersIn(locale: Locale, orders: readonly CustomerOrder[]): Promise<CustomerOrder[]> {
  return Promise.all(orders.map((order) => orderIn(locale, order)))
}

async function orderIn(locale: Locale, order: CustomerOrder): Promise<CustomerOrder> {
  const [from, products, items] = await Promise.all([
    catalogue(locale),
    linesIn(locale, order.products ?? []),
    linesIn(locale, order.items),
  ])
  const lines = order.lines.map((line) => ({
    ...line,
    ticketName: ticketWord(from, line.ticketId, line.ticketName),
    sectionName: sectionWord(from, line.presentationId, line.sectionName),
  }))
  return { ...order, lines, items, products: order.products && products }
}
