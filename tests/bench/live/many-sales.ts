import { inTransaction } from '#lib/server/platform/db/transactions.ts'

/** Ids beside those of the demo. */
const FIRST = 2_000_000
/** Days before today on which was sold, and around today on which is played. */
const DAYS = 300
/** Presentations of these benchmarks, of as many features as the demo has, in its halls. */
export const PRESENTATIONS = 10_000

/** Adds presentations for nobody to buy, half of business 1 and half of business 2. */
export async function addPresentations(): Promise<void> {
  await inTransaction(async (client) => {
    await client.query(
      `INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, business_id)
       SELECT $1::int + n, features.ids[1 + n % cardinality(features.ids)], hall.venue_id, hall.seatplan_id,
         now() + (n % (2 * $3::int) - $3::int) * interval '1 day', 1 + n % 2
       FROM generate_series(1, $2::int) AS n, (SELECT array_agg(feature_id ORDER BY feature_id) AS ids FROM feature) AS features,
         (SELECT venue_id, seatplan_id FROM seatplan ORDER BY seatplan_id LIMIT 1) AS hall`,
      [FIRST, PRESENTATIONS, DAYS],
    )
    await client.query('UPDATE catalogue_version SET version = version + 1')
  })
}

/** The signs of an order's number, as new_order_number() has them. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * Adds paid orders of two tickets each, by number: the same order has the same show and day whatever is written before. Without triggers: the sums have to be
 * repaired. Order numbers are counted, since of a million random ones in one statement some would be the same.
 */
export async function addOrders(from: number, to: number): Promise<void> {
  await inTransaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(
      `INSERT INTO orders (order_id, order_number, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
         global_service_charge, first_name, created_at, settled_at)
       SELECT md5('live' || n)::uuid, (SELECT string_agg(substr($4, 1 + (n / power(31, place)::bigint % 31)::int, 1), '' ORDER BY place DESC)
         FROM generate_series(0, 7) AS place), 'LIVE' || n, 'LIVE' || n, md5('live' || n)::uuid, 'paid', 'live', '', 20700, 20000, 0, 700, 'bench', at, at
       FROM generate_series($1::int, $2::int) AS n, LATERAL (SELECT now() - (n::bigint * 7919 % ($3 * 24)) * interval '1 hour' AS at) AS sold`,
      [from, to, DAYS, SIGNS],
    )
    await client.query(
      `INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, ticket_id, ticket_name, price, service_charge, ticket_identifier)
       SELECT md5('live' || n)::uuid, line, $3::int + 1 + n % $4::int, n * 2 + line, 1, 'bench', 1 + line % 3, 'bench', 10000, 0, 'LIVE' || n || '-' || line
       FROM generate_series($1::int, $2::int) AS n, generate_series(0, 1) AS line`,
      [from, to, FIRST, PRESENTATIONS],
    )
    await client.query(
      `INSERT INTO ledger (order_id, kind, amount) SELECT md5('live' || n)::uuid, 'voucher', 20700 FROM generate_series($1::int, $2::int) AS n`,
      [from, to],
    )
  })
}
