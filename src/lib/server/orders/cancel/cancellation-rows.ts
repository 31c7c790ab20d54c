import type { FeesLeft, FeePart } from '#lib/domain/orders/cancel-money.ts'
import { sharesOf } from '#lib/domain/pricing/share-charge.ts'
import type { OrderState } from '#lib/domain/orders/states.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { CHAIN, FAMILY } from '#lib/server/payments/money-left.ts'

/** A reservation as cancelling sees it. Times are ms since 1970, by the database's clock. */
export interface OrderToCancel {
  readonly orderId: string
  readonly reservationIdentifier: string
  readonly state: OrderState
  readonly email: string
  readonly mobileNumber: string
  readonly customerId: number | null
  /** Of tickets that came from a change: when the first ones were bought. A change does not begin the time anew. */
  readonly boughtAt: number
  readonly now: number
  readonly fees: FeesLeft
  /** Whether some of its tickets wait for a change to be paid. */
  readonly isBeingChanged: boolean
  /** What earlier cancellations of the purchase have kept, also of reservations that were split off by ticket changes. */
  readonly kept: number
  /** What is neither a ticket nor of a presentation of its own follows this one. */
  readonly firstPresentationId: number
  /** What counts still, and the names of what does no more. */
  readonly tickets: readonly TicketToCancel[]
  readonly products: readonly ProductToCancel[]
  readonly gone: ReadonlySet<string>
}

export interface TicketToCancel {
  readonly item: string
  readonly line: number
  readonly presentationId: number
  readonly ticketName: string
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
  /** What was paid for it, with its share of a percentage on the order. */
  readonly worth: number
  readonly share: number
  readonly isUsed: boolean
  /** As in BoughtTicket: what a ticket for several seats covers is given back as a whole. */
  readonly covered: string | null
}

export interface ProductToCancel {
  readonly item: string
  readonly productId: number
  readonly name: string
  readonly quantity: number
  /** As of tickets. */
  readonly worth: number
  readonly share: number
}

interface OrderRow {
  readonly order_id: string
  readonly reservation_identifier: string
  readonly state: OrderState
  readonly email: string
  readonly mobile_number: string
  readonly customer_id: number | null
  readonly bought_at: Date
  readonly now: Date
  readonly percent_charge: number
  readonly charge_percent: number | null
  readonly charge_left: number
  readonly is_being_changed: boolean
  readonly kept: number
}

/** undefined where the reservation is none of this visitor. */
export async function orderToCancel(client: Queryable, uuid: string, resId: string): Promise<OrderToCancel | undefined> {
  const { rows: found } = await client.query<{ order_id: string }>({
    name: 'order-of-visitor',
    text: 'SELECT order_id FROM orders o WHERE reservation_identifier = $1 AND is_order_of(o, $2)',
    values: [resId, uuid],
  })
  return found[0] && readOrder(client, found[0].order_id)
}

/** An order is settled once; its time of purchase moves when money goes back, so that of an order that is over is the one when it was made. */
export async function readOrder(client: Queryable, orderId: string): Promise<OrderToCancel | undefined> {
  const { rows } = await client.query<OrderRow>({
    name: 'order-to-cancel',
    text: `${FAMILY} SELECT order_id, reservation_identifier, state, email, mobile_number, customer_id, now() AS now,
             CASE WHEN is_percent_charge THEN global_service_charge ELSE 0 END AS percent_charge, charge_percent,
             (SELECT charge_left(x) FROM orders x WHERE x.order_id = o.order_id) AS charge_left,
             (SELECT min(CASE WHEN c.state = 'paid' THEN coalesce(c.settled_at, c.created_at) ELSE c.created_at END) FROM chain c) AS bought_at,
             EXISTS (SELECT FROM orders n WHERE n.modifies = o.order_id AND n.state = 'paying') AS is_being_changed,
             (SELECT coalesce(sum(charge), 0)::int FROM cancellation JOIN family USING (order_id)) AS kept
           FROM chain o WHERE depth = 0`,
    values: [orderId],
  })
  const row = rows[0]
  if (!row) return undefined
  const lines = withShares(await ticketsOf(client, orderId), await productsOf(client, orderId), row)
  const [tickets, goneTickets] = apart(lines.tickets)
  const [products, goneProducts] = apart(lines.products)
  return {
    orderId,
    reservationIdentifier: row.reservation_identifier,
    state: row.state,
    email: row.email,
    mobileNumber: row.mobile_number,
    customerId: row.customer_id,
    boughtAt: row.bought_at.getTime(),
    now: row.now.getTime(),
    fees: { orderId, own: row.charge_left, ended: await endedFees(client, orderId) },
    isBeingChanged: row.is_being_changed,
    kept: row.kept,
    firstPresentationId: Math.min(...[...tickets, ...goneTickets].map(({ presentationId }) => presentationId)),
    tickets,
    products,
    gone: new Set([...goneTickets, ...goneProducts].map(({ item }) => item)),
  }
}

