import { randomUUID } from 'node:crypto'
import { commitOrder } from '#lib/contract/order/orders.ts'
import { priceOrder } from '#lib/domain/pricing/price-order.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { CUSTOMER } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { inParallel, ms, percentile, scaled, type Bench } from './bench.ts'
import { processorTime, timeOfEach } from './cpu.ts'
import { arrive } from './open-loop.ts'
import { freeStadiumSeats, holdSeats, lineOf, type SeatRow } from './stadium-seats.ts'

const ORDERS = scaled(1_500)
const SEATS_EACH = 4
const WIDTH = 16
/** Orders of one seat and of four in turn: how many of each, how often, and how many times the rate of four is wanted of one. */
const [EACH_ROUND, ROUNDS, WANTED_OF_ONE] = [scaled(300), 5, 2]
/** Commits a second that are wanted on two cores with nothing else running. */
const WANTED = 600
/** Commits a second that arrive on a clock, for how many seconds, and what 99 of 100 of them may take, in ms. */
const [ARRIVING, SECONDS, LIMIT] = [200, scaled(5), 80]

/** A visitor with held seats and a card that is filled in. */
export interface Prepared {
  readonly visitor: TestVisitor
  readonly cart: unknown
}

/** Commits of held seats with a card that was filled in already: intent, charge at the sandbox, tickets and messages, all through HTTP. */
export async function benchCommits({ origin, pid, print }: Bench): Promise<void> {
  const warmUp = await prepareOrders(origin, scaled(300))
  await inParallel(warmUp, WIDTH, commit)
  const four = await commitAll(pid, await prepareOrders(origin, ORDERS))
  print(
    `commits of ${String(SEATS_EACH)} seats: ${four.rate.toFixed(0)}/s with ${String(WIDTH)} at once (ratio ${(four.rate / WANTED).toFixed(2)} to the ${String(WANTED)}/s wanted), ` +
      `p95 ${ms(percentile(four.times, 0.95))}; ${four.timeOfEach}`,
  )
  const arriving = await prepareOrders(origin, ARRIVING * SECONDS)
  const took = (await arrive(arriving, ARRIVING, commit)).map((one) => one.ms)
  print(
    `the same arriving at ${String(ARRIVING)}/s: p50 ${ms(percentile(took, 0.5))}, p99 ${ms(percentile(took, 0.99))} (ratio ${(percentile(took, 0.99) / LIMIT).toFixed(2)} to the ${String(LIMIT)} ms allowed)`,
  )
  await compareSizes({ origin, pid, print })
}

/** Orders of one seat beside orders of four, in turn. */
async function compareSizes({ origin, pid, print }: Bench): Promise<void> {
  const rates: [one: number, four: number][] = []
  let times = ''
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await commitAll(pid, await prepareOrdersOf(origin, await freeStadiumSeats(EACH_ROUND), 1))
    const four = await commitAll(pid, await prepareOrders(origin, EACH_ROUND))
    rates.push([one.rate, four.rate])
    times = one.timeOfEach
  }
  const ratios = rates.map(([one, four]) => one / four)
  print(
    `commits of one seat: ${percentile(
      rates.map(([one]) => one),
      0.5,
    ).toFixed(0)}/s, of ${String(SEATS_EACH)} in turn with them ${percentile(
      rates.map(([, four]) => four),
      0.5,
    ).toFixed(0)}/s ` +
      `(median ratio of ${String(ROUNDS)} rounds ${percentile(ratios, 0.5).toFixed(2)}; at least ${String(WANTED_OF_ONE)} wanted); of one seat ${times}`,
  )
}

interface Committed {
  /** A second. */
  readonly rate: number
  /** In ms. */
  readonly times: readonly number[]
  readonly timeOfEach: string
}

async function commitAll(pid: number, prepared: readonly Prepared[]): Promise<Committed> {
  const times: number[] = []
  const before = await processorTime(pid)
  const startedAt = performance.now()
  await inParallel(prepared, WIDTH, async (one) => {
    const sentAt = performance.now()
    await commit(one)
    times.push(performance.now() - sentAt)
  })
  const rate = (prepared.length * 1000) / (performance.now() - startedAt)
  return { rate, times, timeOfEach: timeOfEach(before, await processorTime(pid), prepared.length) }
}

async function commit({ visitor, cart }: Prepared): Promise<void> {
  readAnswer(commitOrder, await visitor.post('/api/payment/commit', { cart }))
}

/** Holds and cards are written straight into the database: only the commits are to be measured. */
export async function prepareOrders(origin: string, count: number): Promise<Prepared[]> {
  return prepareOrdersOf(origin, await freeStadiumSeats(count * SEATS_EACH))
}

/** Orders of four of these seats each, or so many, one behind the other. */
export async function prepareOrdersOf(origin: string, rows: readonly SeatRow[], each: number = SEATS_EACH): Promise<Prepared[]> {
  const count = Math.floor(rows.length / each)
  const orders = Array.from({ length: count }, (_, n) => rows.slice(n * each, (n + 1) * each))
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
