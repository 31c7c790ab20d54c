import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { byStart, presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
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

/** An evening and the membership that it was bought with. */
interface EveningOf {
  readonly evening: Presentation
  readonly membership: Pick<Membership, 'exchange' | 'choice'>
}

/**
 * What an evening may be exchanged for: other dates of the same feature, dates that its season has to choose, and what its membership names; none that only
 * mini-sites sell.
 * @returns by presentation, in the order of the catalogue, its supplement
 */
export function standInsOf(
  { evening, membership }: EveningOf,
  from: Pick<Catalogue, 'presentations'>,
  now: number,
): ReadonlyMap<number, Agorot> {
  const supplements = new Map(membership.choice?.options.map(({ presentationId, supplement }) => [presentationId, supplement]))
  const named = [...supplements.keys(), ...(membership.exchange?.presentationIds ?? [])].flatMap((id) => from.presentations.get(id) ?? [])
  const shows = new Set([...presentationsOf(from, evening.featureId), ...named])
  return new Map(
    [...shows]
      .filter((one) => !one.isOnlyInSites && mayExchangeFor(evening, one, now))
      .toSorted(byStart)
      .map(({ id }) => [id, supplements.get(id) ?? 0]),
  )
}

/** What a seat of a category costs anybody at a presentation, its service charge included; 0 if it is not sold there. */
export function ordinaryPriceAt({ ticketGroups }: Catalogue, presentation: Presentation, category: string | null): Agorot {
  const ticket = defaultTicket(ticketGroups.get(priceAt(presentation, { category })?.ticketGroupId ?? 0))
  return ticket ? (ticket.price ?? 0) + ticket.serviceCharge : 0
}
