import { randomUUID } from 'node:crypto'
import { commitOrder } from '#lib/contract/order/orders.ts'
import { priceOrder } from '#lib/domain/pricing/price-order.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { CUSTOMER } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { inParallel, ms, percentile, type Bench } from './bench.ts'
import { freeStadiumSeats, holdSeats, lineOf, type SeatRow } from './stadium-seats.ts'

const ORDERS = 1_500
const SEATS_EACH = 4
const WIDTH = 16
const LIMIT = 100

/** A visitor with held seats and a card that is filled in. */
export interface Prepared {
  readonly visitor: TestVisitor
  readonly cart: unknown
}

/** Commits of four held seats with a card that was filled in already: intent, charge at the sandbox, tickets and messages, all through HTTP. */
export async function benchCommits({ origin, print }: Bench): Promise<void> {
  const prepared = await prepareOrders(origin, ORDERS)
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
export async function prepareOrders(origin: string, count: number): Promise<Prepared[]> {
  const rows = await freeStadiumSeats(count * SEATS_EACH)
  const orders = Array.from({ length: count }, (_, n) => rows.slice(n * SEATS_EACH, (n + 1) * SEATS_EACH))
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
  await holdSeats(visitor.uuid, seats)
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
