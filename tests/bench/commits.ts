import { randomUUID } from 'node:crypto'
import { commitOrder } from '#lib/contract/orders.ts'
import { priceOrder } from '#lib/domain/price-order.ts'
import { database } from '#lib/server/db/connect.ts'
import { CUSTOMER } from '#tests/support/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { TestVisitor } from '#tests/support/visitor.ts'
import { inParallel, ms, percentile, type Bench } from './bench.ts'

const ORDERS = 1_500
const SEATS_EACH = 4
const WIDTH = 16
const LIMIT = 100

interface Prepared {
  readonly visitor: TestVisitor
  readonly cart: unknown
}

interface SeatRow {
  readonly presentation_id: number
  readonly venue_id: number
  readonly seatplan_id: number
  readonly section_id: number
  readonly seat_id: number
  readonly x: number
  readonly y: number
  readonly ticket_group_id: number
  readonly ticket_id: number
  readonly price: number
  readonly service_charge: number
  readonly amountPerOrder: number | null
  readonly percentRatePerOrder: number | null
}

/** Commits of four held seats with a card that was filled in already: intent, charge at the sandbox, tickets and messages, all through HTTP. */
export async function benchCommits({ origin, print }: Bench): Promise<void> {
  const prepared = await prepareOrders(origin)
  const times: number[] = []
  const startedAt = performance.now()
  await inParallel(prepared, WIDTH, async ({ visitor, cart }) => {
    const sentAt = performance.now()
    readAnswer(commitOrder, await visitor.post('/api/payment/commit', { cart }))
    times.push(performance.now() - sentAt)
  })
  const rate = (ORDERS * 1000) / (performance.now() - startedAt)
  print(
    `commits of ${String(SEATS_EACH)} seats: ${rate.toFixed(0)}/s with ${String(WIDTH)} at once, p95 ${ms(percentile(times, 0.95))}; ratio to the wanted ${String(LIMIT)}/s: ${(rate / LIMIT).toFixed(2)}`,
  )
}

/** Holds and cards are written straight into the database: only the commits are to be measured. */
async function prepareOrders(origin: string): Promise<Prepared[]> {
  const { rows } = await database().query<SeatRow>(
    `SELECT p.presentation_id, p.venue_id, p.seatplan_id, s.section_id, s.seat_id, s.x, s.y, price.ticket_group_id, t.ticket_id, t.price, t.service_charge,
       g.amount_per_order AS "amountPerOrder", g.percent_rate_per_order AS "percentRatePerOrder"
     FROM presentation p JOIN seat s USING (seatplan_id) LEFT JOIN service_charge g USING (service_charge_id)
     JOIN presentation_price price ON price.presentation_id = p.presentation_id AND price.category = s.category AND price.allocation_id <> -1
     JOIN LATERAL (SELECT * FROM ticket t WHERE t.ticket_group_id = price.ticket_group_id AND t.code IS NULL AND t.multiply_factor <= 1 ORDER BY ordinal LIMIT 1) t ON true
     WHERE p.starts_at > now() AND t.price > 0 AND NOT p.is_cancelled AND NOT p.soldout
       AND p.presentation_id = (SELECT presentation_id FROM presentation WHERE seatplan_id = (SELECT seatplan_id FROM seat GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
         AND NOT is_cancelled AND NOT soldout ORDER BY presentation_id DESC LIMIT 1)
       AND NOT EXISTS (SELECT 1 FROM seat_claim c WHERE c.presentation_id = p.presentation_id AND c.seat_id = s.seat_id)
     ORDER BY s.seat_id LIMIT ${String(ORDERS * SEATS_EACH)}`,
  )
  if (rows.length < ORDERS * SEATS_EACH) throw new Error(`Only ${String(rows.length)} seats are free for this benchmark.`)
  const orders = Array.from({ length: ORDERS }, (_, n) => rows.slice(n * SEATS_EACH, (n + 1) * SEATS_EACH))
  const prepared: Prepared[] = []
  for (const seats of orders) prepared.push(await prepareOne(origin, seats))
  return prepared
}

async function prepareOne(origin: string, seats: readonly SeatRow[]): Promise<Prepared> {
  const visitor = new TestVisitor(origin)
  const paymentIdentifier = randomUUID().replaceAll('-', '')
  const due = priceOrder({
    seats: seats.map((seat) => ({ price: seat.price, serviceCharge: seat.service_charge })),
    products: [],
    serviceCharge: seats[0]?.amountPerOrder == null && seats[0]?.percentRatePerOrder == null ? null : seats[0],
  }).balanceDue
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [visitor.uuid])
  await database().query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
     SELECT $1, seat_id, 'H', $3, now(), now() + interval '1 hour' FROM unnest($2::int[]) seat_id`,
    [seats[0]?.presentation_id, seats.map((seat) => seat.seat_id), visitor.uuid],
  )
  await database().query(
    `INSERT INTO sandbox_form (form_id, uuid, amount, locale, return_url, expires_at) VALUES ($1, $2, $3, 'he', '', now() + interval '1 hour')`,
    [paymentIdentifier, visitor.uuid, due],
  )
  await database().query(
    `INSERT INTO sandbox_card (payment_identifier, form_id, amount, behaviour, last4) VALUES ($1, $1, $2, 'accepted', '0000')`,
    [paymentIdentifier, due],
  )
  return { visitor, cart: { customerInfo: CUSTOMER, paymentIdentifier, seats: seats.map(lineOf) } }
}

function lineOf(seat: SeatRow): unknown {
  return {
    XCoordinate: seat.x,
    YCoordinate: seat.y,
    ticket: {
      prsntId: seat.presentation_id,
      ticketGroupId: seat.ticket_group_id,
      venueId: seat.venue_id,
      seatplanId: seat.seatplan_id,
      sectionId: seat.section_id,
      ticketId: seat.ticket_id,
    },
  }
}
