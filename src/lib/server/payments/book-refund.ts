import { sumOf, type SplitRefund, type VoucherPart } from '#lib/domain/money/split-refund.ts'
import { voucherIndexOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { intendRefund } from './refunds.ts'

/** Of what order something goes back, and for what: of a ticket change the order that it led to, of a cancellation its id. */
export interface GiveBack {
  readonly orderId: string
  readonly reason: 'change' | 'cancel'
  readonly cause: string
}

/** Signs of a credit's reference: 100 random bits. */
const REFERENCE_SIGNS = 20

export interface OpenedCredit {
  readonly voucherId: number
  /** The only time that it is told; kept encrypted. */
  readonly reference: string
}

/** A new voucher, the customer's, or of whoever has its reference (null). It is taken everywhere and does not run out. undefined where nothing becomes credit. */
export async function openCredit(client: Queryable, customerId: number | null, amount: number): Promise<OpenedCredit | undefined> {
  if (amount === 0) return undefined
  const reference = unguessable(REFERENCE_SIGNS)
  const { rows } = await client.query<{ id: number }>({
    name: 'open-credit',
    text: `WITH made AS (INSERT INTO system_voucher (reference_index, reference_encrypted, balance, customer_id) VALUES ($1, $2, $3, $4) RETURNING system_voucher_id),
             loaded AS (INSERT INTO voucher_ledger (system_voucher_id, kind, amount) SELECT system_voucher_id, 'load', $3 FROM made)
           SELECT system_voucher_id AS id FROM made`,
    values: [voucherIndexOf(reference), encryptText(reference), amount, customerId],
  })
  const voucherId = rows[0]?.id
  if (voucherId === undefined) throw new Error('A credit was not opened.')
  return { voucherId, reference }
}

/** A refund that was shared out, and the credit that was opened for it. */
interface SharedOut {
  readonly split: SplitRefund
  readonly credit: OpenedCredit | undefined
}

/**
 * Books a refund that was shared out, in the caller's transaction: intents for the payments, in the order of their ids, then what vouchers get back, then what
 * the credit has in place of payments and of vouchers that cannot be used any more.
 * @returns refunds that the providers are to be asked for.
 */
export async function bookGiveBack(client: Queryable, from: GiveBack, { split, credit }: SharedOut): Promise<string[]> {
  const ids: string[] = []
  for (const { paymentId, amount } of [...split.toPayments].sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1))) {
    const id = await intendRefund(client, { paymentId, ...from, amount })
    if (id !== undefined) ids.push(id)
  }
  const parts = [
    ...split.toVouchers.map((part) => ({ ...part, isRenewed: false })),
    ...split.renewed.map((part) => ({ ...part, isRenewed: true })),
  ]
  for (const part of parts.sort((a, b) => a.voucherId - b.voucherId)) await returnToVoucher(client, from, part)
  const ofPayments = split.toCredit - sumOf(split.renewed)
  if (credit && ofPayments > 0) await bookCredit(client, { orderId: from.orderId, voucherId: credit.voucherId, amount: ofPayments })
  return ids
}

/** A part for its voucher; renewed: the voucher cannot be used any more. */
interface ReturnedPart extends VoucherPart {
  readonly isRenewed: boolean
}

/**
 * A voucher gets back what it had paid; of one that cannot be used any more it goes on to the new voucher. What one paid of an order that led to this one by a
 * ticket change goes back by that order's ledger: the value moves there first.
 */
async function returnToVoucher(client: Queryable, { orderId, cause }: GiveBack, { isRenewed, ...part }: ReturnedPart): Promise<void> {
  await client.query({
    name: isRenewed ? 'renew-voucher' : 'return-to-voucher',
    text: `WITH ${
      isRenewed
        ? `moved AS (INSERT INTO voucher_ledger (system_voucher_id, kind, amount, cause) VALUES ($1, 'correction', -$2::int, $4))`
        : 'back AS (UPDATE system_voucher SET balance = balance + $2 WHERE system_voucher_id = $1)'
    }, noted AS (INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount, cause) VALUES ($1, $3, 'return', $2, $4))
           INSERT INTO ledger (order_id, system_voucher_id, kind, amount) VALUES ($3, $1, 'voucher', -$2::int)`,
    values: [part.voucherId, part.amount, part.orderId, cause],
  })
  if (part.orderId !== orderId) await moveValueBack(client, part.amount, { from: orderId, to: part.orderId })
}

/** Of two orders of one purchase; not money of the provider. */
export async function moveValueBack(
  client: Queryable,
  amount: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await client.query({
    name: 'move-value-back',
    text: `INSERT INTO ledger (order_id, kind, amount) VALUES ($1, 'correction', -$3::int), ($2, 'correction', $3)`,
    values: [from, to, amount],
  })
}

/** What a voucher has in place of the payments of an order. */
export async function bookCredit(client: Queryable, { orderId, voucherId, amount }: VoucherPart): Promise<void> {
  await client.query({
    name: 'book-credit',
    text: `INSERT INTO ledger (order_id, system_voucher_id, kind, amount) VALUES ($1, $2, 'voucher', -$3::int)`,
    values: [orderId, voucherId, amount],
  })
}
