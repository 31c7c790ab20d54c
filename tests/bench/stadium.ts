import { database } from '#lib/server/platform/db/connect.ts'
import { startApp } from '#tests/support/processes/server.ts'
import { scaled, type Bench } from './bench.ts'
import { processorTime, timeOfEach, type ProcessorTime } from './cpu.ts'
import { sendVisitors } from './load/arrivals.ts'
import { readHouse, type House } from './load/house.ts'
import { linesOf, Tally, type Report } from './load/tally.ts'
import { Visit, type Plan } from './load/visit.ts'
import { addressOfVisitor, LoadVisitor, shopAt, type Shop } from './load/visitor.ts'
import { stadium } from './seats/houses.ts'

/** Visitors who buy two seats each: as many as a stadium of 39,264 free seats has room for, and a few more. */
const [VISITORS, QUANTITY] = [scaled(20_000), 2]
const AT_ONCE = 48
/** Visits before those that are measured. */
const WARM_UP = 300
/** Seconds for all of them, ms of processor time of shop, database and load for each visit, and ms in which 99 of 100 locks are answered. */
const [SECONDS, EACH, LOCK] = [scaled(120), 11, 400]

/**
 * The stadium is sold out: visitors from addresses of their own open its order page, read the state of its seats, take the best that are free or choose on the map,
 * in turn, and pay. Then single visitors take what is left, to the last seat. The load is sent by the same machine.
 */
export async function benchStadium({ print }: Bench): Promise<void> {
  const env = { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', LOG_LEVEL: 'fatal', TRUSTED_PROXY: 'on', WAITING_ROOM: 'off' }
  const app = await startApp({ env })
  const shop = shopAt(app.origin, AT_ONCE)
  try {
    const { id } = await stadium()
    const house = await readHouse(shop, id, true)
    const free = await freeSeats(id)
    await sell(shop, { house, visitors: WARM_UP, quantity: QUANTITY })
    const before = await processorTime(app.pid)
    const report = await sell(shop, { house, visitors: VISITORS, quantity: QUANTITY })
    print(sentenceOf(report, before, await processorTime(app.pid)))
    for (const line of linesOf(report)) print(`  ${line}`)
    const left = await freeSeats(id)
    // Two seats side by side were wanted: what is left are single ones, each of which somebody has to find; of a shortened run some are enough.
    const last = await sell(shop, { house, visitors: VISITORS < left ? AT_ONCE : left, quantity: 1 })
    print(
      `of ${String(free)} free seats ${String(left)} were left; ${String(last.orders)} single visitors took theirs and ${String(await freeSeats(id))} are left; ` +
        `${String(report.seatsSoldTwice + last.seatsSoldTwice)} were sold twice, ${String(await soldTwice(id))} by the books`,
    )
  } finally {
    shop.agent.destroy()
    await app.stop()
  }
}

interface Selling {
  readonly house: House
  readonly visitors: number
  readonly quantity: number
}

let came = 0

async function sell(shop: Shop, { house, visitors, quantity }: Selling): Promise<Report> {
  const tally = new Tally()
  const plan: Plan = { quantity, isChoosing: (n) => n % 2 === 1, isBuying: true, isOver: () => false }
  const seconds = await sendVisitors({ visitors, atOnce: AT_ONCE, rate: undefined, ramp: 0 }, (n) =>
    new Visit(new LoadVisitor(shop, addressOfVisitor((came += 1))), { house, plan, tally }).make(n),
  )
  return tally.report(visitors, seconds)
}

function sentenceOf(
  { done, visitors, seconds, ordersASecond, steps, errors }: Report,
  before: ProcessorTime,
  after: ProcessorTime,
): string {
  const spent = (after.shop + after.database + after.load - before.shop - before.database - before.load) / visitors
  const lock = steps.seats?.p99 ?? Number.NaN
  const failed = Object.entries(errors).reduce((sum, [name, count]) => sum + (/: (5\d\d|no answer)/.test(name) ? count : 0), 0)
  return (
    `${String(done)} of ${String(visitors)} visitors bought ${String(QUANTITY)} seats of the stadium each in ${seconds.toFixed(0)} s ` +
    `(ratio ${(seconds / SECONDS).toFixed(2)} to the ${String(SECONDS)} s wanted): ${ordersASecond.toFixed(1)} orders/s; a visit took ${spent.toFixed(1)} ms of processor time ` +
    `(ratio ${(spent / EACH).toFixed(2)} to the ${String(EACH)} ms wanted), ${timeOfEach(before, after, visitors)}; seats p99 ${lock.toFixed(0)} ms ` +
    `(ratio ${(lock / LOCK).toFixed(2)} to the ${String(LOCK)} ms allowed); ${String(failed)} answers of 5xx or none`
  )
}

async function freeSeats(presentationId: number): Promise<number> {
  const { rows } = await database().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM presentation p JOIN seat s USING (seatplan_id)
     JOIN presentation_price price ON price.presentation_id = p.presentation_id AND price.category = s.category AND price.allocation_id <> -1
     WHERE p.presentation_id = $1
       AND NOT EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = $1 AND c.seat_id = s.seat_id AND (c.state <> 'H' OR c.expires_at > now()))
       AND NOT EXISTS (SELECT FROM seat_keep k WHERE k.presentation_id = $1 AND k.seat_id = s.seat_id)`,
    [presentationId],
  )
  return rows[0]?.count ?? 0
}

async function soldTwice(presentationId: number): Promise<number> {
  const { rows } = await database().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM order_seat JOIN orders USING (order_id)
       WHERE presentation_id = $1 AND state = 'paid' AND seat_id IS NOT NULL GROUP BY seat_id HAVING count(*) > 1) AS twice`,
    [presentationId],
  )
  return rows[0]?.count ?? 0
}
