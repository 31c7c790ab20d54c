import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { toShekels } from '#lib/domain/money.ts'
import type { AnalyticsItem } from './analytics.ts'
import type { OrderLines } from './order-lines.ts'

/** The presentation as something that is looked at. */
export function itemOf(presentation: PresentationAnswer): AnalyticsItem {
  return {
    item_id: String(presentation.id),
    item_name: presentation.featureName,
    item_category: presentation.featureCategoryName,
    location_id: String(presentation.locationId),
    price: presentation.priceFrom ?? 0,
    quantity: 1,
  }
}

/** Tickets and products of an order. */
export function itemsOf(lines: OrderLines, presentations: readonly PresentationAnswer[]): AnalyticsItem[] {
  const tickets = lines.seats.flatMap(({ seat, ticket, price, serviceCharge }) => {
    const presentation = presentations.find((one) => one.id === seat.presentationId)
    return presentation ? [{ ...itemOf(presentation), item_variant: ticket.name, price: toShekels(price + serviceCharge) }] : []
  })
  const products = lines.products.map(({ product, quantity, price }) => ({
    item_id: `product-${String(product.id)}`,
    item_name: product.name,
    price: toShekels(price),
    quantity,
  }))
  return [...tickets, ...products]
}
