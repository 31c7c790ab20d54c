import type { FeesLeft, FeePart, KeptCharges, PolicyCharge } from '#lib/domain/orders/cancel-money.ts'
import { sharesOf } from '#lib/domain/pricing/share-charge.ts'
import type { OrderState } from '#lib/domain/orders/states.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { CHAIN, FAMILY } from '#lib/server/payments/money-left.ts'
import { itemsOfOrder } from '#lib/server/sold/items.ts'
import { firstPresentationOf, type CancellableItem } from '#lib/server/sold/port/port.ts'

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
  /** What policies have kept in earlier cancellations of the purchase, also of reservations that were split off by ticket changes. */
  readonly kept: KeptCharges
  /** By its policy go handling fees; null where nothing was bought for a presentation. */
  readonly firstPresentationId: number | null
  /** Items that still count, and the names of those that were cancelled or exchanged. */
  readonly items: readonly ItemToCancel[]
  readonly gone: ReadonlySet<string>
}

export interface ItemToCancel extends CancellableItem {
  /** What was paid for it and not credited since, with its share of a percentage on the order. */
  readonly worth: Agorot
  readonly share: Agorot
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
  readonly kept_by_policy: readonly PolicyCharge[]
  readonly kinds: readonly string[]
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

/** `settled_at` is the purchase time of a paid order; a full refund overwrites it, so an order in any other state counts from `created_at`. */
export async function readOrder(client: Queryable, orderId: string): Promise<OrderToCancel | undefined> {
  const { rows } = await client.query<OrderRow>({
    name: 'order-to-cancel',
    text: `${FAMILY} SELECT order_id, reservation_identifier, state, email, mobile_number, customer_id, kinds, now() AS now,
             CASE WHEN is_percent_charge THEN global_service_charge ELSE 0 END AS percent_charge, charge_percent,
             (SELECT charge_left(x) FROM orders x WHERE x.order_id = o.order_id) AS charge_left,
             (SELECT min(CASE WHEN c.state = 'paid' THEN coalesce(c.settled_at, c.created_at) ELSE c.created_at END) FROM chain c) AS bought_at,
             EXISTS (SELECT FROM orders n WHERE n.modifies = o.order_id AND n.state = 'paying') AS is_being_changed,
             (SELECT coalesce(sum(charge - used_worth), 0)::int FROM cancellation JOIN family USING (order_id)) AS kept,
             (SELECT coalesce(json_agg(p), '[]') FROM (
               SELECT cancellation_policy_id AS "policyId", sum(amount)::int AS amount FROM cancellation_charge JOIN cancellation USING (cancellation_id)
                 JOIN family USING (order_id) GROUP BY cancellation_policy_id) p) AS kept_by_policy
           FROM chain o WHERE depth = 0`,
    values: [orderId],
  })
  const row = rows[0]
  if (!row) return undefined
  const time = { boughtAt: row.bought_at.getTime(), now: row.now.getTime() }
  const items = withShares(await itemsOfOrder(client, { orderId, kinds: row.kinds, ...time }), row)
  const gone = items.filter(({ isGone }) => isGone)
  return {
    orderId,
    reservationIdentifier: row.reservation_identifier,
    state: row.state,
    email: row.email,
    mobileNumber: row.mobile_number,
    customerId: row.customer_id,
    ...time,
    fees: { orderId, own: row.charge_left, ended: await endedFees(client, orderId) },
    isBeingChanged: row.is_being_changed,
    kept: keptOf(row),
    firstPresentationId: firstPresentationOf(items),
    items: items.filter(({ isGone }) => !isGone),
    gone: new Set(gone.map(({ item }) => item)),
  }
}

function keptOf({ kept, kept_by_policy: byPolicy }: Pick<OrderRow, 'kept' | 'kept_by_policy'>): KeptCharges {
  return { byPolicy, unknown: byPolicy.reduce((rest, { amount }) => rest - amount, kept) }
}

/** Shares of a percentage are what they were when it was paid: by all items of the order that it was taken of, also those that are gone. */
function withShares(items: readonly CancellableItem[], { percent_charge: charge, charge_percent: percent }: OrderRow): ItemToCancel[] {
  const charged = items.map(({ paid, isCharged }) => (isCharged ? paid : 0))
  const shares = charge === 0 ? [] : sharesOf({ charge, percent }, charged)
  return items.map((item, at) => {
    const share = shares[at] ?? 0
    return { ...item, share, worth: item.paid + share - (item.credited ?? 0) }
  })
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
