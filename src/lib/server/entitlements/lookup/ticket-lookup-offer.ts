import type { Catalogue, Presentation, Ticket, TicketGroup } from '#lib/domain/catalogue/catalogue.ts'
import { kindOfAccess, type CodeKind } from '#lib/domain/entitlements/grant.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'

/** The place for which a ticket is looked up. */
export interface LookupPlace {
  readonly ticketGroupId?: number | undefined
  readonly sectionId?: number | undefined
  readonly ignoreTicketIds?: readonly number[] | undefined
}

/** The tickets that a presentation sells there. */
export interface LookupOffer {
  readonly presentation: Presentation
  readonly groups: readonly TicketGroup[]
  readonly ignored: ReadonlySet<number>
}

/** Refusals: NOT_FOUND, ticketNotFound (a group that is not sold there, or a section of another plan). */
export function offerAt(from: Catalogue, presentationId: number, place: LookupPlace): Result<LookupOffer> {
  const presentation = from.presentations.get(presentationId)
  if (!presentation) return refuse('NOT_FOUND')
  const groups = [...groupIdsAt(from, presentation, place.sectionId)]
    .filter((id) => place.ticketGroupId === undefined || id === place.ticketGroupId)
    .map((id) => from.ticketGroups.get(id))
    .filter((group) => group !== undefined)
  return groups.length === 0 ? refuse('ticketNotFound') : accept({ presentation, groups, ignored: new Set(place.ignoreTicketIds) })
}

function groupIdsAt(from: Catalogue, { prices, seatplanId }: Presentation, sectionId: number | undefined): ReadonlySet<number> {
  const section = from.seatplans.get(seatplanId)?.sections.find(({ id }) => id === sectionId)
  const sold = prices
    .filter(({ allocationId }) => allocationId !== -1)
    .filter(({ category }) => sectionId === undefined || (section?.categories[category] ?? 0) > 0)
  return new Set(sold.map((price) => price.ticketGroupId))
}

/** Whether the site sells the ticket at all. */
export function isSoldHere({ ignored }: LookupOffer, { id, walkin, price }: Ticket): boolean {
  return !walkin && price !== null && !ignored.has(id)
}

/** The tickets that a code may give: those of groups that accept codes. */
export function codeTickets(offer: LookupOffer): readonly Ticket[] {
  return offer.groups
    .filter((group) => group.isByCodeEnabled)
    .flatMap((group) => group.tickets.filter((ticket) => ticket.access !== 'open' && ticket.access !== 'site' && isSoldHere(offer, ticket)))
}

/** The kind of grant that gives a ticket. */
export function kindOf({ access }: Pick<Ticket, 'access'>): CodeKind {
  return access === 'open' || access === 'site' ? 'coupon' : kindOfAccess(access)
}
