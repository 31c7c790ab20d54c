import type { BodyOf } from '#lib/contract/endpoint.ts'
import type { cancelVoucher } from '#lib/contract/area/vouchers.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { needAreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { voucherIndexesOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { replaceVoucherOf, type ReplacedVoucher } from '#lib/server/entitlements/voucher-replacement.ts'
import { cancellationOfferOf } from '#lib/server/orders/cancel/cancellation.ts'
import { cancelAnswer, describeCancellation, type Asker, type CancellationAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** A voucher of the customer who is signed in; of others' nothing is known. */
interface OwnVoucher {
  readonly customerId: number
  readonly voucherId: number
  /** The reservation that it was bought in, and its item there; null: it was not bought here. */
  readonly reservationIdentifier: string | null
  readonly item: string | null
}

/** @param reservationIdentifier the reservation that the caller takes it for. Refusals: NOT_SIGNED_IN, SYSTEM_VOUCHER_NOT_FOUND, NOT_SOLD_IN_OUTLET. */
async function needOwnVoucher(
  visitor: Visitor | undefined,
  reference: string,
  reservationIdentifier: string,
): Promise<Result<Required<OwnVoucher>>> {
  const customer = await needAreaCustomer(visitor)
  if (!customer.ok) return customer
  const { customerId } = customer.value
  const { rows } = await database().query<Omit<OwnVoucher, 'customerId'>>({
    name: 'own-voucher',
    text: `SELECT v.system_voucher_id AS "voucherId", o.reservation_identifier AS "reservationIdentifier", i.identifier AS item
           FROM system_voucher v LEFT JOIN voucher_purchase p ON p.system_voucher_id IN (v.system_voucher_id, v.replaces) LEFT JOIN orders o USING (order_id)
             LEFT JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'voucher' AND i.line = p.line
           WHERE v.customer_id = $1 AND (v.reference_index = ANY ($2::text[]) OR v.system_voucher_id::text = ANY ($2))`,
    values: [customerId, [reference, ...voucherIndexesOf(reference)]],
  })
  const [voucher] = rows
  if (!voucher) return refuse('SYSTEM_VOUCHER_NOT_FOUND')
  if (voucher.reservationIdentifier === null) return refuse('NOT_SOLD_IN_OUTLET')
  return voucher.reservationIdentifier === reservationIdentifier ? accept({ customerId, ...voucher }) : refuse('SYSTEM_VOUCHER_NOT_FOUND')
}

/** What cancelling a bought voucher would give back now, in shekels. Refusals: those of `needOwnVoucher` and of cancelling. */
export async function cancelOfferOf(
  visitor: Visitor,
  reference: string,
  reservationIdentifier: string,
): Promise<Result<CancellationAnswer>> {
  const voucher = await needOwnVoucher(visitor, reference, reservationIdentifier)
  if (!voucher.ok) return voucher
  const offered = await cancellationOfferOf(visitor, reservationIdentifier, [voucher.value.item ?? ''])
  if (!offered.ok) return offered
  const { decision, money } = offered.value
  return decision.ok ? accept(describeCancellation(decision.value, money)) : decision
}

/**
 * Cancels a bought voucher with its line of the order, once. Refusals: those of `needOwnVoucher` and of cancelling.
 * @param body the reservation that the caller takes it for, and how the money goes back
 */
export async function cancelOwnVoucher(
  asker: Asker,
  reference: string,
  { reservationIdentifier, ...agreed }: BodyOf<typeof cancelVoucher>,
): ReturnType<typeof cancelAnswer> {
  const voucher = await needOwnVoucher(asker.visitor, reference, reservationIdentifier)
  if (!voucher.ok) return voucher
  return cancelAnswer(asker, reservationIdentifier, { itemsToCancel: [voucher.value.item ?? ''], ...agreed })
}

/** Refusals: those of `needOwnVoucher` and `replaceVoucherOf`. */
export async function replaceOwnVoucher(
  visitor: Visitor,
  reference: string,
  reservationIdentifier: string,
): Promise<Result<ReplacedVoucher>> {
  const voucher = await needOwnVoucher(visitor, reference, reservationIdentifier)
  return voucher.ok ? replaceVoucherOf(voucher.value.customerId, voucher.value.voucherId, visitor.uuid) : voucher
}
