import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'

/**
 * The Israeli Consumer Protection Law's terms for distance sales of dated services: within 14 days of the purchase, at least 7 non-rest days before the date,
 * at a charge of at most 5 % or ₪100, whichever is lower.
 */
export const ISRAELI_CONSUMER_POLICY = {
  withinDays: 14,
  beforeDays: 7,
  countsRestDays: false,
  charge: { kind: 'percent', percent: 5 },
  chargeLimit: 10_000,
} as const satisfies Omit<CancellationPolicy, 'id' | 'name'>
