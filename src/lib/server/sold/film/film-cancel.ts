import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import { endSince } from '#lib/domain/orders/cancel-rules.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { lockFilmTicket, type TicketTerms } from '#lib/server/vod/film-tickets.ts'
import { cancellableItems } from '../port/order-items.ts'
import type { CancellableItem, CancelTime, OwnTerms } from '../port/port.ts'

/** Terms of cancelling a ticket to watch: by the film's policy, never once it was played, of a stream until it begins. */
export async function filmItemsOf(
  client: Queryable,
  { orderId, ...time }: CancelTime & { readonly orderId: string },
): Promise<readonly CancellableItem[]> {
  const items = await cancellableItems(client, orderId, { kind: 'film', terms: null })
  const ticket = await lockFilmTicket(client, orderId)
  const policy = (await catalogue()).films.get(ticket?.filmId ?? 0)?.cancellation ?? null
  return items.map((item) => ({ ...item, terms: termsOf(policy, ticket, time) }))
}

function termsOf(policy: CancellationPolicy | null, ticket: TicketTerms | undefined, { boughtAt, now }: CancelTime): OwnTerms {
  const ends = [policy ? endSince(boughtAt, policy) : Infinity, ticket?.startsAt ?? Infinity]
  const until = Math.min(...ends)
  return {
    refusal: refusalOf(policy, ticket) ?? (now >= until ? 'TOO_FAR_FROM_PURCHASE_DATE' : undefined),
    policy,
    until: until === Infinity ? null : until,
  }
}

function refusalOf(policy: CancellationPolicy | null, ticket: TicketTerms | undefined): RefusalCode | undefined {
  if (!policy) return 'CANCEL_NOT_ALLOWED'
  if (ticket?.isPlayed) return 'VOD_PLAYED'
  return ticket?.isOver ? 'VOD_TOO_LATE' : undefined
}
