import { randomUUID } from 'node:crypto'
import type { BundleTerms } from '#lib/domain/catalogue/bundle.ts'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { voucherIndexOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { lookUpVoucher } from '#lib/server/entitlements/system-vouchers.ts'
import { fromHere, seatAt } from './house.ts'

interface VoucherTerms {
  readonly state?: string
  readonly allowsPartial?: boolean
  readonly businessIds?: readonly number[]
  readonly startsAt?: string
  readonly endsAt?: string
  readonly bundle?: BundleTerms
}

/** A bundle that pays any ticket. */
export const ANY_TICKET: BundleTerms = { ticketGroupIds: null, categoryIds: null, most: null }

const OWN = `TEST-${randomUUID().slice(0, 8)}`
let made = 0

/** Makes a voucher of so many agorot, or a bundle of so many tickets. @returns its reference */
export async function makeVoucher(balance: number, terms: VoucherTerms = {}): Promise<string> {
  // Several test files may share a database, so each has its own references.
  const reference = `${OWN}-${String((made += 1)).padStart(8, '0')}`
  const { state = 'active', allowsPartial = true, businessIds = null, startsAt = null, endsAt = null, bundle = null } = terms
  await database().query(
    `WITH made AS (
       INSERT INTO system_voucher (reference_index, reference_encrypted, balance, state, allows_partial, business_ids, starts_at, ends_at, bundle)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING system_voucher_id, balance)
     INSERT INTO voucher_ledger (system_voucher_id, kind, amount) SELECT system_voucher_id, 'load', balance FROM made WHERE balance <> 0`,
    [voucherIndexOf(reference), encryptText(reference), balance, state, allowsPartial, businessIds, startsAt, endsAt, bundle],
  )
  return reference
}

/** Looks a voucher up as the visitor. @returns its id, which carts use */
export async function holdVoucher(uuid: string, reference: string): Promise<number> {
  const id = await lookUpVoucher(uuid, reference)
  if (id === undefined) throw new Error(`There is no voucher ${reference}.`)
  return id
}

/** The balance of a voucher and its ledger entries. */
export async function voucherState(id: number): Promise<{ balance: number; entries: string[] } | undefined> {
  const { rows } = await database().query<{ balance: number; entries: string[] }>(
    `SELECT balance, array(SELECT kind || ' ' || amount FROM voucher_ledger l WHERE l.system_voucher_id = $1 ORDER BY entry_id) AS entries
     FROM system_voucher WHERE system_voucher_id = $1`,
    [id],
  )
  return rows[0]
}

/** A visitor who holds seats, by default the first of the house, and has given an ID number. */
export async function buyerHolding(seats: readonly SeatAddress[] = [seatAt(1, 1)]): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid, ssn_encrypted) VALUES ($1, $2)', [uuid, encryptText('123456782')])
  for (const seat of seats) {
    const locked = await lock(seat, fromHere(uuid))
    if (!locked.ok) throw new Error(locked.refusal.code)
  }
  return uuid
}

export function withVouchers(cart: OrderCart, ...vouchers: { id: number; amount?: number | null }[]): OrderCart {
  return { ...cart, voucherPayments: vouchers }
}

/** Every order with its ledger. */
export async function orderStates(): Promise<readonly { state: string }[]> {
  const { rows } = await database().query<{ state: string }>(
    `SELECT state, amount_due AS due, voucher_amount AS vouchers, array(SELECT kind || ' ' || amount FROM ledger l WHERE l.order_id = o.order_id ORDER BY entry_id) AS ledger
     FROM orders o ORDER BY created_at`,
  )
  return rows
}
