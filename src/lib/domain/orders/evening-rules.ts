import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { mayExchangeFor } from './change-rules.ts'

/** Exchanging one evening of a series or season: the membership's terms stand in place of those of the presentation. */

const MINUTE = 60_000

/**
 * Why an evening is not exchanged: PRSNT_NOT_FOUND (not in the catalogue, or called off), NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT (its membership does not allow it),
 * TOO_CLOSE_TO_PRSNT_DATE.
 */
export function eveningRefusal(
  membership: Pick<Membership, 'exchange'> | undefined,
  evening: Pick<Presentation, 'isCancelled' | 'startsAt'> | undefined,
  now: number,
): RefusalCode | undefined {
  if (!evening || evening.isCancelled) return 'PRSNT_NOT_FOUND'
  if (!membership?.exchange) return 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT'
  return now > evening.startsAt - membership.exchange.untilMinutes * MINUTE ? 'TOO_CLOSE_TO_PRSNT_DATE' : undefined
}

type Showing = Pick<Presentation, 'id' | 'featureId' | 'businessId' | 'authProfileId' | 'isCancelled' | 'startsAt'>

/**
 * What an evening may be exchanged for: other dates of the same feature, dates that its season has to choose, and what its membership names.
 * @returns by presentation, how much more its supplement is than that of the evening
 */
export function standInsOf<Show extends Showing>(
  membership: Pick<Membership, 'exchange' | 'choice'>,
  evening: Show,
  presentations: Iterable<Show>,
  now: number,
): ReadonlyMap<number, Agorot> {
  const supplements = new Map(membership.choice?.options.map(({ presentationId, supplement }) => [presentationId, supplement]))
  const named = new Set([...supplements.keys(), ...(membership.exchange?.presentationIds ?? [])])
  const had = supplements.get(evening.id) ?? 0
  return new Map(
    [...presentations]
      .filter((one) => (one.featureId === evening.featureId || named.has(one.id)) && mayExchangeFor(evening, one, now))
      .map(({ id }) => [id, Math.max(0, (supplements.get(id) ?? 0) - had)]),
  )
}

/** What a seat of a category costs anybody at a presentation, its service charge included; 0 if it is not sold there. */
export function ordinaryPriceAt({ ticketGroups }: Catalogue, presentation: Presentation, category: string | null): Agorot {
  const ticket = defaultTicket(ticketGroups.get(priceAt(presentation, { category })?.ticketGroupId ?? 0))
  return ticket ? (ticket.price ?? 0) + ticket.serviceCharge : 0
}
