import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { returnBundleTickets } from '#lib/server/entitlements/bundle-returns.ts'
import type { CancellableItem, OrderCancellation } from '../port/port.ts'
import { freeClaims, lockClaims, returnUses } from './free-claims.ts'
import { endResales, lockResales } from './resale-rows.ts'

interface TicketRow extends Pick<
  CancellableItem,
  'line' | 'id' | 'item' | 'name' | 'paid' | 'isOfBundle' | 'isUsed' | 'covered' | 'isGone' | 'isSent' | 'isMoved'
> {
  readonly presentationId: number
  /** Whether it was had in exchange for an evening of a membership, and the house has not called it off. */
  readonly standsIn: boolean
  readonly sectionName: string
  readonly rowName: string | null
  readonly seatName: string | null
}

/** A ticket that stands in for an evening is exchanged again, or used: what it is worth was paid with the membership. */
const NOT_BY_ITSELF = { refusal: 'CANCEL_NOT_ALLOWED', policy: null, until: null } as const

/**
 * Tickets that a membership's line pays are cancelled with that line; of them only those that were used stay an item. Of an unpaid hold no tickets are issued yet: its lines are named by their numbers.
 */
export async function ticketItemsOf(client: Queryable, { orderId }: { readonly orderId: string }): Promise<CancellableItem[]> {
  await lockResales(client, orderId)
  const { rows } = await client.query<TicketRow>({
    name: 'tickets-to-cancel',
    text: `SELECT line, ticket_id AS id, coalesce(ticket_identifier, 'line-' || line) AS item, presentation_id AS "presentationId", ticket_name AS name,
             section_name AS "sectionName", row_name AS "rowName", seat_name AS "seatName", price + service_charge AS paid, bundle_id IS NOT NULL AS "isOfBundle", used_at IS NOT NULL AS "isUsed",
             is_gone(s) AS "isGone", is_sent(s) AS "isSent", is_moved(s) AS "isMoved", evening_order IS NOT NULL AND NOT (SELECT is_cancelled FROM presentation p WHERE p.presentation_id = s.presentation_id) AS "standsIn",
             CASE WHEN bool_or(is_sub_ticket) OVER same THEN presentation_id || ':' || ticket_id || ':' || coalesce(entitlement_id, 0) END AS covered
           FROM order_seat s WHERE order_id = $1 AND (membership_line IS NULL OR used_at IS NOT NULL)
           WINDOW same AS (PARTITION BY presentation_id, ticket_id, entitlement_id) ORDER BY line`,
    values: [orderId],
  })
  const common = { kind: 'seat', quantity: 1, isExtra: false, isCharged: true } as const
  return rows.map(({ sectionName, rowName, seatName, standsIn, ...ticket }) => ({
    ...{ ...common, ...ticket, place: { sectionName, rowName, seatName } },
    terms: standsIn ? NOT_BY_ITSELF : null,
  }))
}

/** Marks tickets of an order as cancelled; their seats are free, and their uses and the tickets of bundles come back. */
export async function cancelTickets(
  client: Queryable,
  { orderId, cancellationId }: OrderCancellation,
  items: readonly CancellableItem[],
): Promise<void> {
  await lockClaims(client, [orderId])
  const { rowCount } = await client.query({
    name: 'cancel-tickets',
    text: 'UPDATE order_seat SET cancellation_id = $1 WHERE order_id = $2 AND line = ANY ($3::int[])',
    values: [cancellationId, orderId, items.map(({ line }) => line)],
  })
  if (rowCount !== items.length) throw new Error('A ticket to cancel is not there.')
  await freeClaims(client, orderId, cancellationId)
  await endResales(client, orderId, cancellationId)
  await returnUses(client, orderId, cancellationId)
  await returnBundleTickets(client, orderId, cancellationId)
}

/** Cancels the tickets that lines of memberships pay, but for used ones; their seats are free. */
export async function cancelCoveredTickets(
  client: Queryable,
  { orderId, cancellationId }: OrderCancellation,
  membershipLines: readonly number[],
): Promise<void> {
  await lockClaims(client, [orderId])
  await client.query({
    name: 'cancel-covered-tickets',
    text: `UPDATE order_seat s SET cancellation_id = $1 WHERE order_id = $2 AND membership_line = ANY ($3::int[]) AND used_at IS NULL AND NOT is_gone(s)`,
    values: [cancellationId, orderId, membershipLines],
  })
  await freeClaims(client, orderId, cancellationId)
  await endResales(client, orderId, cancellationId)
}
