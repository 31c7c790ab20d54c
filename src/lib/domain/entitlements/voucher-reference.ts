/** Digits and capitals without I, L, O and U, as identifiers have them. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random signs of a voucher's reference: 95 bits. With the check sign they are five groups of four. */
export const RANDOM_SIGNS = 19

/** A reference of random signs with a check sign at its end, which tells one wrong sign and two swapped ones (Luhn modulo 32). */
export function withCheckSign(random: string): string {
  const sum = sumOf(random, 2)
  return random + SIGNS.charAt((SIGNS.length - (sum % SIGNS.length)) % SIGNS.length)
}

/** Whether a reference without separators ends in the check sign of the rest. */
export function hasCheckSign(reference: string): boolean {
  return [...reference].every((sign) => SIGNS.includes(sign)) && sumOf(reference, 1) % SIGNS.length === 0
}

function sumOf(signs: string, lastFactor: 1 | 2): number {
  return [...signs].toReversed().reduce((sum, sign, at) => {
    const factor = at % 2 === 0 ? lastFactor : 3 - lastFactor
    const product = SIGNS.indexOf(sign) * factor
    return sum + Math.floor(product / SIGNS.length) + (product % SIGNS.length)
  }, 0)
}

/** In groups of four, as it is read out and typed. */
export function spacedReference(reference: string): string {
  return reference.replaceAll(/(.{4})(?=.)/g, '$1-')
}
