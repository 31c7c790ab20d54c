import type { Ticket, TicketGroup } from './catalogue.ts'

/** The ticket of a newly selected seat: the first of the group with a multiplyFactor of 1 or less that everybody may have (spec §4). */
export function defaultTicket<T extends Pick<Ticket, 'multiplyFactor' | 'access' | 'walkin'>>(
  group: { readonly tickets: readonly T[] } | undefined,
): T | undefined {
  return group?.tickets.find((ticket) => ticket.multiplyFactor <= 1 && ticket.access === 'open' && !ticket.walkin)
}

/** What one seat of a group costs by default, ticket service charge included; undefined where it has no price. */
export function priceFromOf(group: TicketGroup | undefined): number | undefined {
  const ticket = defaultTicket(group)
  return ticket?.price == null ? undefined : ticket.price + ticket.serviceCharge
}
