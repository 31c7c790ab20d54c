import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { push, pushOnce, takeUnpushed } from './analytics.ts'
import { itemOf, itemsOf, seatNamesOf, valueOf } from './analytics-items.ts'
import type { OrderLines } from '#lib/client/order/order-lines.ts'

/** Somebody looks at a presentation. */
export function pushViewed(presentation: PresentationAnswer): void {
  const item = itemOf(presentation)
  pushOnce('view_item', String(presentation.id), { value: item.price, items: [item] })
}

/** The chosen seats that have not been told yet are in the cart: one more seat does not tell the others again. */
export function pushAdded(seats: OrderLines['seats'], presentation: PresentationAnswer): void {
  const names = seatNamesOf(seats.map(({ seat }) => seat))
  const fresh = new Set(takeUnpushed('add_to_cart', names))
  const added = seats.filter((_line, at) => fresh.has(names[at] ?? ''))
  if (added.length === 0) return
  const items = itemsOf({ seats: added, products: [] }, [presentation])
  push('add_to_cart', { value: valueOf(items), items })
}
