import type { Agorot } from '#lib/domain/money/money.ts'

/** Which tickets a bundle pays. Each null is no bound. */
export interface BundleTerms {
  readonly ticketGroupIds: readonly number[] | null
  readonly categoryIds: readonly number[] | null
  /** Of each ticket, its service charge included; the rest is paid in another way. */
  readonly most: Agorot | null
}

/** What bundles pay of one ticket. */
export interface PaidByBundle {
  readonly voucherId: number
  readonly amount: Agorot
}

/** What one bundle pays of a cart. */
export interface BundlePayment {
  readonly tickets: number
  readonly amount: Agorot
}
