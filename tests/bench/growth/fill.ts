import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { checkTaken } from '#lib/server/seats/board/availability.ts'

/** Ids beside those of the demo: of the hall and its show, and of the presentations, of which the first ten are looked at. */
export const HALL = 9_800
export const FIRST = 3_000_000
const [ROWS, IN_A_ROW] = [40, 100]
/** Presentations that are the same at every size: two of each of five shows, on one day. No orders are of the first five. */
export const OWN = 10
const WITHOUT_ORDERS = 5
const SHOWS = 5
/** Of the seats of a presentation that is looked at, so many are sold. */
const SOLD = 1_000
/** Reservations of the one customer who is looked at. */
const RESERVATIONS = 20
/** The other presentations begin in so many days, and go on for two years; half of them were in the five years before today. */
const OTHERS_FROM = 10
const [DAYS_AHEAD, DAYS_BEFORE] = [720, 1_800]
/** Presentations of one show. */
const RUN = 20

/** The show whose page is looked at; the ids of the others follow. */
export const SHOW = HALL

/** A word that only the shows of those have that are the same at every size. */
export const OWN_WORD = 'seldom'

/** How much there is. */
export interface Size {
  readonly presentations: number
  readonly orders: number
}

/** A hall of 4,000 seats, and nothing on but ten presentations in it: those of the demo are gone. */
export async function emptyShop(): Promise<void> {
  await database().query('TRUNCATE presentation CASCADE')
  await database().query(`
    INSERT INTO venue SELECT ${String(HALL)}, min(location_id), 'bench', 1 FROM location;
    INSERT INTO seatplan VALUES (${String(HALL)}, ${String(HALL)}, 'bench', 'v1', 4000, 2000, NULL);
    INSERT INTO section (seatplan_id, section_id, ordinal, name, is_reserved, category, capacity, first_place)
      VALUES (${String(HALL)}, 1, 1, 'bench', true, NULL, ${String(ROWS * IN_A_ROW)}, NULL);
    INSERT INTO seat (seatplan_id, seat_id, section_id, x, y, seatplan_x, seatplan_y, row_name, seat_name, category, guid)
      SELECT ${String(HALL)}, (y - 1) * ${String(IN_A_ROW)} + x, 1, x, y, x * 30, y * 30, y::text, x::text, 'A', 'bench-' || y || '-' || x
      FROM generate_series(1, ${String(ROWS)}) y, generate_series(1, ${String(IN_A_ROW)}) x;
    INSERT INTO ticket_group VALUES (${String(HALL)}, 'bench', false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price) VALUES (${String(HALL)}, ${String(HALL)}, 1, 'bench', 10000)`)
}

/** Adds what a shop of this size has beyond one of the size before. */
export async function grow(from: Size, to: Size): Promise<void> {
  await inTransaction(async (client) => {
    await addPresentations(client, from.presentations + 1, to.presentations)
    // No triggers: what they keep is made right below. Nothing here is a sale of today.
    await client.query('SET LOCAL session_replication_role = replica')
    await addOrders(client, from.orders + 1, to)
    await client.query('UPDATE catalogue_version SET version = version + 1')
  })
  await resetOwn()
  await checkTaken(true)
  await database().query('VACUUM ANALYZE')
}

async function addPresentations(client: Queryable, from: number, to: number): Promise<void> {
  await client.query(
    `INSERT INTO feature (feature_id, name, feature_category_id, minutes, tagline, poster)
     SELECT $1::int + n, 'bench ' || n || CASE WHEN n < $3::int THEN ' ' || $4 ELSE '' END, categories.ids[1 + n % cardinality(categories.ids)], 90, 'bench', '<svg xmlns="http://www.w3.org/2000/svg"/>'
     FROM generate_series(0, $2::int) AS n, (SELECT array_agg(feature_category_id ORDER BY feature_category_id) AS ids FROM feature_category) AS categories
     ON CONFLICT DO NOTHING`,
    [SHOW, SHOWS + Math.ceil(to / RUN), SHOWS, OWN_WORD],
  )
  await client.query(
    `INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, max_seats, lone_seats)
     SELECT $1::int + n, $2::int + CASE WHEN n <= $5::int THEN (n - 1) / 2 ELSE $6::int + n / $7::int END, $3::int, $3::int,
       CASE WHEN n <= $5::int THEN date_trunc('day', now()) + interval '3 days 17 hours' + n * interval '5 minutes'
         WHEN n % 2 = 0 THEN now() - (1 + n % $8::int) * interval '1 day' ELSE now() + ($9::int + n % $10::int) * interval '1 day' END, 8, 'allowed'
     FROM generate_series($11::int, $4::int) AS n`,
    [FIRST, SHOW, HALL, to, OWN, SHOWS, RUN, DAYS_BEFORE, OTHERS_FROM, DAYS_AHEAD, from],
  )
  await client.query(`INSERT INTO presentation_price SELECT $1::int + n, 'A', $2::int, 1 FROM generate_series($3::int, $4::int) AS n`, [
    FIRST,
    HALL,
    from,
    to,
  ])
}

