import { randomBytes, randomUUID } from 'node:crypto'
import { ORDER_NUMBER_SIGNS } from '#lib/domain/orders/order-number.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { identifiers } from '#lib/server/platform/secrets/identifiers.ts'
import { textOf } from '#lib/text/text.ts'
import type { Sale } from './invent-sales.ts'

/** Orders that one statement writes. */
const BATCH = 5_000
const LOCALE = 'he'

/**
 * Writes sales as paid orders with everything that a paid order has: lines, tickets, sold seats, the payment with its charge at the sandbox, ledger,
 * receipts, audit, and a message that is withheld, because its buyer is nobody. All sales of the database are these: its callers have made sure.
 */
export async function writeSales(client: Queryable, sales: readonly Sale[]): Promise<void> {
  // The tables have just been filled, so that reading them whole is right; a sort that fits in memory is much quicker.
  await client.query(`SET LOCAL enable_seqscan = on; SET LOCAL work_mem = '64MB'`)
  await skipChecks(client)
  const numbers = orderNumbers(sales.length)
  for (let first = 0; first < sales.length; first += BATCH) {
    const batch = sales.slice(first, first + BATCH)
    await writeOrders(client, batch, { first, numbers: numbers.slice(first, first + BATCH) })
  }
  await withoutIndexes(client, 'seat_claim', () => client.query(SOLD_SEATS))
  for (const statement of WHAT_FOLLOWS) await client.query(statement)
}

