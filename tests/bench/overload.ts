import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addressOfVisitor, LoadVisitor, saidBy, shopAt, type Shop } from './load/visitor.ts'
import { inParallel, ms, percentile, scaled, type Bench } from './bench.ts'
import { addressOf, freeStadiumSeats } from './stadium-seats.ts'

/** Visits at once while the best rate is looked for, and how many. */
const [AT_ONCE, FIRST] = [24, scaled(3_000)]
const WARM_UP = 300
/** Of all visitors together. */
const CONNECTIONS = 2_000
/** So many times the best rate arrive, for so many seconds. */
const [TIMES, SECONDS] = [3, scaled(120)]
const GOODPUT = 0.8
const CALM_AFTER = 10
/** Seats of the stadium, and those that are kept for the visits in the calm after. */
const [SEATS, IN_CALM] = [38_000, 50]
const YIELDING = 10

/**
 * Newcomers who arrive at three times the best rate, each from an address of its own: they open the order page of the stadium, wait as long as they are told to, look
 * at it again, lock a seat and keep a cart. In one run with the best rate, which as many visitors at once as the shop is quickest with have.
 */
export async function benchOverload({ print }: Bench): Promise<void> {
  const env = { DATABASE_URL: process.env.INTERNAL_DATABASE_URL ?? '', LOG_LEVEL: 'fatal', TRUSTED_PROXY: 'on', WAITING_ROOM: 'auto' }
  const app = await startApp({ env })
  const shop = shopAt(app.origin, CONNECTIONS)
  // The visitors are on other machines: they take only what shop and database leave. The shop was started before and is not slowed.
  setPriority(YIELDING)
  try {
    const seats = (await freeStadiumSeats(SEATS)).map(addressOf)
    const forCalm = seats.splice(0, IN_CALM)
    const best = await bestRate(shop, seats)
    await arriveAt(app, { shop, seats, forCalm, rate: Math.ceil(best * TIMES), best, print })
  } finally {
    setPriority(0)
    shop.agent.destroy()
    await app.stop()
  }
}

async function bestRate(shop: Shop, seats: unknown[]): Promise<number> {
  await inParallel(seats.splice(0, WARM_UP), AT_ONCE, async (seat) => {
    await new Newcomer(shop, seat).visit()
  })
  const startedAt = performance.now()
  await inParallel(seats.splice(0, FIRST), AT_ONCE, async (seat) => {
    await new Newcomer(shop, seat).visit()
  })
  return FIRST / ((performance.now() - startedAt) / 1_000)
}

interface Arrivals extends Pick<Bench, 'print'> {
  readonly shop: Shop
  readonly seats: unknown[]
  readonly forCalm: readonly unknown[]
  readonly rate: number
  readonly best: number
}

