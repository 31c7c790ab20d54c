import { createHmac } from 'node:crypto'
import { normaliseCode, type GrantKind } from '#lib/domain/entitlements/grant.ts'
import { normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { earlierKeysFor, keyFor } from '#lib/server/platform/secrets/secrets.ts'

/**
 * Under what an entitlement is looked up: a coupon's code in capitals; of everything else a keyed hash, so that neither ID numbers nor references can be
 * read from the database. `typed`: a code, a voucher's reference, an ID number, or the name of a reference (domain/check-seat.ts).
 */
export function lookupOf(kind: GrantKind, typed: string): string {
  return lookupUnder(keyFor('pii-index'), kind, typed)
}

/** As lookupOf, and what it was under the secrets before this one: who wrote the row may have known an earlier one. */
export function lookupsOf(kind: GrantKind, typed: string): string[] {
  return kind === 'coupon' ? [lookupOf(kind, typed)] : indexKeys().map((key) => lookupUnder(key, kind, typed))
}

function lookupUnder(key: Buffer, kind: GrantKind, typed: string): string {
  if (kind === 'coupon') return normaliseCode(typed)
  const plain = kind === 'member' || kind === 'senior' ? (normaliseIsraeliId(typed) ?? typed.trim()) : normaliseCode(typed)
  return hashUnder(key, `${kind}:${plain}`)
}

/** A voucher's reference as its table finds it: signs and digits in capitals, whatever stands between them. */
export function voucherIndexOf(reference: string): string {
  return hashUnder(keyFor('pii-index'), voucherName(reference))
}

/** As voucherIndexOf, under the secrets before this one as well. */
export function voucherIndexesOf(reference: string): string[] {
  return indexKeys().map((key) => hashUnder(key, voucherName(reference)))
}

function voucherName(reference: string): string {
  return `system voucher:${normaliseCode(reference).replace(/[\s-]/g, '')}`
}

/** An ID number as a customer is found by it: current first. @param ssn nine digits */
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
