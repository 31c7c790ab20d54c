import type { Ticket, TicketGroup } from './catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { OrderCharge } from '#lib/domain/pricing/price-order.ts'
import { ticketForAnybody } from './price-range.ts'
import { priceAlone } from '#lib/domain/pricing/share-charge.ts'

/** The ticket of a newly selected seat: the first of the group with a multiplyFactor of 1 or less that everybody may have (spec §4). */
export function defaultTicket<T extends Pick<Ticket, 'multiplyFactor' | 'access' | 'walkin'>>(
  group: { readonly tickets: readonly T[] } | undefined,
): T | undefined {
  return group?.tickets.find((ticket) => ticket.multiplyFactor <= 1 && ticket.access === 'open' && !ticket.walkin)
}

/** The price of an order of one seat of a group that anybody can buy; undefined if there is none. @param isTotal whether prices include all charges */
export function priceFromOf(group: TicketGroup | undefined, charge: OrderCharge | null, isTotal: boolean): Agorot | undefined {
  const ticket = ticketForAnybody(group)
  if (ticket?.price == null) return undefined
  return priceAlone({ price: ticket.price, serviceCharge: ticket.serviceCharge }, charge, isTotal)
}
