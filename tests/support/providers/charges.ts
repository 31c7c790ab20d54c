import type { Charge } from '#lib/server/orders/settlement/charging.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** Payments with an unknown result, oldest first. */
export async function chargesInDoubt(): Promise<Charge[]> {
  const { rows } = await database().query<Charge>(
    `SELECT order_id AS "orderId", payment_id AS "paymentId", provider, payment_identifier AS "paymentIdentifier", amount FROM payment
     WHERE state IN ('intended', 'unknown') ORDER BY created_at`,
  )
  return rows
}

/** Moves time forward by so many seconds for everything that the reconciler waits for. */
export async function letPaymentsAge(seconds = 31): Promise<void> {
  const older = `- make_interval(secs => ${String(seconds)})`
  await database().query(`
    UPDATE orders SET created_at = created_at ${older};
    UPDATE payment SET created_at = created_at ${older}, updated_at = updated_at ${older};
    UPDATE payment_form SET created_at = created_at ${older}, looked_at = looked_at ${older};
    UPDATE refund SET created_at = created_at ${older}, updated_at = updated_at ${older}`)
}
