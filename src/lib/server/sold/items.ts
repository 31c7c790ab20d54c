import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { kindNamed, soldKinds } from './kinds.ts'
import { cancellableItems } from './port/order-items.ts'
import type { CancelTime, CancellableItem, OrderCancellation, OrderOfLines, OwnTerms } from './port/port.ts'

/** Nothing here knows how to take back what is no longer sold: its buyer is sent to the house. */
const NO_LONGER_SOLD: OwnTerms = { refusal: 'CONTACT_PROVIDER', policy: null, until: null }

/** What an order has bought, of all kinds, in the order of the register; what is gone too. Of a kind that is no longer sold its stored lines are told. */
export async function itemsOfOrder(
  client: Queryable,
  order: CancelTime & Pick<OrderOfLines, 'orderId' | 'kinds'>,
): Promise<readonly CancellableItem[]> {
  const items: CancellableItem[] = []
  for (const name of order.kinds) {
    const kind = soldKinds().find((one) => one.name === name)
    items.push(
      ...(await (kind
        ? kind.itemsOf(client, order, items)
        : cancellableItems(client, order.orderId, { kind: name, terms: NO_LONGER_SOLD }))),
    )
  }
  return items
}

/** Cancels items by their kinds, in a transaction that has the order locked. */
export async function cancelItems(client: Queryable, cancellation: OrderCancellation, items: readonly CancellableItem[]): Promise<void> {
  for (const [name, own] of Map.groupBy(items, ({ kind }) => kind)) await kindNamed(name).cancel(client, cancellation, own)
}