type Line<Item> = Omit<Item, 'share'> & { readonly isGone: boolean }
type Shared<Item> = Item & { readonly isGone: boolean }

/** Shares of a percentage are what they were when it was paid: by all lines of the order, also those that are gone. */
function withShares(
  tickets: readonly Line<TicketToCancel>[],
  products: readonly Line<ProductToCancel>[],
  { percent_charge: charge, charge_percent: percent }: OrderRow,
): { readonly tickets: readonly Shared<TicketToCancel>[]; readonly products: readonly Shared<ProductToCancel>[] } {
  const shares =
    charge === 0
      ? []
      : sharesOf(
          { charge, percent },
          [...tickets, ...products].map(({ worth }) => worth),
        )
  const withShare = <One extends { readonly worth: number }>(line: One, at: number) => {
    const share = shares[at] ?? 0
    return { ...line, share, worth: line.worth + share }
  }
  return { tickets: tickets.map(withShare), products: products.map((line, at) => withShare(line, tickets.length + at)) }
}

/** What counts still, and what does no more. */
function apart<One extends { readonly isGone: boolean }>(lines: readonly One[]): [One[], One[]] {
  return [lines.filter(({ isGone }) => !isGone), lines.filter(({ isGone }) => isGone)]
}

/** The fee of a fixed amount stays while anything lives that came from its order; of a percentage on the order itself what is left goes with its last item. */
async function endedFees(client: Queryable, orderId: string): Promise<FeePart[]> {
  const { rows } = await client.query<FeePart>({
    name: 'ended-fees',
    text: `${CHAIN} SELECT x.order_id AS "orderId", charge_left(x) AS amount FROM chain c JOIN orders x USING (order_id)
           WHERE x.state IN ('paid', 'refunding', 'refunded') AND charge_left(x) > 0 AND (c.depth = 0 AND x.is_percent_charge OR NOT lives_on(x, $1))
           ORDER BY c.depth`,
    values: [orderId],
  })
  return rows
}

/** Of an unpaid hold no tickets are issued yet: its lines are named by their numbers. */
async function ticketsOf(client: Queryable, orderId: string) {
  const { rows } = await client.query<Line<TicketToCancel>>({
    name: 'tickets-to-cancel',
    text: `SELECT line, coalesce(ticket_identifier, 'line-' || line) AS item, presentation_id AS "presentationId", ticket_name AS "ticketName",
             section_name AS "sectionName", row_name AS "rowName", seat_name AS "seatName", price + service_charge AS worth, used_at IS NOT NULL AS "isUsed",
             is_gone(s) AS "isGone",
             CASE WHEN bool_or(is_sub_ticket) OVER same THEN presentation_id || ':' || ticket_id || ':' || coalesce(entitlement_id, 0) END AS covered
           FROM order_seat s WHERE order_id = $1
           WINDOW same AS (PARTITION BY presentation_id, ticket_id, entitlement_id) ORDER BY line`,
    values: [orderId],
  })
  return rows
}

async function productsOf(client: Queryable, orderId: string) {
  const { rows } = await client.query<Line<ProductToCancel>>({
    name: 'products-to-cancel',
    text: `SELECT product_id AS "productId", 'product-' || product_id AS item, name, quantity, quantity * unit_price AS worth,
             cancellation_id IS NOT NULL AS "isGone"
           FROM order_product WHERE order_id = $1 ORDER BY product_id`,
    values: [orderId],
  })
  return rows
}
