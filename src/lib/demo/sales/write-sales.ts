import { inSlices } from '#lib/server/platform/jobs/slices.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Sale } from './invent-sales.ts'
import { columnsOf, drawOrderNumbers, LOCALE, type Columns } from './sale-columns.ts'
import { withoutIndexes } from './without-indexes.ts'

/** Orders per statement. */
const BATCH = 7_000
/** Every table that the sales write to and that has indexes to drop, and what they fill of the columns that only some rows have. */
const WRITTEN = {
  tables: ['orders', 'order_seat', 'seat_claim', 'sandbox_card', 'payment', 'sandbox_charge', 'ledger', 'receipt', 'outbox', 'sales_day'],
  filled: ['order_id'],
} as const

/**
 * Writes sales as paid orders with all their rows: lines, tickets, sold seats, the payment with its charge at the sandbox, ledger,
 * receipts, audit, and a withheld message, because the buyers are invented. Requires a database without other sales.
 */
export async function writeSales(client: Queryable, sales: readonly Sale[]): Promise<void> {
  // A sort that fits in memory is much quicker; so is one look over the seats instead of one for each line, where the tables are too new to have statistics.
  await client.query(`SET LOCAL work_mem = '64MB'`)
  await client.query('SET LOCAL enable_nestloop = off')
  if (await skipChecks(client)) await withoutIndexes(client, WRITTEN, () => writeAll(client, sales))
  else await writeAll(client, sales)
}

async function writeAll(client: Queryable, sales: readonly Sale[]): Promise<void> {
  await writeOrders(client, sales)
  for (const statement of [SOLD_SEATS, ...SUMS, ...WHAT_FOLLOWS]) await client.query(statement)
}

/**
 * Turns off foreign key checks, which take longer than writing the million rows: rows made from one another match anyway. Needs a superuser,
 * as the account of the embedded database is; otherwise the checks stay on.
 */
async function skipChecks(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>('SELECT rolsuper AS may FROM pg_roles WHERE rolname = current_user')
  if (rows[0]?.may !== true) return false
  await client.query('SET LOCAL session_replication_role = replica')
  return true
}

/** Writes batch after batch; the next one is prepared while the database writes. */
async function writeOrders(client: Queryable, sales: readonly Sale[]): Promise<void> {
  const numbers = drawOrderNumbers(sales.length)
  const ready = (first: number) =>
    inSlices(columnsOf(sales.slice(first, first + BATCH), { first, numbers: numbers.slice(first, first + BATCH) }))
  let columns = await ready(0)
  for (let first = 0; first < sales.length; first += BATCH) {
    const [next] = await Promise.all([ready(first + BATCH), writeBatch(client, columns)])
    columns = next
  }
}

async function writeBatch(client: Queryable, { orders, seats, products }: Columns): Promise<void> {
  await client.query(ORDERS, [...orders])
  await client.query(SEATS, [...seats])
  await client.query(PRODUCTS, [...products])
}

const ORDERS = `INSERT INTO orders (order_id, order_number, reservation_identifier, document_key, holder, idempotency_key, body_hash, state, amount_due, seats_price, products_price,
    global_service_charge, global_service_charge_name, is_percent_charge, charge_percent, first_name, last_name, email, mobile_number, locale, created_at, settled_at)
  SELECT order_id, order_number, reservation, document, holder, 'pay_' || key, sha256(key::bytea), 'paid', due, seats, products, charge, charge_name, percent IS NOT NULL, percent,
    first_name, last_name, 'buyer' || number || '@buyers.example', '05000' || to_char(number, 'FM00000'), '${LOCALE}',
    to_timestamp(at / 1000), to_timestamp(at / 1000 + 3)
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::text[], $10::numeric[], $11::text[], $12::text[],
    $13::float8[], $14::int[], $15::text[], $16::uuid[])
    AS o (order_id, reservation, document, key, due, seats, products, charge, charge_name, percent, first_name, last_name, at, number, order_number, holder)`

const PRODUCTS = `INSERT INTO order_product (order_id, product_id, name, quantity, unit_price)
  SELECT order_id, product_id, name, quantity, price FROM unnest($1::uuid[], $2::int[], $3::int[]) AS l (order_id, product_id, quantity)
  JOIN product USING (product_id)`

const SEATS = `INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, row_name, seat_name, ticket_id, ticket_name, price,
    service_charge, ticket_group_id, old_price, is_sub_ticket, ticket_identifier)
  SELECT order_id, line, presentation_id, l.seat_id, l.section_id, x.name, row_name, seat_name, ticket_id, t.name, price,
    service_charge, ticket_group_id, first_price, false, issued
  FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::text[])
    AS l (order_id, line, presentation_id, seatplan_id, section_id, seat_id, ticket_id, first_price, issued)
    JOIN ticket t USING (ticket_id) JOIN section x ON x.seatplan_id = l.seatplan_id AND x.section_id = l.section_id
    LEFT JOIN seat s ON s.seatplan_id = l.seatplan_id AND s.seat_id = l.seat_id`

