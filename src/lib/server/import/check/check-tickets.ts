import type { GrantKind } from '#lib/domain/entitlements/grant.ts'
import type { TicketGroupItem } from '#lib/server/import/schema/catalogue-schema.ts'
import type { Known, KnownTicket } from './known.ts'
import type { Prepared } from './prepare.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes } from '#lib/server/import/read/report.ts'

/** Requirements on the tickets that each kind of entitlement gives. */
const WANTED: Readonly<Record<GrantKind, (ticket: KnownTicket) => string | undefined>> = {
  coupon: ({ access }) => (access === 'code' ? undefined : 'its access is not "code"'),
  voucher: ({ access }) => (access === 'voucher' ? undefined : 'its access is not "voucher"'),
  member: ({ access }) => (access === 'member' ? undefined : 'its access is not "member"'),
  senior: ({ access }) => (access === 'senior' ? undefined : 'its access is not "senior"'),
  site: ({ access }) => (access === 'site' ? undefined : 'its access is not "site"'),
  reference: ({ referenceCheck }) => (referenceCheck === 'list' ? undefined : 'its referenceCheck is not "list"'),
}

/** Every group needs a ticket for newly selected seats (spec §4), and entitlements must name existing, suitable tickets. */
export function checkTickets(prepared: Prepared, known: Known, notes: ImportNotes): void {
  for (const group of prepared.ticketGroups) checkGroup(group, notes)
  const tickets = joinTickets(prepared, known)
  for (const { item, place } of prepared.entitlements) {
    for (const [index, id] of item.tickets.entries()) {
      const here = item.kind === 'reference' || item.kind === 'site' ? inside(place, 'ticketId') : inside(place, 'tickets', index)
      const ticket = tickets.get(id)
      const problem = ticket ? WANTED[item.kind](ticket) : 'there is no such ticket'
      if (problem) notes.problem(here, `ticket ${String(id)}: ${problem}`)
    }
  }
}

function checkGroup({ item, place }: Sourced<TicketGroupItem>, notes: ImportNotes): void {
  const usual = item.tickets.findIndex((ticket) => ticket.multiplyFactor <= 1)
  const ticket = item.tickets[usual]
  if (!ticket) notes.problem(inside(place, 'tickets'), 'has no ticket for one seat, which a newly selected seat would get')
  else if (ticket.access !== 'open' || ticket.walkin)
    notes.problem(inside(place, 'tickets', usual), 'is what a newly selected seat gets, so it is open and not for the box office only')
  for (const [index, one] of item.tickets.entries()) {
    const here = inside(place, 'tickets', index)
    if (one.multiplyFactor > 1 && one.access === 'open') notes.problem(here, 'covers several seats, so it is not open')
    if (one.multiplyFactor > 1 && one.access === 'site') notes.problem(here, 'covers several seats, so no mini-site sells it')
    if (one.referenceCheck !== 'none' && one.access !== 'open') notes.problem(here, 'checks what is typed, so it is open')
    if (one.referenceCheck !== 'none' && !one.ref1prompt) notes.problem(here, 'checks what is typed, but has no ref1prompt')
  }
}

/** If the files list a group, only its tickets in the files remain. */
export function joinTickets({ ticketGroups }: Prepared, known: Known): ReadonlyMap<number, KnownTicket> {
  const listed = new Set(ticketGroups.map(({ item }) => item.id))
  const stay = [...known.tickets].filter(([, ticket]) => !listed.has(ticket.ticketGroupId))
  const own = ticketGroups.flatMap(({ item }) => item.tickets.map((ticket) => [ticket.id, { ...ticket, ticketGroupId: item.id }] as const))
  return new Map<number, KnownTicket>([...stay, ...own])
}
