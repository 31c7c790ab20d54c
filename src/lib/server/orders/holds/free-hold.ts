import { freeUses } from '#lib/server/entitlements/entitlement-uses.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { returnVouchers } from '#lib/server/entitlements/voucher-uses.ts'
import { releaseLines } from '#lib/server/sold/lines.ts'
import type { OrderOfLines } from '#lib/server/sold/port/port.ts'

/** Ends an unpaid hold: frees its seats, and returns the uses of codes and the voucher payments that it had reserved. */
export async function freeHold(client: Queryable, order: OrderOfLines): Promise<void> {
  await releaseLines(client, order, 'over')
  await freeUses(client, order.orderId)
  await returnVouchers(client, order.orderId)
}
