import { createHmac } from 'node:crypto'
import { normaliseCode, type GrantKind } from '#lib/domain/grant.ts'
import { normaliseIsraeliId } from '#lib/domain/israeli-id.ts'
import { keyFor } from './secrets.ts'

/**
 * Under what an entitlement is looked up: a coupon's code in capitals; of everything else a keyed hash, so that neither ID numbers nor references can be
 * read from the database. `typed`: a code, a voucher's reference, an ID number, or the name of a reference (domain/check-seat.ts).
 */
export function lookupOf(kind: GrantKind, typed: string): string {
  if (kind === 'coupon') return normaliseCode(typed)
  const plain = kind === 'member' || kind === 'senior' ? (normaliseIsraeliId(typed) ?? typed.trim()) : normaliseCode(typed)
  return indexOf(`${kind}:${plain}`)
}

/** A voucher's reference as its table finds it: signs and digits in capitals, whatever stands between them. */
export function voucherIndexOf(reference: string): string {
  return indexOf(`system voucher:${normaliseCode(reference).replace(/[\s-]/g, '')}`)
}

function indexOf(text: string): string {
  return createHmac('sha256', keyFor('pii-index')).update(text).digest('hex')
}
