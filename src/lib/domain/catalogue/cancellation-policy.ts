import type { Agorot } from '#lib/domain/money/money.ts'

/** The part of the payment that is kept on cancellation (spec §9). */
export type CancellationCharge =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed' | 'perTicket'; readonly amount: Agorot }
  | { readonly kind: 'percent'; readonly percent: number }

/** The terms under which tickets may be cancelled. */
export interface CancellationPolicy {
  readonly id: number
  readonly name: string
  /** Days after the purchase; null: no limit. */
  readonly withinDays: number | null
  /** Days required before the presentation; null: until it begins. */
  readonly beforeDays: number | null
  /** false: Saturdays and holidays do not count as days before. */
  readonly countsRestDays: boolean
  readonly charge: CancellationCharge
  /** Maximum charge; null: no limit. */
  readonly chargeLimit: Agorot | null
}
