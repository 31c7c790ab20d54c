import type { CheckedProduct } from '#lib/domain/cart/check-product.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { firstPresentationOf, type CancellableItem, type OrderCancellation, type ShownLine } from '../port/port.ts'

/** What an order has of products, with the names and prices that they are sold at. */
export async function insertProducts(client: Queryable, orderId: string, lines: readonly CheckedProduct[]): Promise<void> {
  const products = lines.map(({ product, quantity }) => ({
    product_id: product.id,
    name: product.name,
    quantity,
    unit_price: product.price,
  }))
  await client.query({
    name: 'insert-order-products',
    text: `INSERT INTO order_product (order_id, product_id, name, quantity, unit_price)
           SELECT $1, product_id, name, quantity, unit_price
           FROM jsonb_to_recordset($2::jsonb) AS p (product_id int, name text, quantity int, unit_price int)`,
    values: [orderId, JSON.stringify(products)],
  })
}

type ProductRow = Pick<CancellableItem, 'line' | 'id' | 'item' | 'name' | 'quantity' | 'paid' | 'isGone'>

/**
 * Products go by the policy of the order's first presentation, or all of it back if the house has moved a ticket for it; or else by the terms of its first line.
 * They go back with the last of its tickets.
 */
export async function productItemsOf(client: Queryable, orderId: string, before: readonly CancellableItem[]): Promise<CancellableItem[]> {
  const { rows } = await client.query<ProductRow>({
    name: 'products-to-cancel',
    text: `SELECT product_id AS line, product_id AS id, 'product-' || product_id AS item, name, quantity, quantity * unit_price AS paid, cancellation_id IS NOT NULL AS "isGone"
           FROM order_product WHERE order_id = $1 ORDER BY product_id`,
    values: [orderId],
  })
  const presentationId = firstPresentationOf(before)
  const first = before.find(({ terms }) => terms !== null)?.terms
  const common = {
    kind: 'product',
    place: null,
    presentationId,
    terms: presentationId === null && first ? { ...first, usedWorth: 0 } : null,
    isExtra: true,
    isMoved: before.some((one) => one.presentationId === presentationId && one.isMoved === true),
    isCharged: true,
    isUsed: false,
    covered: null,
  }
  return rows.map((row) => ({ ...common, ...row }))
}

/** Marks products of an order as cancelled. */
export async function cancelProducts(
  client: Queryable,
  { orderId, cancellationId }: OrderCancellation,
  items: readonly CancellableItem[],
): Promise<void> {
  await client.query({
    name: 'cancel-products',
    text: 'UPDATE order_product SET cancellation_id = $1 WHERE order_id = $2 AND product_id = ANY ($3::int[])',
    values: [cancellationId, orderId, items.map(({ line }) => line)],
  })
}

export async function shownProducts(client: Queryable, orderId: string): Promise<readonly ShownLine[]> {
  const { rows } = await client.query<ShownLine>({
    name: 'shown-products',
    text: `SELECT product_id AS id, name, quantity, unit_price AS "unitPrice", cancellation_id IS NOT NULL AS "isCancelled", true AS "isCollected"
           FROM order_product WHERE order_id = $1 ORDER BY product_id`,
    values: [orderId],
  })
  return rows
}
