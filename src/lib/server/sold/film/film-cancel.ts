import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import { endSince } from '#lib/domain/orders/cancel-rules.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { lockFilmTicket, type TicketTerms } from '#lib/server/vod/film-tickets.ts'
import { cancellableItems } from '../port/order-items.ts'
import type { CancellableItem, CancelTime, OwnTerms } from '../port/port.ts'

/** Terms of cancelling a ticket to watch: by the film's policy, never once it was played, of a stream until it begins; one that was called off always. */
export async function filmItemsOf(
  client: Queryable,
  { orderId, ...time }: CancelTime & { readonly orderId: string },
): Promise<readonly CancellableItem[]> {
  const items = await cancellableItems(client, orderId, { kind: 'film', terms: null })
  const ticket = await lockFilmTicket(client, orderId)
  const film = (await catalogue()).films.get(ticket?.filmId ?? 0)
  const terms = film?.isCancelled ? calledOffTerms(ticket) : termsOf(film?.cancellation ?? null, ticket, time)
  return items.map((item) => ({ ...item, terms }))
}

/** All of it goes back at any time, whatever the policy, unless it was played. */
function calledOffTerms(ticket: TicketTerms | undefined): OwnTerms {
  return { refusal: ticket?.isPlayed ? 'VOD_PLAYED' : undefined, policy: null, until: null }
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
