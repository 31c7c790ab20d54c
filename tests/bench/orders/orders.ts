import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { database } from '#lib/server/platform/db/connect.ts'
import { arrive } from '#tests/bench/open-loop.ts'
import { ms, percentile, scaled, type Bench } from '#tests/bench/bench.ts'
import { freeStadiumSeats } from '#tests/bench/stadium-seats.ts'
import { startApp } from '#tests/support/processes/server.ts'
import { openOffer, partiesOf, prepareOrders, type PreparedOrder } from './prepare.ts'

/** Orders a second, and the time that 95 of 100 may take without the provider's, in ms. */
const [RATE, LIMIT] = [50, 60]
const ROUNDS = 3
const EACH = scaled(RATE * 10)
const WARM_UP = 200

interface Committed {
  readonly status: number
  /** How long the provider was at work for it, in ms (provider-clock.ts). */
  readonly providerMs: number
}

/**
 * Commits that arrive 50 times a second, each of four seats by a coupon for two, a member's ticket and an open one, with a product, a part paid by a voucher and
 * the rest by card; turn by turn with the same commits without all that, and with an INSERT of one row by itself into the same database.
 */
export async function benchOrders({ print }: Bench): Promise<void> {
  const clock = new URL('provider-clock.ts', import.meta.url).pathname
  const env = { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', LOG_LEVEL: 'fatal', NODE_OPTIONS: `--import=${clock}` }
  const app = await startApp({ env })
  try {
    await measure(app.origin, print)
  } finally {
    await app.stop()
  }
}

async function measure(origin: string, print: Bench['print']): Promise<void> {
  const before = await paidOrders()
  const wanted = WARM_UP + 2 * ROUNDS * EACH
  const parties = partiesOf(await freeStadiumSeats(wanted * 6))
  if (parties.length < wanted) throw new Error(`There are seats for ${String(parties.length)} parties only.`)
  const offer = await openOffer(parties.flat())
  const prepare = (orders: number, what?: typeof offer) => prepareOrders(origin, parties.splice(0, orders), what)
  const [warmUp, rich, plain] = [await prepare(WARM_UP, offer), await prepare(ROUNDS * EACH, offer), await prepare(ROUNDS * EACH)]
  await database().query('CREATE TABLE bench_row (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL)')
  await commitAll(origin, warmUp)
  const all: { rich: Figures[]; plain: Figures[]; insert: Figures[] } = { rich: [], plain: [], insert: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const part = <T>(orders: readonly T[]) => orders.slice(round * EACH, (round + 1) * EACH)
    all.rich.push(figuresOf(await commitAll(origin, part(rich))))
    all.plain.push(figuresOf(await commitAll(origin, part(plain))))
    all.insert.push(figuresOf(await insertAll(part(rich))))
  }
  const [codes, bare, insert] = [middle(all.rich), middle(all.plain), middle(all.insert)]
  print(
    `orders with coupon, member ticket, product and voucher at ${String(RATE)}/s, ${String(ROUNDS)} × ${String(EACH)}: without the provider p50 ${ms(codes.p50)}, p95 ${ms(codes.p95)} ` +
      `(ratio ${(codes.p95 / LIMIT).toFixed(2)} to the ${String(LIMIT)} ms allowed), p99 ${ms(codes.p99)}; with it p95 ${ms(codes.wholeP95)}; p95 of rounds ${all.rich.map(({ p95 }) => p95.toFixed(1)).join(', ')}`,
  )
  print(`the same without codes, product and voucher: p50 ${ms(bare.p50)}, p95 ${ms(bare.p95)}; ratio ${(codes.p95 / bare.p95).toFixed(2)}`)
  print(
    `INSERT of one row by itself at the same rate: p50 ${ms(insert.p50)}, p95 ${ms(insert.p95)}; ratio ${(codes.p95 / insert.p95).toFixed(1)}`,
  )
  print(await verify(before, WARM_UP + ROUNDS * EACH, ROUNDS * EACH))
}

interface Timed {
  readonly ms: number
  readonly answer: Committed
}

interface Figures {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly wholeP95: number
}

async function commitAll(origin: string, orders: readonly PreparedOrder[]): Promise<readonly Timed[]> {
  const agent = new Agent({ keepAlive: true })
  const done = await arrive(orders, RATE, (order) => commit(origin, order, agent))
  agent.destroy()
  const failed = done.filter(({ answer }) => answer.status !== 200)
  if (failed.length > 0)
    throw new Error(`${String(failed.length)} commits were not answered by 200, but ${String(failed[0]?.answer.status)}`)
  return done
}

function commit(origin: string, { uuid, body }: PreparedOrder, agent: Agent): Promise<Committed> {
  const headers = { uuid, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/api/payment/commit`, { method: 'POST', agent, headers }, (answer) => {
      const providerMs = Number(/provider;dur=([\d.]+)/.exec(String(answer.headers['server-timing']))?.[1] ?? NaN)
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, providerMs }))
    })
    sent.on('error', reject).end(body)
  })
}

function insertAll(orders: readonly PreparedOrder[]): Promise<readonly Timed[]> {
  return arrive(orders, RATE, async ({ body }) => {
    await database().query({ name: 'bench-row', text: 'INSERT INTO bench_row (body) VALUES ($1)', values: [body] })
    return { status: 200, providerMs: 0 }
  })
}

function figuresOf(done: readonly Timed[]): Figures {
  const own = done.map(({ ms: whole, answer }) => whole - answer.providerMs)
  const whole = done.map((one) => one.ms)
  return { p50: percentile(own, 0.5), p95: percentile(own, 0.95), p99: percentile(own, 0.99), wholeP95: percentile(whole, 0.95) }
}

/** The median of rounds, figure by figure. */
function middle(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures) =>
    percentile(
      rounds.map((round) => round[name]),
      0.5,
    )
  return { p50: of('p50'), p95: of('p95'), p99: of('p99'), wholeP95: of('wholeP95') }
}

async function paidOrders(): Promise<number> {
  const { rows } = await database().query<{ n: number }>(`SELECT count(*)::int AS n FROM orders WHERE state = 'paid'`)
  return rows[0]?.n ?? 0
}

const INVARIANTS = new URL('../../../src/lib/server/platform/db/invariants.sql', import.meta.url)

/** Nothing was sold that is not paid, to the last agora and use. @throws where something is wrong */
async function verify(before: number, rich: number, plain: number): Promise<string> {
  const { rows } = await database().query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM orders WHERE state = 'paid') AS paid, (SELECT count(*)::int FROM orders WHERE state <> 'paid') AS others,
       (SELECT coalesce(sum(quantity), 0)::int FROM entitlement_use u JOIN entitlement USING (entitlement_id) WHERE kind = 'coupon' AND u.order_id IS NOT NULL) AS coupons,
       (SELECT coalesce(sum(quantity), 0)::int FROM entitlement_use u JOIN entitlement USING (entitlement_id) WHERE kind = 'member' AND u.order_id IS NOT NULL) AS members,
       (SELECT count(*)::int FROM order_voucher) AS vouchers`,
  )
  const expected = { paid: before + rich + plain, others: 0, coupons: rich, members: rich, vouchers: rich }
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throw new Error(`Expected ${JSON.stringify(expected)}, found ${JSON.stringify(rows[0])}`)
  const broken = (await database().query(await readFile(INVARIANTS, 'utf8'))).rows
  if (broken.length > 0) throw new Error(`${String(broken.length)} violations, the first: ${JSON.stringify(broken[0])}`)
  return `${String(rich + plain)} orders paid, every use and voucher accounted for, no violation of the invariants`
}
