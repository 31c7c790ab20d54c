import { get, type ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { database } from '#lib/server/platform/db/connect.ts'
import { SCREENS } from '#lib/domain/sales/screens.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { ms, percentile, scaled, type Bench } from '../bench.ts'
import { prepareOrders, type Prepared } from '../commits.ts'
import { cpuSeconds } from '../cpu.ts'
import { arrive } from '../open-loop.ts'

/** Sales a second, each of four tickets, and for how many seconds. */
const [RATE, TICKETS, SECONDS] = [100, 4, scaled(15)]
const WARM_UP = 200
/** Dashboards: of owners on the report, of producers of the presentation's business on it, and of managers on each of the other screens in turn. */
const EACH = 100
/** What may pass from a sale to a screen, in ms; and of a core, for all dashboards. */
const [LIMIT, SHARE] = [1_000, 0.25]

/**
 * 300 open dashboards while 100 sales a second are made: from the answer of a sale to the event by which a dashboard has as many, and what of a core the shop
 * takes for them beyond the same sales without.
 */
export async function benchDashboards({ print }: Bench): Promise<void> {
  const app = await startApp({ env: { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', LOG_LEVEL: 'fatal' } })
  try {
    const sales = await prepareOrders(app.origin, WARM_UP + 2 * RATE * SECONDS)
    await sell(sales.splice(0, WARM_UP))
    const without = await costOf(app, sales.splice(0, RATE * SECONDS))
    const streams = await openDashboards(app.origin)
    const idle = await coreShare(app, () => sleep(5_000))
    for (const { told } of streams) told.splice(0, told.length - 1)
    const withThem = await costOf(app, sales)
    await sleep(2 * LIMIT)
    const told = streams.filter(({ isReport }) => isReport)
    const delays = told.flatMap((stream) => delaysOn(stream, withThem.answeredAt))
    for (const { request } of streams) request.destroy()
    const share = withThem.share - without.share
    const late = delays.filter((delay) => delay === Number.POSITIVE_INFINITY).length
    print(
      `${String(streams.length)} dashboards during ${String(RATE)} sales/s for ${String(SECONDS)} s: from a sale to ${String(told.length)} screens p50 ${ms(percentile(delays, 0.5))}, ` +
        `p95 ${ms(percentile(delays, 0.95))} (${String(LIMIT)} ms allowed), never shown ${String(late)}; a commit p95 ${ms(withThem.p95)}, without dashboards ${ms(without.p95)}`,
    )
    print(
      `the shop's share of a core ${said(withThem.share)} with them, ${said(without.share)} without: ${said(share)} for them (${said(SHARE)} allowed); ${said(idle)} while nothing is sold`,
    )
  } finally {
    await app.stop()
  }
}

function said(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

interface Cost {
  readonly share: number
  readonly p95: number
  /** When each sale was answered, in order. */
  readonly answeredAt: readonly number[]
}

async function costOf(app: RunningApp, sales: readonly Prepared[]): Promise<Cost> {
  let sold: Awaited<ReturnType<typeof sell>> = []
  const share = await coreShare(app, async () => {
    sold = await sell(sales)
  })
  const answeredAt = sold.map(({ answer }) => answer).toSorted((one, other) => one - other)
  return {
    share,
    answeredAt,
    p95: percentile(
      sold.map((one) => one.ms),
      0.95,
    ),
  }
}

/** @returns of each sale when it was answered */
function sell(sales: readonly Prepared[]) {
  return arrive(sales, RATE, async ({ visitor, cart }) => {
    const { status } = await visitor.post('/api/payment/commit', { cart })
    if (status !== 200) throw new Error(`A commit answered ${String(status)}`)
    return performance.now()
  })
}

async function coreShare({ pid }: RunningApp, work: () => Promise<unknown>): Promise<number> {
  const [startedAt, before] = [performance.now(), await cpuSeconds(pid)]
  await work()
  return ((await cpuSeconds(pid)) - before) / ((performance.now() - startedAt) / 1_000)
}

/** An open dashboard, and what it has been told of tickets that are sold in all. */
interface Dashboard {
  readonly isReport: boolean
  readonly request: ClientRequest
  readonly told: { readonly at: number; readonly sold: number }[]
}

async function openDashboards(origin: string): Promise<readonly Dashboard[]> {
  const { rows } = await database().query<{ id: number }>(
    'SELECT business_id AS id FROM presentation WHERE seatplan_id = (SELECT seatplan_id FROM seat GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) ORDER BY presentation_id DESC LIMIT 1',
  )
  const others = SCREENS.filter((name) => name !== 'reports')
  const streams: Dashboard[] = []
  for (let n = 0; n < EACH; n++) {
    const owner = await aStaffMember({ role: 'owner', businessIds: null })
    const producer = await aStaffMember({ role: 'producer', businessIds: [rows[0]?.id ?? 0] })
    const manager = await aStaffMember({ role: 'manager', businessIds: null })
    streams.push(await openOne(origin, owner, 'reports'), await openOne(origin, producer, 'reports'))
    streams.push(await openOne(origin, manager, others[n % others.length] ?? 'monitor'))
  }
  return streams
}

function openOne(origin: string, { cookie }: StaffPerson, screen: string): Promise<Dashboard> {
  return new Promise((resolve, reject) => {
    const told: { at: number; sold: number }[] = []
    const request = get(`${origin}/api/PRES-live/changes?screen=${screen}`, { headers: { cookie }, agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`A dashboard was answered ${String(answer.statusCode)}`))
      answer.setEncoding('utf8').on('error', () => undefined)
      answer.on('data', (text: string) => {
        const [, sold] = /"sum\.sold":"([\d,]+)"/.exec(text) ?? []
        if (sold !== undefined) told.push({ at: performance.now(), sold: Number(sold.replaceAll(',', '')) })
        resolve({ isReport: screen === 'reports', request, told })
      })
    })
    request.on('error', reject)
  })
}

/** From the answer of the first, second … sale to the event that tells of as many since the first that is known; Infinity if none did. */
function delaysOn({ told }: Dashboard, answeredAt: readonly number[]): readonly number[] {
  const before = told[0]?.sold ?? 0
  let event = 0
  return answeredAt.map((answered, at) => {
    while (event < told.length && (told[event]?.sold ?? 0) < before + (at + 1) * TICKETS) event++
    const seen = told[event]
    return seen ? Math.max(0, seen.at - answered) : Number.POSITIVE_INFINITY
  })
}
