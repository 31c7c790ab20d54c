import { freeUses } from '#lib/server/entitlements/entitlement-uses.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { returnVouchers } from '#lib/server/entitlements/voucher-uses.ts'
import { releaseLines } from '#lib/server/sold/lines.ts'
import type { OrderOfLines } from '#lib/server/sold/port/port.ts'

/** An unpaid hold is over, whoever ended it: what it reserved is free, and what it was to be paid with is its owner's again. */
export async function freeHold(client: Queryable, order: OrderOfLines): Promise<void> {
  await releaseLines(client, order, 'over')
  await freeUses(client, order.orderId)
  await returnVouchers(client, order.orderId)
}
