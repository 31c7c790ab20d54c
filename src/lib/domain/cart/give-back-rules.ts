import { worthOfUsed } from './membership-entries.ts'
import type { ResaleTerms } from '#lib/domain/catalogue/memberships.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'

/** An evening of a bought series or season, as the rules of giving it back see it. */
export interface BoughtEvening {
  /** ms since 1970. */
  readonly startsAt: number
  readonly isCalledOff: boolean
  /** Paid and not cancelled, neither itself nor with its membership. */
  readonly isActive: boolean
  readonly isUsed: boolean
  /** Exchanged for another evening, or about to be. */
  readonly isExchanged: boolean
  /** Sent on to somebody else, who comes with a code of their own. */
  readonly isSentOn: boolean
  /** Had in exchange for an evening: what was paid for it belongs to the membership's order, so there is nothing of its own to credit. */
  readonly isStandIn: boolean
  /** null: it is not given back, or was taken back. */
  readonly resale: 'offered' | 'sold' | null
}

const MINUTE = 60_000

/**
 * Why an evening is not given back for resale; undefined: it may be. NOT_ACTIVE (it counts no more, or was used, exchanged or sent on), ON_RESALE (it is offered
 * or sold on already), PRSNT_NOT_FOUND (called off), RESALE_NOT_ALLOWED (also of what was had in exchange), TOO_CLOSE_TO_PRSNT_DATE.
 * @param now ms since 1970, by the database's clock
 */
export function mayGiveBack(evening: BoughtEvening, terms: ResaleTerms | null, now: number): RefusalCode | undefined {
  if (evening.resale !== null) return 'ON_RESALE'
  if (!evening.isActive || evening.isUsed || evening.isExchanged || evening.isSentOn) return 'NOT_ACTIVE'
  if (evening.isCalledOff) return 'PRSNT_NOT_FOUND'
  if (!terms || evening.isStandIn) return 'RESALE_NOT_ALLOWED'
  return now >= givenBackUntil(evening, terms) ? 'TOO_CLOSE_TO_PRSNT_DATE' : undefined
}

/** Until when an evening is given back, ms since 1970. */
export function givenBackUntil({ startsAt }: Pick<BoughtEvening, 'startsAt'>, { untilMinutes }: ResaleTerms): number {
  return startsAt - untilMinutes * MINUTE
}

/**
 * What one evening is worth of what a membership cost, by the rule of cancelling, and what of that is credited once it is sold on; rounded down. No percentage on
 * the order is taken of a membership (decisions 1 and 48), so an evening has no share of one.
 * @param evenings how many the membership has
 */
export function resaleShare(
  paid: Agorot,
  evenings: number,
  { percent, fee }: ResaleTerms,
): { readonly share: Agorot; readonly credit: Agorot } {
  const share = worthOfUsed(paid, evenings, 1)
  return { share, credit: Math.max(0, Math.floor((share * percent) / 100) - fee) }
}
