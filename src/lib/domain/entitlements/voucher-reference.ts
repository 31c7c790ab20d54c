import { normaliseCode } from './grant.ts'

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

/**
 * Whether a typed number is one of the shop's own with a wrong sign or two swapped ones; the letters I, L and O, which own numbers do not have, are such signs.
 * Of any other form (other lengths, digits alone) it is a house's own, which has no check sign; one in this form may be.
 */
export function isMistyped(typed: string): boolean {
  const plain = normaliseCode(typed).replace(/[\s-]/g, '')
  if (plain.length !== RANDOM_SIGNS + 1 || !/[A-Z]/.test(plain)) return false
  const read = plain.replaceAll('O', '0').replace(/[IL]/g, '1')
  if (read !== plain) return hasCheckSign(read)
  return [...plain].every((sign) => SIGNS.includes(sign)) && !hasCheckSign(plain)
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
