import { setTimeout as sleep } from 'node:timers/promises'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { percentile, scaled, type Bench } from '../bench.ts'
import { processorTime } from '../cpu.ts'
import { emptyShop, giveOrders, grow, OWN, type Size } from './fill.ts'
import { visitorPaths, type Path } from './paths.ts'
import { OWN_PATHS } from './rounds.ts'

const SIZES: readonly Size[] = [
  { presentations: OWN, orders: scaled(10_000) },
  { presentations: scaled(1_000), orders: scaled(10_000) },
  { presentations: scaled(100_000), orders: scaled(10_000) },
  { presentations: scaled(100_000), orders: scaled(1_000_000) },
]
/** What each path may take at the last size, in times at the first. */
const LIMIT = 1.3
const STARTS = 3

interface Timed {
  /** Median of the calls, in ms. */
  readonly p50: number
  /** Of one call in shop and database, and in this process where it is at work, in ms; with what both do between calls that wait. */
  readonly cpu: number
}

/** What each path of the shop takes with few and with many presentations and orders, where what is asked is the same. */
export async function benchGrowth({ print }: Bench): Promise<void> {
  await emptyShop()
  const times = new Map<string, Timed[]>()
  const customerId = await makeCustomer({ mobileNumber: '0590000300', email: 'growth@shura.example', ssn: '000000083' })
  let before: Size = { presentations: 0, orders: 0 }
  for (const size of SIZES) {
    const startedAt = performance.now()
    await grow(before, size)
    if (before.orders === 0) await giveOrders(customerId)
    before = size
    print(`${said(size)}: written in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
    for (const [name, timed] of await timeAll(customerId)) times.set(name, [...(times.get(name) ?? []), timed])
  }
  print(
    `median and, in brackets, processor time of shop and database, in ms, at ${SIZES.map(said).join('; ')}; at most ${String(LIMIT)} times between the ends is wanted:`,
  )
  for (const [name, timed] of times) print(`  ${sentenceOf(name, timed)}`)
}

function said({ presentations, orders }: Size): string {
  return `${String(presentations)} presentations and ${String(orders)} orders`
}

/** What else the machine does lengthens a median, and hardly processor time: a path has grown where both have. */
function sentenceOf(name: string, timed: readonly Timed[]): string {
  const [first, last] = [timed.at(0), timed.at(-1)]
  if (!first || !last) return name
  const ratios = [last.p50 / first.p50, last.cpu / first.cpu]
  const figures = timed.map(({ p50, cpu }) => `${p50.toFixed(2)} (${cpu.toFixed(2)})`).join(' → ')
  const isAbove = ratios.every((ratio) => Number.isNaN(ratio) || ratio > LIMIT)
  return `${name}: ${figures}; ratio ${ratios.map((ratio) => ratio.toFixed(2)).join(' and ')}${isAbove ? ', ABOVE THE LIMIT' : ''}`
}

async function timeAll(customerId: number): Promise<readonly (readonly [string, Timed])[]> {
  const starts: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now()
    const app = await startShop()
    await (await fetch(app.origin)).text()
    starts.push(performance.now() - startedAt)
    await app.stop()
  }
  const timed: (readonly [string, Timed])[] = [['start to the first page', { p50: percentile(starts, 0.5), cpu: Number.NaN }]]
  const app = await startShop()
  try {
    for (const path of [...(await visitorPaths(app, customerId)), ...OWN_PATHS]) timed.push([path.name, await timePath(app, path)])
    return timed
  } finally {
    await app.stop()
  }
}

function startShop(): Promise<RunningApp> {
  return startApp({ env: { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', LOG_LEVEL: 'fatal', LOCALES: 'he,en' } })
}

async function timePath(app: RunningApp, path: Path): Promise<Timed> {
  await callOften(path, 0, path.warmUp)
  const before = await processorTime(app.pid)
  const times = await callOften(path, path.warmUp, path.calls)
  const after = await processorTime(app.pid)
  const spent = after.shop + after.database - before.shop - before.database + (path.isHere ? after.load - before.load : 0)
  return { p50: percentile(times, 0.5), cpu: spent / path.calls }
}

/** @param from how many calls were made before @returns what each took, in ms */
async function callOften({ pause, before, call }: Path, from: number, count: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let n = from; n < from + count; n++) {
    if (pause !== undefined) await sleep(pause)
    await before?.()
    const startedAt = performance.now()
    await call(n)
    times.push(performance.now() - startedAt)
  }
  return times
}
