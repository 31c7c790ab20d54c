/** An amount in agorot: an integer, 100 to the shekel (decision: amounts are integer agorot inside). */
export type Agorot = number & { readonly unit?: 'agorot' }

/** Decimal shekels as the wire carries them, for example 169.5. */
export function toShekels(amount: Agorot): number {
  return amount / 100
}

/**
 * Agorot of a wire amount.
 * @returns undefined where the amount is not a finite number of whole agorot.
 */
export function toAgorot(shekels: number): Agorot | undefined {
  const amount = Math.round(shekels * 100)
  return Number.isSafeInteger(amount) && Math.abs(amount / 100 - shekels) < 1e-9 ? amount : undefined
}

/** A percentage of an amount, rounded half up to the agora. */
export function percentOf(amount: Agorot, percent: number): Agorot {
  return Math.round((amount * percent) / 100)
}
