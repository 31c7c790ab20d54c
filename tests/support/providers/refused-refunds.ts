import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { letPaymentsAge } from './charges.ts'

/** More rounds of the reconciler than it takes until a refund is refused for good. */
export async function untilRefused(): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await letPaymentsAge(61)
    await reconcile()
  }
}
