import { database } from '#lib/server/platform/db/connect.ts'

/** Orders of nothing, some of them made at the same moment. */
export async function addOrders(most: number): Promise<void> {
  await database().query(
    `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
       global_service_charge, created_at) SELECT gen_random_uuid(), 'R' || lpad(n::text, 19, '0'), 'D' || lpad(n::text, 25, '0'), gen_random_uuid(), 'refunded',
       n::text, '', 0, 0, 0, 0, now() - (n % 7) * interval '1 minute' FROM generate_series(1, $1::int) n`,
    [most],
  )
}

export async function removeOrders(): Promise<void> {
  await database().query(`DELETE FROM orders WHERE starts_with(reservation_identifier, 'R00000')`)
}
