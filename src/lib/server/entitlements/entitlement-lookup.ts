import { createHash, createHmac } from 'node:crypto'
import { normaliseCode, type GrantKind } from '#lib/domain/entitlements/grant.ts'
import { normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { earlierKeysFor, keyFor } from '#lib/server/platform/secrets/secrets.ts'

/**
 * The key that an entitlement is stored under: a coupon's code in capitals; otherwise a keyed hash, so that the database reveals neither ID numbers nor
 * references. `typed`: a code, a voucher's reference, an ID number, or the name of a reference (domain/check-seat.ts).
 */
export function lookupOf(kind: GrantKind, typed: string): string {
  return lookupUnder(keyFor('pii-index'), kind, typed)
}

/** The current key first, then those under earlier secrets, which the writer of the row may have used. */
export function lookupsOf(kind: GrantKind, typed: string): string[] {
  return kind === 'coupon' ? [lookupOf(kind, typed)] : indexKeys().map((key) => lookupUnder(key, kind, typed))
}

function lookupUnder(key: Buffer, kind: GrantKind, typed: string): string {
  if (kind === 'coupon') return normaliseCode(typed)
  const plain = kind === 'member' || kind === 'senior' ? (normaliseIsraeliId(typed) ?? typed.trim()) : normaliseCode(typed)
  return hashUnder(key, `${kind}:${plain}`)
}

/** The public code of a grant whose look-up is secret: stable across imports, and meaningless. */
export function opaqueName(lookup: string): string {
  return createHash('sha256').update(lookup).digest('base64url').slice(0, 16)
}

/** The index of a voucher's reference: its letters and digits in capitals, without separators. */
export function voucherIndexOf(reference: string): string {
  return hashUnder(keyFor('pii-index'), voucherName(reference))
}

/** The same index under the current and earlier secrets. */
export function voucherIndexesOf(reference: string): string[] {
  return indexKeys().map((key) => hashUnder(key, voucherName(reference)))
}

function voucherName(reference: string): string {
  return `system voucher:${normaliseCode(reference).replace(/[\s-]/g, '')}`
}

/** The customer indexes of an ID number, current secret first. @param ssn nine digits */
export function ssnIndexesOf(ssn: string): [string, ...string[]] {
  const name = `ssn:${ssn}`
  return [hashUnder(keyFor('pii-index'), name), ...earlierKeysFor('pii-index').map((key) => hashUnder(key, name))]
}

function indexKeys(): readonly Buffer[] {
  return [keyFor('pii-index'), ...earlierKeysFor('pii-index')]
}

function hashUnder(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

/** The keyed hashes of what is typed for a price of a membership, current secret first. @param name by `referenceName` of the price's id */
export function membershipLookupsOf(name: string): [string, ...string[]] {
  const text = `membership reference:${name}`
  return [hashUnder(keyFor('pii-index'), text), ...earlierKeysFor('pii-index').map((key) => hashUnder(key, text))]
}
