import { usedOfEach, worthOfUsed } from '#lib/domain/cart/membership-entries.ts'
import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import { endSince } from '#lib/domain/orders/cancel-rules.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { endPurchase, lockPurchases, type PurchaseOfLine } from '#lib/server/entitlements/ended-members.ts'
import { cancelCoveredTickets } from '../seat/seat-cancel.ts'
import { lockResales, promiseNothing } from '../seat/resale-rows.ts'
import { cancelItemRows, cancellableItems } from '../port/order-items.ts'
import type { CancellableItem, CancelTime, OrderCancellation } from '../port/port.ts'

/**
 * Terms of cancelling memberships: the house keeps the part of the price of used entries or money, or that of dates that are past and were not called off, were used or were sold on, less what
 * was credited of those, and the fee of the policy on the rest. An unlimited membership cannot be
 * cancelled once it was used. ON_RESALE: what was had in exchange for one of its evenings is offered; it is taken back first, since it stays and nothing of the
 * membership is left to credit then.
 */
export async function membershipItemsOf(
  client: Queryable,
  { orderId, ...time }: CancelTime & { readonly orderId: string },
): Promise<readonly CancellableItem[]> {
  const items = await cancellableItems(client, orderId, { kind: 'membership', terms: null })
  await lockResales(client, orderId)
  const purchases = new Map((await lockPurchases(client, orderId)).map((purchase) => [purchase.line, purchase]))
  const policies = await policiesOf(client, orderId)
  return items.map((item) => withTerms(item, { purchase: purchases.get(item.line), policy: policies.get(item.line) ?? null }, time))
}

async function policiesOf(client: Queryable, orderId: string): Promise<ReadonlyMap<number, CancellationPolicy | null>> {
  const { rows } = await client.query<{ line: number; policy: CancellationPolicy | null }>({
    name: 'policies-of-memberships',
    text: `SELECT i.line, (SELECT cancellation_terms(c) FROM cancellation_policy c WHERE c.cancellation_policy_id = m.cancellation_policy_id) AS policy
           FROM order_item i JOIN membership m ON m.membership_id = i.subject_id WHERE i.order_id = $1 AND i.kind = 'membership'`,
    values: [orderId],
  })
  return new Map(rows.map(({ line, policy }) => [line, policy]))
}

const NOT_SOLD_ON = { soldOn: 0, credited: 0, offered: 0 }

function withTerms(
  item: CancellableItem,
  { purchase, policy }: { readonly purchase: PurchaseOfLine | undefined; readonly policy: CancellationPolicy | null },
  { boughtAt, now }: CancelTime,
): CancellableItem {
  const { soldOn, credited, offered } = purchase?.dates ?? NOT_SOLD_ON
  const used = purchase ? usedOf(purchase) + soldOn : 0
  const bought = boughtOf(purchase)
  const isUnlimited = purchase !== undefined && bought === null
  const usedWorth = bought === null ? 0 : worthOfUsed(item.paid, bought, used) - credited
  const until = policy ? endSince(boughtAt, policy) : null
  const isUsedUp = bought !== null && used >= bought
  return {
    ...item,
    credited,
    isUsed: isUnlimited && used > 0,
    terms: {
      refusal: refusalOf(policy, isUsedUp, now >= (until ?? now)) ?? (offered > 0 ? 'ON_RESALE' : refusalWhilePaying(purchase)),
      policy,
      usedWorth,
      until: until === Infinity ? null : until,
    },
  }
}

function refusalOf(policy: CancellationPolicy | null, isUsedUp: boolean, isOver: boolean): RefusalCode | undefined {
  if (!policy || isUsedUp) return 'CANCEL_NOT_ALLOWED'
  return isOver ? 'TOO_FAR_FROM_PURCHASE_DATE' : undefined
}

/** A membership of money that pays for an order at this moment. */
function refusalWhilePaying(purchase: PurchaseOfLine | undefined): RefusalCode | undefined {
  return purchase?.money && purchase.isPaying ? 'ORDER_IN_PROGRESS' : undefined
}

/** How many dates or entries were bought, or how much money; null: any number, or no purchase. */
function boughtOf(purchase: PurchaseOfLine | undefined): number | null {
  return purchase?.dates?.all ?? purchase?.uses ?? purchase?.money ?? null
}

function usedOf({ purchaseId, uses, money, dates, used, before, bought }: PurchaseOfLine): number {
  if (dates) return dates.used
  if (uses === null && money === null) return used
  const at = bought.findIndex((one) => one.purchaseId === purchaseId)
  return usedOfEach([{ entries: before, taken: null }, ...bought], used)[at + 1] ?? 0
}

/** Cancels the lines and takes away their unused entries or money, or the tickets and seats of their dates. */
export async function cancelMemberships(
  client: Queryable,
  cancellation: OrderCancellation,
  items: readonly CancellableItem[],
): Promise<void> {
  const { orderId, cancellationId } = cancellation
  const lines = new Set(items.map(({ line }) => line))
  await cancelCoveredTickets(client, cancellation, [...lines])
  await promiseNothing(client, orderId, [...lines])
  const purchases = await lockPurchases(client, orderId)
  await cancelItemRows(client, cancellation, items)
  for (const purchase of purchases)
    if (lines.has(purchase.line)) await endPurchase(client, { orderId, line: purchase.line, taken: usedOf(purchase), cancellationId })
}
