/** An amount in agorot: an integer, 100 to the shekel (decision: amounts are integer agorot inside). */
export type Agorot = number & { readonly unit?: 'agorot' }

/** Decimal shekels as the wire carries them, for example 169.5. */
export function toShekels(amount: Agorot): number {
  return amount / 100
}

/**
 * Converts a wire amount to agorot.
 * @returns undefined if the amount is not a finite number of whole agorot
 */
export function toAgorot(shekels: number): Agorot | undefined {
  const amount = Math.round(shekels * 100)
  return Number.isSafeInteger(amount) && Math.abs(amount / 100 - shekels) < 1e-9 ? amount : undefined
}

/**
 * A percentage (at most three decimals) of an amount, rounded half up to the agora. Computed in thousandths, because binary floats cannot hold 1.15 % of 30.00
 * exactly.
 */
export function percentOf(amount: Agorot, percent: number): Agorot {
  return Math.round((amount * Math.round(percent * 1_000)) / 100_000)
}
