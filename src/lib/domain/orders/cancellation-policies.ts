import type { CancellationPolicy } from '#lib/domain/catalogue/catalogue.ts'

/**
 * What the Israeli Consumer Protection Law gives a buyer at a distance of a service on a date: 14 days from the purchase, not later than 7 days before it that are
 * no rest days, and at most 5 % or ₪100, the lower of the two.
 */
export const ISRAELI_CONSUMER_POLICY = {
  withinDays: 14,
  beforeDays: 7,
  countsRestDays: false,
  charge: { kind: 'percent', percent: 5 },
  chargeLimit: 10_000,
} as const satisfies Omit<CancellationPolicy, 'id' | 'name'>
