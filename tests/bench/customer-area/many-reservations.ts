import { database } from '#lib/server/platform/db/connect.ts'
import { voucherIndexOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { makeCustomer, makeMembership } from '#tests/support/buyers/customers.ts'

export const RESERVATIONS = 200
/** Orders of other people that stand around them: what is asked for must be found by an index. */
const OTHERS = 20_000
const VOUCHERS = 10

/** Of the customer's orders so many in a hundred are … */
const SHARES = { unpaid: 5, cancelled: 15, exchanged: 10 }

/**
 * A customer with 200 reservations of two to four seats at as many presentations of the demo catalogue as there are: unpaid, paid, cancelled (whole, the money
 * back on the card) and exchanged for the next one, with memberships, and vouchers that have a history. @returns its id
 */
export async function customerWithMany(): Promise<number> {
  const customerId = await makeCustomer({ mobileNumber: '0590000200', email: 'many@shura.example', ssn: '000000075' })
  for (const days of [-400, -30, 200]) await makeMembership(customerId, days)
  await insertOrders('o', OTHERS, null)
  await insertOrders('m', RESERVATIONS, customerId)
  await changeSome(customerId)
  for (let at = 0; at < VOUCHERS; at++) await insertVoucher(customerId, at)
  await database().query('ANALYZE')
  return customerId
}

async function insertOrders(prefix: string, count: number, customerId: number | null): Promise<void> {
  await database().query(
    `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, kind, pay_until, idempotency_key, body_hash, amount_due, seats_price,
       products_price, global_service_charge, first_name, last_name, email, mobile_number, customer_id, created_at, settled_at)
     SELECT gen_random_uuid(), $1 || 'R' || n, $1 || 'D' || n, gen_random_uuid(), CASE WHEN is_held THEN 'unpaid' ELSE 'paid' END,
       CASE WHEN is_held THEN 'hold' ELSE 'regular' END, CASE WHEN is_held THEN now() + interval '2 days' END, 'bench', '', 30000, 28000, 2000, 0, 'נועה', 'ברקאי',
       'many@shura.example', '0590000200', $3, now() - n * interval '1 hour', CASE WHEN is_held THEN NULL ELSE now() - n * interval '1 hour' END
     FROM (SELECT n, n % 100 < $4 AND $3::int IS NOT NULL AS is_held FROM generate_series(1, $2::int) n) AS made`,
    [prefix, count, customerId, SHARES.unpaid],
  )
  await database().query(
    `INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, row_name, seat_name, ticket_id, ticket_name, price,
       service_charge, ticket_identifier)
     SELECT o.order_id, line, shows.ids[1 + n % cardinality(shows.ids)], n * 10 + line, 1, 'אולם מרכז', (n % 20)::text, line::text, 1, 'כרטיס רגיל', 14000, 0,
       CASE WHEN o.state = 'paid' THEN $1 || 'T' || n || 'x' || line END
     FROM (SELECT *, substr(reservation_identifier, 3)::int AS n FROM orders WHERE reservation_identifier LIKE $1 || 'R%') AS o,
       (SELECT array_agg(presentation_id ORDER BY starts_at) AS ids FROM presentation) AS shows, generate_series(1, 2 + o.n % 3) AS line`,
    [prefix],
  )
  await database().query(
    `INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state, last4)
     SELECT gen_random_uuid(), order_id, 'sandbox', reservation_identifier, 30000, 'captured', '4242' FROM orders
     WHERE reservation_identifier LIKE $1 || 'R%' AND state = 'paid'`,
    [prefix],
  )
  await database().query(
    `INSERT INTO ledger (order_id, payment_id, kind, amount) SELECT order_id, payment_id, 'charge', amount FROM payment JOIN orders USING (order_id)
     WHERE reservation_identifier LIKE $1 || 'R%'`,
    [prefix],
  )
  await database().query(
    `INSERT INTO order_product (order_id, product_id, name, quantity, unit_price)
     SELECT order_id, 1, 'תוכנייה', 2, 1000 FROM orders WHERE reservation_identifier LIKE $1 || 'R%'`,
    [prefix],
  )
}

async function changeSome(customerId: number): Promise<void> {
  await database().query(
    `INSERT INTO cancellation (cancellation_id, order_id, is_whole, worth, charge, to_payments)
     SELECT gen_random_uuid(), order_id, true, 30000, 1000, 29000 FROM orders
     WHERE customer_id = $1 AND state = 'paid' AND substr(reservation_identifier, 3)::int % 100 >= 100 - $2::int`,
    [customerId, SHARES.cancelled],
  )
  await database().query(
    `INSERT INTO refund (refund_id, payment_id, order_id, reason, cause, amount, state)
     SELECT gen_random_uuid(), payment_id, order_id, 'cancel', cancellation_id, 29000, 'done' FROM cancellation JOIN payment USING (order_id)`,
  )
  await database().query(`UPDATE order_seat s SET cancellation_id = c.cancellation_id FROM cancellation c WHERE s.order_id = c.order_id`)
  await database().query(
    `UPDATE order_seat s SET released_by = after.order_id FROM orders o, orders after
     WHERE s.order_id = o.order_id AND o.customer_id = $1 AND o.state = 'paid' AND after.customer_id = $1 AND after.state = 'paid'
       AND substr(o.reservation_identifier, 3)::int % 100 BETWEEN 20 AND 19 + $2::int
       AND substr(after.reservation_identifier, 3)::int = substr(o.reservation_identifier, 3)::int + 20`,
    [customerId, SHARES.exchanged],
  )
}

/** Loaded, and used by twelve of the customer's orders. */
async function insertVoucher(customerId: number, at: number): Promise<void> {
  const reference = `BENCH-${String(at)}-4444`
  const { rows } = await database().query<{ id: number }>(
    `INSERT INTO system_voucher (reference_index, reference_encrypted, balance, customer_id) VALUES ($1, $2, 38000, $3) RETURNING system_voucher_id AS id`,
    [voucherIndexOf(reference), encryptText(reference), customerId],
  )
  await database().query(
    `INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount)
     SELECT $1::int, NULL, 'load', 50000 UNION ALL
     (SELECT $1::int, order_id, 'use', -1000 FROM orders WHERE customer_id = $2 AND state = 'paid' ORDER BY created_at OFFSET $3 LIMIT 12)`,
    [rows[0]?.id, customerId, at * 12],
  )
}