async function arriveAt(app: RunningApp, { shop, seats, forCalm, rate, best, print }: Arrivals): Promise<void> {
  const before = await residentMb(app.pid)
  const tally = { visits: 0, waits: 0, told: 0, unready: 0 }
  const failures = new Map<string, number>()
  const times: number[] = []
  let isOver = false
  const start = performance.now()
  const healthy = watchHealth(app.origin, () => isOver)
  const running: Promise<void>[] = []
  for (let n = 0; n < rate * SECONDS; n++) {
    const wait = start + (n * 1_000) / rate - performance.now()
    if (wait > 1) await sleep(wait)
    const newcomer = new Newcomer(shop, undefined)
    const arrived = newcomer
      .visitOnceIn(
        () => isOver,
        () => seats.pop(),
      )
      .then((seen) => {
        tally.waits += seen.waits
        tally.told += seen.waits > 0 ? 1 : 0
        if (seen.failed !== undefined) failures.set(seen.failed, (failures.get(seen.failed) ?? 0) + 1)
        if (seen.ms === undefined || isOver) return
        tally.visits++
        times.push(seen.ms)
      })
    running.push(arrived)
  }
  const seconds = (performance.now() - start) / 1_000
  const done = tally.visits
  isOver = true
  const after = await residentMb(app.pid)
  tally.unready = await healthy
  await Promise.all(running)
  await sleep(CALM_AFTER * 1_000)
  const calm: number[] = []
  for (const seat of forCalm) {
    const visit = await new Newcomer(shop, seat).visitOnceIn(
      () => true,
      () => seat,
    )
    if (visit.ms !== undefined) calm.push(visit.ms)
  }
  const goodput = done / seconds
  print(
    `visits at ${(running.length / seconds / best).toFixed(1)} times the best rate of ${best.toFixed(0)}/s for ${seconds.toFixed(0)} s: ${goodput.toFixed(0)}/s were served (ratio ${(goodput / best).toFixed(2)}, at least ` +
      `${String(GOODPUT)} wanted), from the turn to the kept cart p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}; ${String(tally.told)} were told to wait, ` +
      `${String(tally.waits)} times; other failures: ${said(failures)}; health was not ready ${String(tally.unready)} times; memory ${before.toFixed(0)} and ${after.toFixed(0)} MB; ` +
      `${String(CALM_AFTER)} s after, ${String(calm.length)} of ${String(forCalm.length)} visits at once, p95 ${ms(percentile(calm, 0.95))}`,
  )
}

function said(failures: ReadonlyMap<string, number>): string {
  return [...failures].map(([what, count]) => `${String(count)} × ${what}`).join(', ') || 'none'
}

/** @returns how often the health call was not answered by 200 within two seconds */
async function watchHealth(origin: string, isOver: () => boolean): Promise<number> {
  let unready = 0
  while (!isOver()) {
    const { status } = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => ({ status: 0 }))
    if (status !== 200) unready++
    await sleep(1_000)
  }
  return unready
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}

interface Visit {
  readonly waits: number
  /** The first answer that was neither what was asked for nor to wait. */
  readonly failed: string | undefined
  /** From the page that let in to the kept cart; undefined if it never came to that. */
  readonly ms: number | undefined
}

let last = 0

/** A visitor from an address of their own, who has never been here. */
class Newcomer {
  readonly #visitor: LoadVisitor
  readonly #seat: unknown

  constructor(shop: Shop, seat: unknown) {
    this.#visitor = new LoadVisitor(shop, addressOfVisitor((last += 1)))
    this.#seat = seat
  }

  async visit(): Promise<void> {
    const { failed } = await this.visitOnceIn(
      () => false,
      () => this.#seat,
    )
    if (failed !== undefined) throw new Error(`A visit failed: ${failed}`)
  }

  /** @param isOver whether it is of no use to wait any longer @param seat when it is needed */
  async visitOnceIn(isOver: () => boolean, seat: () => unknown): Promise<Visit> {
    const { waits, answer, ms: opened } = await this.#visitor.openPage('/order/10', isOver)
    if (!answer) return { waits, failed: undefined, ms: undefined }
    if (answer.status !== 200) return { waits, failed: `page ${String(answer.status)}`, ms: undefined }
    const wanted = seat()
    return { waits, ...(wanted === undefined ? { failed: 'no seat is left for it', ms: undefined } : await this.#buy(wanted, opened)) }
  }

  async #buy(seat: unknown, opened: number): Promise<Pick<Visit, 'failed' | 'ms'>> {
    const startedAt = performance.now()
    const locked = await this.#visitor.ask({ method: 'PUT', path: '/api/seats/lock-seat', body: { seat } })
    const kept = await this.#visitor.ask({ method: 'POST', path: '/api/cart', body: { cart: {} } })
    const failed = locked.status !== 200 ? `lock ${saidBy(locked)}` : kept.status !== 200 ? `cart ${saidBy(kept)}` : undefined
    return { failed, ms: failed === undefined ? opened + performance.now() - startedAt : undefined }
  }
}
