import { randomBytes } from 'node:crypto'

/** Digits and capitals without I, L, O and U, so that identifiers can be read out. 32 characters: five bits each. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An unguessable identifier of `length` characters, five random bits each. */
export function unguessable(length: number): string {
  return Array.from(randomBytes(length), (byte) => SIGNS.charAt(byte & 31)).join('')
}

/** The signs at the front that put identifiers in order. Sorting would take longer than generating them. */
const LEAD = 4

/** Generates many at once in ascending order, so that an index grows at its end. All but the first four signs are unguessable. */
export function ascendingIdentifiers(count: number, length: number): string[] {
  const rest = length - LEAD
  const drawn = Buffer.from(randomBytes(count * rest).map((byte) => SIGNS.charCodeAt(byte & 31))).toString('latin1')
  return Array.from({ length: count }, (_, at) => leadOf(at / count) + drawn.slice(at * rest, (at + 1) * rest))
}

/** @param share 0 to 1 */
function leadOf(share: number): string {
  const place = Math.floor(share * 32 ** LEAD)
  return [15, 10, 5, 0].map((bits) => SIGNS.charAt((place >> bits) & 31)).join('')
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