/** An index that is made of all rows at once takes a fraction of the time that each row of its own takes. Those that keep rows apart stay. */
async function withoutIndexes(client: Queryable, table: string, write: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = $1::regclass AND NOT indisunique`,
    [table],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await write()
  for (const { definition } of rows) await client.query(definition)
}

/**
 * Rows that are made from one another refer to one another: asking the database again of each of a million takes longer than writing them. Only whoever may
 * administer the database may skip that, as the account of the embedded one does; elsewhere it takes its time.
 */
async function skipChecks(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>('SELECT rolsuper AS may FROM pg_roles WHERE rolname = current_user')
  if (rows[0]?.may) await client.query('SET LOCAL session_replication_role = replica')
}

/** As the database draws them, none twice: nobody else has ordered yet. */
function orderNumbers(count: number): readonly string[] {
  const drawn = new Set<string>()
  while (drawn.size < count) {
    const signs = Array.from(randomBytes(8), (byte) => ORDER_NUMBER_SIGNS.charAt(byte % ORDER_NUMBER_SIGNS.length))
    drawn.add(signs.join(''))
  }
  return [...drawn]
}

interface Batch {
  /** How many orders were written before. */
  readonly first: number
  readonly numbers: readonly string[]
}

async function writeOrders(client: Queryable, sales: readonly Sale[], { first, numbers }: Batch): Promise<void> {
  const orderIds = sales.map(({ at }) => timedUuid(at))
  const charge = textOf(LOCALE)('common.handlingFee')
  await client.query(
    `INSERT INTO orders (order_id, order_number, reservation_identifier, document_key, holder, idempotency_key, body_hash, state, amount_due, seats_price, products_price,
       global_service_charge, global_service_charge_name, is_percent_charge, charge_percent, first_name, last_name, email, mobile_number, locale, created_at, settled_at)
     SELECT order_id, order_number, reservation, document, holder, 'pay_' || key, sha256(key::bytea), 'paid', due, seats, products, charge, charge_name, percent IS NOT NULL, percent,
       first_name, last_name, 'buyer' || number || '@buyers.example', '05000' || to_char(number, 'FM00000'), '${LOCALE}',
       to_timestamp(at / 1000), to_timestamp(at / 1000 + 3)
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::text[], $10::numeric[], $11::text[], $12::text[],
       $13::float8[], $14::int[], $15::text[], $16::uuid[])
       AS o (order_id, reservation, document, key, due, seats, products, charge, charge_name, percent, first_name, last_name, at, number, order_number, holder)`,
    [
      ...[orderIds, ascending(sales.length, 20), ascending(sales.length, 26), sales.map(({ at }) => timedKey(at))].map(arrayOf),
      ...[sales.map(({ totals }) => totals.balanceDue), sales.map(({ totals }) => totals.seatsPrice)].map(arrayOf),
      ...[sales.map(({ totals }) => totals.productsPrice), sales.map(({ totals }) => totals.globalServiceCharge)].map(arrayOf),
      sales.map(({ showing }) => showing.charge?.name ?? charge),
      sales.map(({ showing }) => showing.charge?.percentRatePerOrder ?? null),
      ...[sales.map(({ firstName }) => firstName), sales.map(({ lastName }) => lastName)],
      ...[sales.map(({ at }) => at), sales.map((_, index) => first + index + 1), numbers].map(arrayOf),
      arrayOf(sales.map(({ at }) => timedUuid(at))),
    ],
  )
  await writeSeats(client, sales, orderIds)
  const withProduct = sales.flatMap(({ product }, index) => (product ? [{ ...product, orderId: orderIds[index] }] : []))
  await client.query(
    `INSERT INTO order_product (order_id, product_id, name, quantity, unit_price)
     SELECT order_id, product_id, name, quantity, price FROM unnest($1::uuid[], $2::int[], $3::int[]) AS l (order_id, product_id, quantity)
     JOIN product USING (product_id)`,
    [withProduct.map(({ orderId }) => orderId), withProduct.map(({ id }) => id), withProduct.map(({ quantity }) => quantity)],
  )
}

/** Of numbers and identifiers, which have no signs to escape: looking at each of them for some takes longer than all else that is done here. */
function arrayOf(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/** In order, so that one place of an index is written after the other. */
function ascending(count: number, length: number): string[] {
  return identifiers(count, length).sort()
}

/** As `timedUuid`: what a payment is known by. */
function timedKey(at: number): string {
  return `${Math.floor(at).toString(16).padStart(12, '0')}${randomBytes(6).toString('hex')}`
}

/** Ascends with time (version 7), so that indexes grow at their end. */
function timedUuid(at: number): string {
  const time = Math.floor(at).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

async function writeSeats(client: Queryable, sales: readonly Sale[], orderIds: readonly string[]): Promise<void> {
  const lines = sales.flatMap(({ showing, party, tickets }, index) =>
    tickets.map((ticket, line) => ({
      ...{ ticket, line, orderId: orderIds[index], showing, sectionId: party.sectionId, seatId: party.seatIds[line] },
    })),
  )
  await client.query(
    `INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, row_name, seat_name, ticket_id, ticket_name, price,
       service_charge, ticket_group_id, old_price, is_sub_ticket, ticket_identifier)
     SELECT order_id, line, presentation_id, l.seat_id, l.section_id, x.name, row_name, seat_name, ticket_id, t.name, price,
       service_charge, ticket_group_id, first_price, false, issued
     FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::text[])
       AS l (order_id, line, presentation_id, seatplan_id, section_id, seat_id, ticket_id, first_price, issued)
       JOIN ticket t USING (ticket_id) JOIN section x ON x.seatplan_id = l.seatplan_id AND x.section_id = l.section_id
       LEFT JOIN seat s ON s.seatplan_id = l.seatplan_id AND s.seat_id = l.seat_id`,
    [
      ...[lines.map(({ orderId = '' }) => orderId), lines.map(({ line }) => line), lines.map(({ showing }) => showing.id)].map(arrayOf),
      ...[lines.map(({ showing }) => showing.seatplanId), lines.map(({ sectionId }) => sectionId)].map(arrayOf),
      ...[lines.map(({ seatId = null }) => seatId), lines.map(({ ticket }) => ticket.id)].map(arrayOf),
      arrayOf(lines.map(({ ticket }) => (ticket.firstPrice > ticket.price ? ticket.firstPrice : null))),
      arrayOf(ascending(lines.length, 20)),
    ],
  )
}

const SOLD_SEATS = `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id)
 SELECT presentation_id, seat_id, 'S', holder, created_at, order_id FROM order_seat JOIN orders USING (order_id) ORDER BY presentation_id, seat_id`

/** Another uuid that ascends as the order's does. */
const UUID_BESIDE_ORDER = `overlay(gen_random_uuid()::text PLACING left(order_id::text, 15) FROM 1 FOR 15)::uuid`

/** What follows from the orders and their lines, in the order of time. Receipts take the numbers that the round would give, so that it has nothing to do. */
const WHAT_FOLLOWS = [
  `INSERT INTO audit (at, action, subject, uuid, facts)
   SELECT at, action, subject, holder, facts FROM (
     SELECT created_at AS at, 0 AS step, 'lock' AS action, presentation_id || ':' || seat_id AS subject, holder, NULL::jsonb AS facts
       FROM order_seat JOIN orders USING (order_id)
     UNION ALL SELECT created_at, 1, 'order', order_id::text, holder, jsonb_build_object('amount', amount_due) FROM orders
     UNION ALL SELECT settled_at, 2, 'paid', order_id::text, holder, NULL FROM orders) AS entry
   ORDER BY at, step`,
  `INSERT INTO sandbox_form (form_id, uuid, amount, locale, return_url, expires_at, is_closed)
   VALUES ('demo-sales', gen_random_uuid(), 1, '${LOCALE}', '/', now(), true)`,
  `INSERT INTO sandbox_card (payment_identifier, form_id, amount, behaviour, last4, created_at)
   SELECT idempotency_key, 'demo-sales', amount_due, 'accepted', '0000', created_at FROM orders WHERE amount_due > 0`,
  `INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state, provider_reference, attempts, created_at, updated_at, last4)
   SELECT ${UUID_BESIDE_ORDER}, order_id, 'sandbox', idempotency_key, amount_due, 'captured', 'sbx_' || substr(idempotency_key, 5), 1, created_at, settled_at, '0000'
   FROM orders WHERE amount_due > 0`,
  `INSERT INTO sandbox_charge (idempotency_key, payment_identifier, amount, outcome, reference, at)
   SELECT payment_id::text, payment_identifier, amount, 'charged', provider_reference, updated_at FROM payment`,
  `INSERT INTO ledger (order_id, payment_id, kind, amount, at) SELECT order_id, payment_id, 'charge', amount, updated_at FROM payment ORDER BY updated_at, order_id`,
  `INSERT INTO receipt (receipt_number, entry_id, issued_at) SELECT row_number() OVER (ORDER BY entry_id), entry_id, at FROM ledger`,
  'DELETE FROM receipt_due',
  `INSERT INTO outbox (message_id, order_id, channel, kind, recipient, state, created_at)
   SELECT ${UUID_BESIDE_ORDER}, order_id, 'mail', 'tickets', email, 'withheld', settled_at FROM orders`,
] as const
