import { setTimeout as sleep } from 'node:timers/promises'
import { businessDayOf } from '#lib/domain/sales/business-day.ts'
import { addDays } from '#lib/domain/time/days.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { checkSums } from '#lib/server/sales/sums.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { aStaffMember } from '#tests/support/staff/staff.ts'
import { ms, percentile, scaled, type Bench } from '../bench.ts'
import { prepareOrders, type Prepared } from '../commits.ts'
import { cpuSeconds } from '../cpu.ts'
import { addOrders, addPresentations, PRESENTATIONS } from './many-sales.ts'

/** Orders before and after; `LIVE_ORDERS` says how many after. */
const FEW = 10_000
const MANY = Number(process.env.LIVE_ORDERS ?? 200_000)
const CALLS = scaled(100)
const TODAY = businessDayOf(Date.now(), '04:00')

/** Calls about sales with few and many orders over 10,000 presentations, a rebuild of all sums, and what the sums cost a commit. */
export async function benchLive({ origin, print }: Bench): Promise<void> {
  await addPresentations()
  await sleep(3_000) // the shop looks for a new catalogue now and then
  const times = new Map<string, Timed[]>()
  let written = 0
  for (const orders of [FEW, MANY]) {
    await addOrders(written + 1, orders)
    written = orders
    const startedAt = performance.now()
    const { count } = await checkSums({ repairs: true, tell: () => undefined })
    print(`${String(orders)} orders: rebuilt ${String(count)} sums in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
    await database().query('VACUUM ANALYZE')
    for (const [name, timed] of await timeCalls()) times.set(name, [...(times.get(name) ?? []), timed])
  }
  print(
    `${String(CALLS)} calls each, p95, median and processor time of the shop and the database with ${String(FEW)} and with ${String(MANY)} orders over ${String(PRESENTATIONS)} presentations:`,
  )
  for (const [name, [few, many]] of times)
    if (few && many)
      print(
        `  ${name}: ${said(few)} and ${said(many)} (ratio of p95 ${(many.p95 / few.p95).toFixed(2)}, of processor time ${(many.cpu / few.cpu).toFixed(2)})`,
      )
  await benchCost(origin, print)
}

interface Timed {
  readonly p95: number
  readonly median: number
  /** Of one call, in ms; what else the machine does lengthens the other two, and hardly this. */
  readonly cpu: number
}

function said({ p95, median, cpu }: Timed): string {
  return `${ms(p95)} (${ms(median)}, ${ms(cpu)})`
}

async function timeCalls(): Promise<readonly (readonly [string, Timed])[]> {
  const app = await startApp({ env: { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', LOG_LEVEL: 'fatal' } })
  try {
    return await timeCallsOf(app)
  } finally {
    await app.stop()
  }
}

async function timeCallsOf(app: RunningApp): Promise<readonly (readonly [string, Timed])[]> {
  const visitor = new TestVisitor(app.origin)
  visitor.cookies.set(cookieNames().staff, (await aStaffMember({ role: 'owner', businessIds: null })).sid)
  const { rows } = await database().query<{ feature: number; presentation: number }>(
    'SELECT feature_id AS feature, presentation_id AS presentation FROM presentation ORDER BY presentation_id DESC LIMIT 1',
  )
  const { feature = 0, presentation = 0 } = rows[0] ?? {}
  const paths = [
    ...['v2/availableFeatures', `v2/availableFeatures?dateType=1`],
    ...[`v2/featureData?featureId=${String(feature)}`, `v2/featureData?dateType=1&featureId=${String(feature)}`],
    ...[`v2/availablePresentations?featureId=${String(feature)}`, `v2/presentationData?presentationId=${String(presentation)}`],
    ...[`locationTicketSales/data/${addDays(TODAY, 1)}/0`, `featureTicketSales/data/${addDays(TODAY, 1)}?isByLocation=1`],
    'monitors/PresentationSales/data',
  ]
  const timed: (readonly [string, Timed])[] = []
  for (const path of paths) timed.push([path, await timeCall(app, visitor, `/api/PRES-live/${path}`)])
  return timed
}

/** Calls that warm up and are not counted: a connection plans a statement anew for some of its first calls. */
const WARM_UP = 20

async function timeCall({ pid }: RunningApp, visitor: TestVisitor, path: string): Promise<Timed> {
  const times: number[] = []
  let before = 0
  for (let call = -WARM_UP; call < CALLS; call++) {
    if (call === 0) before = await cpuOf(pid)
    const sentAt = performance.now()
    const { status } = await visitor.get(path)
    if (status !== 200) throw new Error(`${path} answered ${String(status)}`)
    if (call >= 0) times.push(performance.now() - sentAt)
  }
  return { p95: percentile(times, 0.95), median: percentile(times, 0.5), cpu: ((await cpuOf(pid)) - before) * (1_000 / CALLS) }
}

/** Processor time of the shop and of its connections to the database so far, in seconds. */
async function cpuOf(pid: number): Promise<number> {
  const { rows } = await database().query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  const times = await Promise.all([pid, ...rows.map((row) => row.pid)].map(cpuSeconds))
  return times.reduce((sum, one) => sum + one, 0)
}

const ROUNDS = scaled(20)
const COMMITS = 20

/** Commits one after the other, in turn with the sums of sales and without them. */
async function benchCost(origin: string, print: Bench['print']): Promise<void> {
  const prepared = await prepareOrders(origin, (ROUNDS + 1) * 2 * COMMITS)
  const times: Record<'ENABLE' | 'DISABLE', number[]> = { ENABLE: [], DISABLE: [] }
  const ratios: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const own: Record<'ENABLE' | 'DISABLE', number[]> = { ENABLE: [], DISABLE: [] }
    for (const how of round % 2 === 0 ? (['ENABLE', 'DISABLE'] as const) : (['DISABLE', 'ENABLE'] as const)) {
      await database().query(`ALTER TABLE orders ${how} TRIGGER orders_sold`)
      for (const one of prepared.splice(0, COMMITS)) {
        const took = await commit(one)
        own[how].push(took)
      }
    }
    if (round === 0) continue
    ratios.push(percentile(own.ENABLE, 0.5) / percentile(own.DISABLE, 0.5))
    times.ENABLE.push(...own.ENABLE)
    times.DISABLE.push(...own.DISABLE)
  }
  await database().query('ALTER TABLE orders ENABLE TRIGGER orders_sold')
  const [withSums, without] = [percentile(times.ENABLE, 0.5), percentile(times.DISABLE, 0.5)]
  print(
    `a commit with the sums of sales ${ms(withSums)}, without ${ms(without)} (median of ${String(times.ENABLE.length)} each; median ratio of ${String(ROUNDS)} rounds ${percentile(ratios, 0.5).toFixed(3)})`,
  )
}

async function commit({ visitor, cart }: Prepared): Promise<number> {
  const sentAt = performance.now()
  const { status } = await visitor.post('/api/payment/commit', { cart })
  if (status !== 200) throw new Error(`A commit answered ${String(status)}`)
  return performance.now() - sentAt
}
