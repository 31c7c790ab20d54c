import { changeRefusal } from '#lib/domain/orders/change-rules.ts'
import type { Catalogue, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import { checkReplacement } from '#lib/domain/orders/check-replacement.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import { tellWhoOrdered } from '#lib/server/outbox/outbox-queue.ts'
import { lockOrder } from './terms/ticket-change.ts'
import { boughtOrderOf, type BoughtLine, type BoughtOrder } from './terms/ticket-change-rows.ts'

interface Wanted {
  readonly ticketIdentifier: string
  readonly ticketId: number
}

/**
 * Puts another ticket on a bought seat, in one transaction: the issued ticket is void, and another is issued. It keeps ticket group and price (spec §5), so no
 * money moves; a ticket that takes a code, or asks for something, is no such ticket.
 * Refusals: NOT_FOUND (another's order, none, not paid, or no such ticket of it), ORDER_CONFLICT (it is given back), TICKET_SENT (a friend has it), ticketNotFound, REPLACEMENT_MISMATCH, NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT (a date of a membership), those of
 * `changeRefusal`, CONTACT_PROVIDER (used, redeemed by a code, or a part of what covers several seats).
 */
export async function replaceOnSeat(uuid: string, resId: string, wanted: Wanted): Promise<Result<{ ticketIdentifier: string }>> {
  const from = await catalogue()
  return inTransaction(async (client) => {
    const seen = await boughtOrderOf(client, uuid, resId)
    if (!seen) return refuse('NOT_FOUND')
    await lockOrder(client, seen.orderId)
    // As it is now that nobody else can change it.
    const order = await boughtOrderOf(client, uuid, resId)
    const old = order?.tickets.find(({ ticketIdentifier }) => ticketIdentifier === wanted.ticketIdentifier)
    if (!order || !old) return refuse('NOT_FOUND')
    const ticket = ticketOf(from, old, wanted.ticketId)
    if (!ticket) return refuse('ticketNotFound')
    const replacement = { order, old, ticket }
    const refusal = refusalOf(from, replacement)
    if (refusal) return refuse(refusal)
    return accept({ ticketIdentifier: await reissue(client, uuid, replacement) })
  })
}

/** Tickets that this one could be replaced by: of the same group, at the same price. */
export function otherTicketsOn({ ticketGroups }: Catalogue, old: BoughtLine): readonly Ticket[] {
  if (old.covered !== null || old.grantKind !== null || old.evening !== null) return []
  const others = ticketGroups.get(old.ticketGroupId ?? 0)?.tickets.filter((ticket) => ticket.id !== old.ticketId && isPlain(ticket)) ?? []
  return others.filter((ticket) => checkReplacement(seatTicketOf(old), newTicketOf(ticket)) === undefined)
}

/** A ticket that everybody of any age may have, for one seat, that asks for nothing. */
function isPlain({ access, walkin, ref1prompt, ref2prompt, multiplyFactor, minAge, maxAge }: Ticket): boolean {
  const asks = ref1prompt !== null || ref2prompt !== null || minAge !== null || maxAge !== null
  return access === 'open' && !walkin && !asks && multiplyFactor <= 1
}

function seatTicketOf({ ticketGroupId, paid }: BoughtLine) {
  return { ticketGroupId: ticketGroupId ?? 0, price: paid }
}

function newTicketOf({ ticketGroupId, price, serviceCharge }: Ticket) {
  return { ticketGroupId, price: (price ?? 0) + serviceCharge, isByCode: false }
}

/** Of any group that the showing sells: another group than the seat's is a mismatch, not unknown. */
function ticketOf({ presentations, ticketGroups }: Catalogue, old: BoughtLine, ticketId: number): Ticket | undefined {
  const groups = presentations.get(old.presentationId)?.prices.map(({ ticketGroupId }) => ticketGroups.get(ticketGroupId)) ?? []
  const ticket = groups.flatMap((group) => group?.tickets ?? []).find(({ id }) => id === ticketId)
  return ticket && isPlain(ticket) ? ticket : undefined
}

/** A line of a bought order, and the ticket that it gets. */
interface Replacement {
  readonly order: BoughtOrder
  readonly old: BoughtLine
  readonly ticket: Ticket
}

function refusalOf({ presentations }: Catalogue, { order, old, ticket }: Replacement): RefusalCode | undefined {
  if (old.isReleased) return 'ORDER_CONFLICT'
  if (old.isSent) return 'TICKET_SENT'
  if (old.evening) return 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT'
  if (old.isUsed || old.covered !== null || old.grantKind !== null) return 'CONTACT_PROVIDER'
  if (ticket.price === null) return 'NO_PRICE_POLICY'
  return changeRefusal([presentations.get(old.presentationId)], order) ?? checkReplacement(seatTicketOf(old), newTicketOf(ticket))
}

async function reissue(client: Queryable, uuid: string, { order: { orderId }, old, ticket }: Replacement): Promise<string> {
  const issued = unguessable(20)
  await client.query({
    name: 'reissue-ticket',
    text: `WITH gone AS (INSERT INTO replaced_ticket (ticket_identifier, order_id, line, ticket_id, ticket_name)
             SELECT ticket_identifier, order_id, line, ticket_id, ticket_name FROM order_seat WHERE order_id = $1 AND line = $2)
           UPDATE order_seat SET ticket_identifier = $3, ticket_id = $4, ticket_name = $5, price = $6, service_charge = $7
           WHERE order_id = $1 AND line = $2`,
    values: [orderId, old.line, issued, ticket.id, ticket.name, ticket.price, ticket.serviceCharge],
  })
  await audit(client, { action: 'ticket replaced', subject: orderId, uuid, facts: { line: old.line, from: old.ticketId, to: ticket.id } })
  await tellWhoOrdered(client, orderId, `replacement ${issued}`)
  return issued
}
