import { worthOfUsed } from '#lib/domain/cart/membership-entries.ts'
import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import { endSince } from '#lib/domain/orders/cancel-rules.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { endVouchers, lockBoughtVouchers, type VoucherOfLine } from '#lib/server/entitlements/bought-vouchers.ts'
import { cancelItemRows, cancellableItems } from '../port/order-items.ts'
import type { CancellableItem, CancelTime, OrderCancellation } from '../port/port.ts'

/** Terms of cancelling bought vouchers: the house keeps the used part of the price, and the fee of the policy on the rest. */
export async function voucherItemsOf(
  client: Queryable,
  { orderId, ...time }: CancelTime & { readonly orderId: string },
): Promise<readonly CancellableItem[]> {
  const items = await cancellableItems(client, orderId, { kind: 'voucher', terms: null })
  const vouchers = new Map((await lockBoughtVouchers(client, orderId)).map((voucher) => [voucher.line, voucher]))
  const policies = await policiesOf(client, orderId)
  return items.map((item) => withTerms(item, { voucher: vouchers.get(item.line), policy: policies.get(item.line) ?? null }, time))
}

async function policiesOf(client: Queryable, orderId: string): Promise<ReadonlyMap<number, CancellationPolicy | null>> {
  const { rows } = await client.query<{ line: number; policy: CancellationPolicy | null }>({
    name: 'policies-of-vouchers',
    text: `SELECT p.line, (SELECT cancellation_terms(c) FROM cancellation_policy c WHERE c.cancellation_policy_id = k.cancellation_policy_id) AS policy
           FROM voucher_purchase p JOIN system_voucher_class k USING (system_voucher_class_id) WHERE p.order_id = $1`,
    values: [orderId],
  })
  return new Map(rows.map(({ line, policy }) => [line, policy]))
}

function withTerms(
  item: CancellableItem,
  { voucher, policy }: { readonly voucher: VoucherOfLine | undefined; readonly policy: CancellationPolicy | null },
  { boughtAt, now }: CancelTime,
): CancellableItem {
  const until = policy ? endSince(boughtAt, policy) : null
  const refusal = refusalOf(policy, voucher) ?? (now >= (until ?? now) ? 'TOO_FAR_FROM_PURCHASE_DATE' : undefined)
  const usedWorth = voucher ? worthOfUsed(item.paid, voucher.worth, voucher.worth - voucher.balance) : 0
  return { ...item, terms: { refusal, policy, usedWorth, until: until === Infinity ? null : until } }
}

function refusalOf(policy: CancellationPolicy | null, voucher: VoucherOfLine | undefined): RefusalCode | undefined {
  if (!policy) return 'VOUCHER_CANCELLATION_NOT_ALLOWED'
  if (!voucher) return undefined
  if (voucher.isPaying) return 'ORDER_IN_PROGRESS'
  if (voucher.isOver || voucher.state !== 'active') return 'NOT_ACTIVE'
  return voucher.balance === 0 ? 'VOUCHER_NO_BALANCE' : undefined
}

/** Cancels the lines and takes away what is left of their vouchers. */
export async function cancelBoughtVouchers(
  client: Queryable,
  cancellation: OrderCancellation,
  items: readonly CancellableItem[],
): Promise<void> {
  const lines = new Set(items.map(({ line }) => line))
  const vouchers = await lockBoughtVouchers(client, cancellation.orderId)
  await cancelItemRows(client, cancellation, items)
  await endVouchers(
    client,
    vouchers.flatMap(({ line, voucherId }) => (lines.has(line) ? voucherId : [])),
    cancellation.cancellationId,
  )
}
