import { randomBytes } from 'node:crypto'

/** Digits and capitals without I, L, O and U, so that a person can read an identifier out. 32 signs: five bits each. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An unguessable identifier of `length` signs, five random bits a sign. */
export function unguessable(length: number): string {
  return Array.from(randomBytes(length), (byte) => SIGNS.charAt(byte & 31)).join('')
}

/** Many of them at once. */
export function identifiers(count: number, length: number): string[] {
  const all = Buffer.from(randomBytes(count * length).map((byte) => SIGNS.charCodeAt(byte & 31))).toString('latin1')
  return Array.from({ length: count }, (_, at) => all.slice(at * length, (at + 1) * length))
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
