import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { toShekels, type Agorot } from '#lib/domain/money/money.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import { productItemId } from '#lib/domain/catalogue/product-item.ts'
import type { AnalyticsItem } from './analytics.ts'
import type { OrderLines, ProductLine, SeatLine } from '#lib/client/order/order-lines.ts'

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

/** Tickets and products of an order; a seat without a price is in neither (spec §5). */
export function itemsOf(lines: OrderLines, presentations: readonly PresentationAnswer[]): AnalyticsItem[] {
  return [...lines.seats.flatMap((line) => ticketItem(line, presentations)), ...lines.products.map(productItem)]
}

function ticketItem(
  { seat, ticket, price, oldPrice, serviceCharge }: SeatLine,
  presentations: readonly PresentationAnswer[],
): AnalyticsItem[] {
  const presentation = presentations.find((one) => one.id === seat.presentationId)
  if (!presentation) return []
  const discount = oldPrice === null ? {} : { discount: toShekels(oldPrice - price) }
  return [{ ...itemOf(presentation), item_variant: ticket.name, price: toShekels(price + serviceCharge), ...discount }]
}

function productItem({ product, quantity, price }: ProductLine): AnalyticsItem {
  return { item_id: productItemId(product.id), item_name: product.name, price: toShekels(price), quantity }
}

/** What items are worth together. */
export function valueOf(items: readonly AnalyticsItem[]): number {
  const agorot = items.reduce<Agorot>((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
  return toShekels(agorot)
}

/** Names of seats by where they are: the same seat has the same name on every page. Places of general admission are counted. */
export function seatNamesOf(seats: readonly Pick<OrderSeat, 'presentationId' | 'sectionId' | 'x' | 'y'>[]): readonly string[] {
  const counted = new Map<string, number>()
  return seats.map(({ presentationId, sectionId, x, y }) => {
    const section = `${String(presentationId)}.${String(sectionId)}`
    if (x !== null && y !== null) return `${section}.${String(x)}.${String(y)}`
    const place = (counted.get(section) ?? 0) + 1
    counted.set(section, place)
    return `${section}.place-${String(place)}`
  })
}
