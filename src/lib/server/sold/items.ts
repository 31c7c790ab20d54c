import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { kindNamed } from './kinds.ts'
import type { CancelTime, CancellableItem, OrderOfLines } from './port/port.ts'

/** What an order has bought, of all kinds, in the order of the register; what is gone too. */
export async function itemsOfOrder(
  client: Queryable,
  order: CancelTime & Pick<OrderOfLines, 'orderId' | 'kinds'>,
): Promise<readonly CancellableItem[]> {
  const items: CancellableItem[] = []
  for (const name of order.kinds) items.push(...(await kindNamed(name).itemsOf(client, order, items)))
  return items
}

/** Cancels items by their kinds, in a transaction that has the order locked. */
export async function cancelItems(
  client: Queryable,
  orderId: string,
  cancellationId: string,
  items: readonly CancellableItem[],
): Promise<void> {
  for (const [name, own] of Map.groupBy(items, ({ kind }) => kind)) await kindNamed(name).cancel(client, orderId, cancellationId, own)
}
