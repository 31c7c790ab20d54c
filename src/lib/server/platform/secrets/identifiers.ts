import { randomBytes } from 'node:crypto'

/** Digits and capitals without I, L, O and U, so that identifiers can be read out. 32 characters: five bits each. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An unguessable identifier of `length` characters, five random bits each. */
export function unguessable(length: number): string {
  return Array.from(randomBytes(length), (byte) => SIGNS.charAt(byte & 31)).join('')
}

/** Generates many at once. */
export function identifiers(count: number, length: number): string[] {
  const all = Buffer.from(randomBytes(count * length).map((byte) => SIGNS.charCodeAt(byte & 31))).toString('latin1')
  return Array.from({ length: count }, (_, at) => all.slice(at * length, (at + 1) * length))
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