/** The signs of an order's number, as new_order_number() has them. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Paid orders of two seats each, with charge, tickets, messages and lines of the log, over all presentations that have orders. */
async function addOrders(client: Queryable, from: number, { orders: to, presentations }: Size): Promise<void> {
  const range = [from, to]
  await client.query(
    `INSERT INTO orders (order_id, order_number, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
       global_service_charge, first_name, last_name, email, mobile_number, created_at, settled_at, sold_at)
     SELECT md5('growth' || n)::uuid, (SELECT string_agg(substr($3, 1 + (n / power(31, place)::bigint % 31)::int, 1), '' ORDER BY place DESC)
       FROM generate_series(0, 7) AS place), 'GROW' || n, 'GROW' || n, md5('growth' || n)::uuid, 'paid', 'growth', '', 20000, 20000, 0, 0, 'bench', '',
       'bench@shura.example', '0590000300', at, at, at
     FROM generate_series($1::int, $2::int) AS n, LATERAL (SELECT now() - (1 + n::bigint * 7919 % ($4::int * 24)) * interval '1 hour' AS at) AS sold`,
    [...range, SIGNS, DAYS_BEFORE],
  )
  // Two seats side by side that no order before had: those of one presentation follow each other.
  await client.query(
    `INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, row_name, seat_name, ticket_id, ticket_name, price, service_charge,
       ticket_identifier)
     SELECT md5('growth' || n)::uuid, line, $3::int + $4::int + 1 + n % $5::int, 1 + (n / $5::int * 2 + line) % $6::int, 1, 'bench', '1', line::text, $7::int, 'bench',
       10000, 0, 'GROW' || n || '-' || line
     FROM generate_series($1::int, $2::int) AS n, generate_series(0, 1) AS line`,
    [...range, FIRST, WITHOUT_ORDERS, presentations - WITHOUT_ORDERS, ROWS * IN_A_ROW, HALL],
  )
  await client.query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id)
     SELECT presentation_id, seat_id, 'S', o.holder, o.created_at, order_id FROM order_seat JOIN orders o USING (order_id)
     WHERE order_id IN (SELECT md5('growth' || n)::uuid FROM generate_series($1::int, $2::int) AS n) ON CONFLICT DO NOTHING`,
    range,
  )
  await client.query(
    `INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state, last4)
     SELECT md5('growth' || n)::uuid, md5('growth' || n)::uuid, 'sandbox', 'GROW' || n, 20000, 'captured', '4242' FROM generate_series($1::int, $2::int) AS n`,
    range,
  )
  await client.query(
    `INSERT INTO ledger (order_id, payment_id, kind, amount)
     SELECT md5('growth' || n)::uuid, md5('growth' || n)::uuid, 'charge', 20000 FROM generate_series($1::int, $2::int) AS n`,
    range,
  )
  await client.query(
    `INSERT INTO outbox (message_id, order_id, channel, kind, recipient, state, sent_at, created_at)
     SELECT md5('growth' || n)::uuid, md5('growth' || n)::uuid, 'mail', 'confirmation', 'bench@shura.example', 'sent', now() - interval '1 year', now() - interval '1 year'
     FROM generate_series($1::int, $2::int) AS n`,
    range,
  )
  await client.query(
    `INSERT INTO audit (at, action, subject, uuid)
     SELECT now() - n * interval '1 minute', 'lock', n::text, md5('growth' || n)::uuid FROM generate_series($1::int, $2::int) AS n, generate_series(0, 1)`,
    range,
  )
}

/** The presentations that are looked at are sold as far as at every other size, and no forms are open that the size before has left: the reconciler asks after each. */
async function resetOwn(): Promise<void> {
  await database().query("UPDATE payment_form SET state = 'lapsed' WHERE state = 'open'")
  const own = [FIRST, FIRST + WITHOUT_ORDERS]
  await database().query('DELETE FROM seat_claim WHERE presentation_id > $1 AND presentation_id <= $2', own)
  await database().query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id)
     SELECT p, n, 'S', gen_random_uuid(), now(), gen_random_uuid() FROM generate_series($1::int + 1, $2::int) AS p, generate_series(1, $3::int) AS n`,
    [...own, SOLD],
  )
}

/** Gives a customer the first orders, at every size the same. */
export async function giveOrders(customerId: number): Promise<void> {
  await database().query(
    `UPDATE orders SET customer_id = $1 WHERE order_id IN (SELECT md5('growth' || n)::uuid FROM generate_series(1, $2::int) AS n)`,
    [customerId, RESERVATIONS],
  )
}