const SOLD_SEATS = `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id)
 SELECT presentation_id, seat_id, 'S', holder, created_at, order_id FROM order_seat JOIN orders USING (order_id) ORDER BY presentation_id, seat_id`

/** A second uuid in the same ascending order as the order's, of which it keeps the time: drawing another one takes several times as long. */
const uuidBesideOrder = (of: string): string => `overlay(order_id::text PLACING right(md5('${of}' || order_id::text), 12) FROM 25)::uuid`

/**
 * Sums of sales and counts of taken seats, from the demo's own lines: all were sold, none came back, and the seats of an order are of one presentation. Reading all books takes half a second
 * more, and finding the day of each line instead of each order a fifth.
 */
const SUMS = [
  `WITH sold AS MATERIALIZED (SELECT order_id, day, channel, global_service_charge FROM sold_order),
   first AS MATERIALIZED (SELECT order_id, presentation_id FROM order_seat WHERE line = 0)
 INSERT INTO sales_day (presentation_id, day, kind, subject_id, channel, quantity, quantity_back, gross, refunded)
 SELECT presentation_id, day, kind, subject_id, channel, sum(quantity), 0, sum(amount), 0 FROM (
   SELECT presentation_id, day, 'seat' AS kind, ticket_id AS subject_id, channel, 1 AS quantity, price + service_charge AS amount FROM order_seat JOIN sold USING (order_id)
   UNION ALL SELECT presentation_id, day, 'product', product_id, channel, quantity, quantity * unit_price
     FROM order_product JOIN sold USING (order_id) JOIN first USING (order_id)
   UNION ALL SELECT presentation_id, day, 'charge', 0, channel, 0, global_service_charge
     FROM sold JOIN first USING (order_id) WHERE global_service_charge > 0) AS line
 GROUP BY presentation_id, day, kind, subject_id, channel`,
  'SELECT sum_anew()',
  'SELECT repair_taken()',
] as const

/** Rows derived from the orders and their lines, by time. Receipts get the numbers that the numbering round would assign, so that it finds nothing to do. */
const WHAT_FOLLOWS = [
  `INSERT INTO audit (at, action, subject, uuid)
   SELECT created_at, 'lock', presentation_id || ':' || seat_id, holder FROM order_seat JOIN orders USING (order_id)`,
  `INSERT INTO audit (at, action, subject, uuid, facts)
   SELECT at, action, order_id::text, holder, facts FROM orders
     CROSS JOIN LATERAL (VALUES (created_at, 'order', jsonb_build_object('amount', amount_due)), (settled_at, 'paid', NULL)) AS entry (at, action, facts)`,
  `INSERT INTO sandbox_form (form_id, uuid, amount, locale, return_url, expires_at, is_closed)
   VALUES ('demo-sales', gen_random_uuid(), 1, '${LOCALE}', '/', now(), true)`,
  `INSERT INTO sandbox_card (payment_identifier, form_id, amount, behaviour, last4, created_at)
   SELECT idempotency_key, 'demo-sales', amount_due, 'accepted', '0000', created_at FROM orders WHERE amount_due > 0`,
  `INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state, provider_reference, attempts, created_at, updated_at, last4)
   SELECT ${uuidBesideOrder('payment')}, order_id, 'sandbox', idempotency_key, amount_due, 'captured', 'sbx_' || substr(idempotency_key, 5), 1, created_at, settled_at, '0000'
   FROM orders WHERE amount_due > 0`,
  `INSERT INTO sandbox_charge (idempotency_key, payment_identifier, amount, outcome, reference, at)
   SELECT payment_id::text, payment_identifier, amount, 'charged', provider_reference, updated_at FROM payment`,
  `INSERT INTO ledger (order_id, payment_id, kind, amount, at) SELECT order_id, payment_id, 'charge', amount, updated_at FROM payment ORDER BY updated_at, order_id`,
  `INSERT INTO receipt (receipt_number, entry_id, issued_at) SELECT row_number() OVER (ORDER BY entry_id), entry_id, at FROM ledger`,
  'DELETE FROM receipt_due',
  `INSERT INTO outbox (message_id, order_id, channel, kind, recipient, state, created_at)
   SELECT ${uuidBesideOrder('message')}, order_id, 'mail', 'tickets', email, 'withheld', settled_at FROM orders`,
] as const
