import { MOST_ORDERS, type KeyedOrder } from '#lib/contract/staff/for-keys.ts'
import { formatOrderNumber, readOrderNumber } from '#lib/domain/orders/order-number.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** Which orders are asked for. */
export interface WantedOrders {
  /** null: of everybody. */
  readonly businessIds: readonly number[] | null
  /** The number of the order after which the list goes on. */
  readonly before?: string | undefined
  readonly since?: string | undefined
  readonly presentationId?: number | undefined
}

interface Row extends Omit<KeyedOrder, 'createdAt' | 'currency'> {
  readonly createdAt: Date
}

/** Of businesses are orders with a presentation of one of them; an order of none, such as of a donation, is of the whole house only. */
const ORDER = `SELECT o.order_number AS "orderNumber", o.state, o.amount_due AS amount, o.created_at AS "createdAt", coalesce(shown.list, '[]') AS presentations
  FROM orders o CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('presentationId', presentation_id, 'tickets', tickets) ORDER BY presentation_id) AS list
    FROM (SELECT s.presentation_id, count(*) FILTER (WHERE NOT is_gone(s)) AS tickets FROM order_seat s WHERE s.order_id = o.order_id GROUP BY 1) AS of_presentation) AS shown
  WHERE o.state IN ('unpaid', 'paid', 'refunding', 'refunded')
    AND ($1::int[] IS NULL OR EXISTS (SELECT FROM order_seat s JOIN presentation p USING (presentation_id) WHERE s.order_id = o.order_id AND p.business_id = ANY ($1)))`

/** The newest orders first. @returns one more than `MOST_ORDERS` if there are more; none after an order that is not there, or is another's */
export async function ordersOfBusinesses({ businessIds, before, since, presentationId }: WantedOrders): Promise<readonly KeyedOrder[]> {
  const number = before === undefined ? null : (readOrderNumber(before) ?? '')
  const { rows } = await database().query<Row>({
    name: 'orders-of-businesses',
    text: `${ORDER}
      AND ($2::text IS NULL OR (o.created_at, o.order_id) < (
        SELECT l.created_at, l.order_id FROM orders l
        WHERE l.order_number = $2 AND ($1::int[] IS NULL
          OR EXISTS (SELECT FROM order_seat s JOIN presentation p USING (presentation_id) WHERE s.order_id = l.order_id AND p.business_id = ANY ($1)))))
      AND ($3::timestamptz IS NULL OR o.created_at >= $3)
      AND ($4::int IS NULL OR EXISTS (SELECT FROM order_seat s WHERE s.order_id = o.order_id AND s.presentation_id = $4))
      ORDER BY o.created_at DESC, o.order_id DESC LIMIT $5`,
    values: [businessIds, number, since ?? null, presentationId ?? null, MOST_ORDERS + 1],
  })
  return rows.map(describe)
}

/** One of them by its number; undefined if there is none, or it is another's. */
export async function orderOfBusinesses(typed: string, businessIds: readonly number[] | null): Promise<KeyedOrder | undefined> {
  const { rows } = await database().query<Row>({
    name: 'order-of-businesses',
    text: `${ORDER} AND o.order_number = $2`,
    values: [businessIds, readOrderNumber(typed) ?? ''],
  })
  return rows[0] && describe(rows[0])
}

function describe({ orderNumber, amount, createdAt, ...order }: Row): KeyedOrder {
  return {
    ...order,
    orderNumber: formatOrderNumber(orderNumber),
    amount: toShekels(amount),
    currency: 'ILS',
    createdAt: createdAt.toISOString(),
  }
}
