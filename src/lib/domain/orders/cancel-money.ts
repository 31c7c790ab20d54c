import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** The part of a purchase cancelled under one policy; null: no charge. */
export interface CancelledPart {
  readonly policy: Pick<CancellationPolicy, 'charge' | 'chargeLimit'> | null
  /** The amount paid for it; below 0 if it is what rounded shares of a fee are more than the rest of that. */
  readonly worth: Agorot
  /** Number of paid tickets. A free seat, or one that another ticket covers, costs nothing to cancel. */
  readonly tickets: number
  /** What the policy kept in earlier cancellations of the same purchase: its limit covers all of them together. */
  readonly kept: Agorot
}

/** What a policy keeps of a cancellation. */
export interface PolicyCharge {
  readonly policyId: number
  readonly amount: Agorot
}

/** What earlier cancellations of a purchase kept: by policy, and of those of which the policy is not known, which count for each. */
export interface KeptCharges {
  readonly byPolicy: readonly PolicyCharge[]
  readonly unknown: Agorot
}

/** What of earlier charges counts in the limit of a policy. */
export function keptUnder({ byPolicy, unknown }: KeptCharges, policyId: number | undefined): Agorot {
  return byPolicy.reduce((sum, one) => sum + (one.policyId === policyId ? one.amount : 0), unknown)
}

/**
 * The cancellation charge (spec §9): a fixed sum, a sum per ticket, or a percentage of the payment, at most what earlier cancellations left of the policy's limit and
 * the part's worth.
 */
export function cancellationCharge({ policy, worth, tickets, kept }: CancelledPart): Agorot {
  if (!policy || worth <= 0) return 0
  const { charge, chargeLimit } = policy
  const limit = chargeLimit === null ? worth : Math.max(0, chargeLimit - kept)
  switch (charge.kind) {
    case 'none':
      return 0
    case 'fixed':
      return Math.min(charge.amount, limit, worth)
    case 'perTicket':
      return Math.min(charge.amount * tickets, limit, worth)
    case 'percent':
      return Math.min(partOf(worth, charge.percent), limit, worth)
  }
}

/** A percentage (at most three decimals), rounded down: the law states a maximum. */
function partOf(amount: Agorot, percent: number): Agorot {
  return Math.floor((amount * Math.round(percent * 1_000)) / 100_000)
}

/** The part of an order's handling fee that is refunded. */
export interface FeePart {
  readonly orderId: string
  readonly amount: Agorot
}

/** The handling fees that a cancellation may refund. */
export interface FeesLeft {
  readonly orderId: string
  /** The remaining fee of the order itself. */
  readonly own: Agorot
  /** Refundable when nothing of the order is left but donations: its own fee and those of the orders that led to it, except fees whose other items remain. */
  readonly ended: readonly FeePart[]
}

/**
 * The fees to refund. A percentage goes back with its items; its remainder, and fixed fees, with the last item.
 * @param isLast nothing is left that carries fees
 * @param shares of the cancelled items
 */
export function feesBack({ orderId, own, ended }: FeesLeft, isLast: boolean, shares: Agorot): FeePart[] {
  const parts = isLast ? ended : [{ orderId, amount: Math.min(shares, own) }]
  return parts.filter(({ amount }) => amount > 0)
}
