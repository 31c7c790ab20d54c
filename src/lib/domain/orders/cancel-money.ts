import type { CancellationPolicy } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** What is cancelled under one policy; null: without a charge. */
export interface CancelledPart {
  readonly policy: Pick<CancellationPolicy, 'charge' | 'chargeLimit'> | null
  /** What was paid for it. */
  readonly worth: Agorot
  /** Those that were paid for: a free seat, or one that another ticket covers, costs nothing to give back. */
  readonly tickets: number
}

/**
 * What the house keeps (spec §9): a fixed sum, a sum for each ticket, or a percentage of what was paid; never more than the policy's limit, nor than the part is
 * worth. Of several policies each has its own part.
 * @param kept what earlier cancellations of the same purchase have kept: a limit bounds all of them together.
 */
export function cancellationCharge(parts: readonly CancelledPart[], kept: Agorot): Agorot {
  return parts.reduce((sum, part) => sum + chargeOf(part, kept), 0)
}

function chargeOf({ policy, worth, tickets }: CancelledPart, kept: Agorot): Agorot {
  if (!policy) return 0
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

/** A percentage of at most three decimals, rounded down: the law names the most that may be kept. */
function partOf(amount: Agorot, percent: number): Agorot {
  return Math.floor((amount * Math.round(percent * 1_000)) / 100_000)
}

/** What of an order's handling fee goes back. */
export interface FeePart {
  readonly orderId: string
  readonly amount: Agorot
}

/** The handling fees that a cancellation may give back. */
export interface FeesLeft {
  readonly orderId: string
  /** What the order still has of its own. */
  readonly own: Agorot
  /** What goes back once nothing is left of the order: its own fee and those of the orders that led to it, each unless something else of what it was paid for is. */
  readonly ended: readonly FeePart[]
}

/** A percentage goes back with its items; the rest of it, and fixed fees, with the last of what they were paid for. @param shares of what is cancelled */
export function feesBack({ orderId, own, ended }: FeesLeft, isWhole: boolean, shares: Agorot): FeePart[] {
  const parts = isWhole ? ended : [{ orderId, amount: Math.min(shares, own) }]
  return parts.filter(({ amount }) => amount > 0)
}
