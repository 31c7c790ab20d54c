import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import type { HeldItems } from '#lib/server/payments/payment-form-body.ts'
import type { FormRow } from '#lib/server/payments/payment-form-row.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { reclaimLines } from '#lib/server/sold/lines.ts'
import { rivalOrderOf } from './rival-order.ts'

/**
 * Takes once more what was held for a cart that was paid for late, where nobody else has taken it since.
 * @param held what was held when it was paid for
 * @returns false if some of it is gone, or the visitor has ordered it otherwise; nothing is changed then
 */
export async function reclaim(form: Pick<FormRow, 'form_id' | 'holder'>, { lines }: CheckedCart, held: HeldItems): Promise<boolean> {
  const taken = await inTransaction(async (client) => {
    if (!(await reclaimLines(client, form.holder, lines))) return refuse('HOLD_EXPIRED')
    // Checked after locking, so that an order that another tab has committed meanwhile is seen.
    return (await rivalOrderOf(client, form, held)) ? refuse('HOLD_EXPIRED') : accept(null)
  })
  return taken.ok
}
