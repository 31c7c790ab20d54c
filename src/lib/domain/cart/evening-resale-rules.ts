import { worthOfUsed } from './membership-entries.ts'
import type { ResaleTerms } from '#lib/domain/catalogue/memberships/memberships.ts'
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
  /** Its membership was cancelled, and what was kept of it paid for this evening: of one had in exchange, which stays. */
  readonly isLeftOver: boolean
  /** null: it is not given back, or was taken back. */
  readonly resale: 'offered' | 'sold' | null
}

const MINUTE = 60_000

/**
 * Why an evening is not given back for resale; undefined: it may be. NOT_ACTIVE (it counts no more, or was used, exchanged or sent on), ON_RESALE (it is offered
 * or sold on already), PRSNT_NOT_FOUND (called off), RESALE_NOT_ALLOWED (also of what is left of a cancelled membership: nothing of that is to credit any more), TOO_CLOSE_TO_PRSNT_DATE.
 * @param now ms since 1970, by the database's clock
 */
export function mayGiveBack(evening: BoughtEvening, terms: ResaleTerms | null, now: number): RefusalCode | undefined {
  if (evening.resale !== null) return 'ON_RESALE'
  if (!evening.isActive || evening.isUsed || evening.isExchanged || evening.isSentOn) return 'NOT_ACTIVE'
  if (evening.isCalledOff) return 'PRSNT_NOT_FOUND'
  if (!terms || evening.isLeftOver) return 'RESALE_NOT_ALLOWED'
  return now >= givenBackUntil(evening, terms) ? 'TOO_CLOSE_TO_PRSNT_DATE' : undefined
}

/** Until when an evening is given back, ms since 1970. */
export function givenBackUntil({ startsAt }: Pick<BoughtEvening, 'startsAt'>, { untilMinutes }: ResaleTerms): number {
  return startsAt - untilMinutes * MINUTE
}

/** What was paid for an evening. */
export interface PaidEvening {
  /** For the whole membership. */
  readonly paid: Agorot
  /** How many the membership has. */
  readonly evenings: number
  /** For the ticket itself: what one that was had in exchange cost more. */
  readonly paidMore: Agorot
}

/** What an evening is worth, and what of that is credited once it is sold on. */
export interface ResaleShare {
  readonly share: Agorot
  readonly credit: Agorot
  /** What of the credit is of `paidMore`; the rest is the membership's. */
  readonly ownCredit: Agorot
}

/**
 * What one evening is worth of what a membership cost, by the rule of cancelling, with what its ticket cost more in an exchange, and what of that is credited once it
 * is sold on; rounded down. No percentage on the order is taken of a membership (decisions 1 and 48), so an evening has no share of one.
 */
export function resaleShare({ paid, evenings, paidMore }: PaidEvening, { percent, fee }: ResaleTerms): ResaleShare {
  const share = worthOfUsed(paid, evenings, 1) + paidMore
  const credit = Math.max(0, Math.floor((share * percent) / 100) - fee)
  return { share, credit, ownCredit: Math.min(credit, Math.floor((paidMore * percent) / 100)) }
}
