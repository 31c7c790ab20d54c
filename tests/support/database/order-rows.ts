import { randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'

/** Rows of a small catalogue and of paid orders in it, for tests of what follows an order. */

export interface ShowingRows {
  /** ISO, with its offset. */
  readonly startsAt: string
  readonly minutes: number
  readonly featureTypeId?: number
  readonly featureName?: string
}

const LATER = '2032-03-30T20:30:00+03:00'

/** Inserts a location, a hall, a feature and a presentation for each given showing; ids 1, 2, 3 … */
export async function insertShowings(showings: readonly ShowingRows[] = [{ startsAt: LATER, minutes: 100 }]): Promise<void> {
  await database().query(`
    INSERT INTO location (location_id, name, city, address, phone, doors_minutes) VALUES (1, 'תיאטרון החוף', 'תל אביב', 'שדרות הים 14', '03-777-0140', 30);
    INSERT INTO venue (venue_id, location_id, name) VALUES (1, 1, 'אולם 1');
    INSERT INTO seatplan (seatplan_id, venue_id, name, version, width, height) VALUES (1, 1, 'אולם 1', 'v1', 100, 100);
    INSERT INTO feature_category (feature_category_id, name) VALUES (1, 'תיאטרון');`)
  for (const [index, showing] of showings.entries()) await insertShowing(index + 1, showing)
}

async function insertShowing(
  id: number,
  { startsAt, minutes, featureTypeId = 1, featureName = 'הגשר של אבא' }: ShowingRows,
): Promise<void> {
  await database().query(
    `INSERT INTO feature (feature_id, name, feature_type_id, feature_category_id, minutes, poster) VALUES ($1, $2, $3, 1, $4, '<svg/>')`,
    [id, featureName, featureTypeId, minutes],
  )
  await database().query(
    'INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at) VALUES ($1, $1, 1, 1, $2)',
    [id, startsAt],
  )
}

export interface OrderRows {
  readonly orderId: string
  readonly documentKey: string
  readonly reservationIdentifier: string
}

interface Wanted {
  readonly presentationIds?: readonly number[]
  readonly firstName?: string
  readonly state?: string
}

/** Inserts an order of two reserved seats for each presentation, and of one unnumbered place in the last one. */
export async function insertOrder({ presentationIds = [1], firstName = 'נועה', state = 'paid' }: Wanted = {}): Promise<OrderRows> {
  const order = {
    orderId: randomUUID(),
    documentKey: `D${randomUUID().replaceAll('-', '')}`,
    reservationIdentifier: `R${randomUUID().slice(0, 8).toUpperCase()}`,
  }
  await database().query(
    `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
       global_service_charge, first_name, last_name, email, mobile_number)
     VALUES ($1::uuid, $2, $3, $4, $5, $1::text, '', 33900, 31400, 2500, 0, $6, 'ברקאי', 'noa@example.com', '0547314821')`,
    [order.orderId, order.reservationIdentifier, order.documentKey, randomUUID(), state, firstName],
  )
  let line = 0
  for (const presentationId of presentationIds) {
    for (const seat of ['14', '15']) await insertSeat(order.orderId, (line += 1), presentationId, seat)
  }
  await insertSeat(order.orderId, line + 1, presentationIds.at(-1) ?? 1, null)
  await database().query(
    `INSERT INTO order_product (order_id, product_id, name, quantity, unit_price) VALUES ($1, 1, 'תוכנייה', 1, 2500)`,
    [order.orderId],
  )
  return order
}

async function insertSeat(orderId: string, line: number, presentationId: number, seat: string | null): Promise<void> {
  await database().query(
    `INSERT INTO order_seat (order_id, line, presentation_id, seat_id, section_id, section_name, row_name, seat_name, ticket_id, ticket_name, price,
       service_charge, ticket_identifier)
     VALUES ($1::uuid, $2::int, $3, $2::int, 1, $4, $5, $6, 1, 'כרטיס רגיל', 15000, 700, $7)`,
    [
      orderId,
      line,
      presentationId,
      seat === null ? 'מדשאה' : 'אולם מרכז',
      seat === null ? null : '7',
      seat,
      `T${orderId.replaceAll('-', '').slice(0, 18)}${String(line)}`,
    ],
  )
}
