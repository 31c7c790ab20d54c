import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page as Tab } from 'playwright'
import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import type { PackedPlan } from '#lib/domain/seating/plan/packed-plan.ts'
import { percentile } from '#tests/bench/bench.ts'
import { launchChromium } from '#tests/support/browser/launch-chromium.ts'
import { drawStatus, layOutArena } from './bowl.ts'
import type { Page } from './bundle.ts'

export interface Figures {
  readonly painted: number
  readonly frame: number
  readonly select: number
  /** Once all is painted, and once a journey over the hall has settled. */
  readonly megabytes: number
  readonly travelled: number
  readonly kilobytes: number
  readonly nodes: number
}
export interface Conditions {
  readonly seats: number
  readonly ratio: number
  /** How many times slower the processor is made. */
  readonly throttle: number
  /** Of which the median is taken. */
  readonly rounds: number
}
export interface Supplied {
  readonly packed: PackedPlan
  readonly status: readonly number[]
}

const PRESSES = 5
/** Who takes longer is reported as not having finished. */
const PATIENCE_MS = 60_000
/** Whoever needs this long for a round is not asked again. */
const SLOW_MS = 14_000

export function supplyOf(seats: number): Supplied {
  const plan = layOutArena(seats)
  return { packed: packPlan(plan), status: [...drawStatus(plan.seats.length)] }
}

/** Each round has a browser of its own, so that nothing is warm and no memory is another's. @returns a sentence where it did not finish */
export async function measure(page: Page, supplied: Supplied, conditions: Conditions, shot: string): Promise<Figures | string> {
  const rounds: Figures[] = []
  for (let round = 0; round < conditions.rounds; round++) {
    const start = performance.now()
    const browser = await launchChromium()
    const stop = new AbortController()
    try {
      const late = wait(PATIENCE_MS, `not finished within ${PATIENCE_MS / 1000} s`, { signal: stop.signal })
      late.catch(() => undefined)
      const figures = await Promise.race([measureOnce(browser, page, supplied, conditions, round === 0 ? shot : ''), late])
      if (typeof figures === 'string') return figures
      rounds.push(figures)
      if (performance.now() - start > SLOW_MS) break
    } catch (error) {
      return error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'failed'
    } finally {
      stop.abort()
      await browser.close()
    }
  }
  const median = (key: keyof Figures) =>
    percentile(
      rounds.map((one) => one[key]),
      0.5,
    )
  return {
    painted: median('painted'),
    frame: median('frame'),
    select: median('select'),
    megabytes: median('megabytes'),
    travelled: median('travelled'),
    kilobytes: page.kilobytes,
    nodes: median('nodes'),
  }
}

async function measureOnce(browser: Browser, page: Page, supplied: Supplied, conditions: Conditions, shot: string): Promise<Figures> {
  const { seats, ratio, throttle } = conditions
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, deviceScaleFactor: ratio })
  const tab = await context.newPage()
  await tab.setContent(page.html)
  const cdp = await context.newCDPSession(tab)
  await tab.evaluate(({ packed, status }) => window.inPage.supply(packed, status), supplied)
  const before = await memoryOf(browser, cdp)
  if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const painted = await tab.evaluate(() => window.inPage.mount())
  if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const megabytes = (await memoryOf(browser, cdp)) - before
  if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const times = await tab.evaluate(() => window.inPage.travel())
  const travelled = (await memoryOf(browser, cdp)) - before
  if (shot) await tab.screenshot({ path: `${shot}-overview.png` })
  const select = await pressSeats(tab, seats)
  if (shot) await tab.screenshot({ path: `${shot}-close.png` })
  const nodes = await tab.evaluate(() => document.querySelectorAll('*').length)
  const failure = await tab.evaluate(() => window.inPage.failure)
  if (failure) throw new Error(failure)
  return { painted, frame: percentile(times, 0.95), select, megabytes, travelled, kilobytes: page.kilobytes, nodes }
}

/** Presses free seats around one, close up. */
async function pressSeats(tab: Tab, seats: number): Promise<number> {
  const status = drawStatus(seats)
  const middle = Math.floor(seats * 0.37)
  const free = [...Array(120).keys()].map((at) => middle + at).filter((seat) => status[seat] === 1)
  await tab.evaluate((seat) => window.inPage.approach(seat), free[0] ?? 0)
  const points = await tab.evaluate((some) => window.inPage.pointsOf(some), free)
  for (const [x, y] of points.slice(0, PRESSES)) {
    await tab.mouse.move(x, y)
    // As a hand does: what pointing at a seat and touching it draw is done when it is released.
    await tab.waitForTimeout(80)
    await tab.mouse.down()
    await tab.waitForTimeout(60)
    await tab.mouse.up()
    await tab.waitForTimeout(300)
  }
  await tab.waitForTimeout(500)
  const selects = await tab.evaluate(() => window.inPage.selects)
  if (selects.length < PRESSES) throw new Error(`only ${selects.length} of ${PRESSES} presses selected a seat`)
  return percentile(selects, 0.5)
}

/**
 * Megabytes that the renderers' processes hold for themselves and share with the compositor, after garbage collection: script, elements, layout,
 * paint records and bitmaps alike. Where the system does not tell, the heap of the scripts alone.
 */
async function memoryOf(browser: Browser, cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Memory.simulatePressureNotification', { level: 'critical' })
  await cdp.send('HeapProfiler.collectGarbage')
  await wait(800)
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const sizes = await Promise.all(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentOf(id)))
  await session.detach()
  if (process.platform === 'linux' && sizes.length > 0) return sizes.reduce((sum, size) => sum + size, 0)
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = [...status.matchAll(/^(?:RssAnon|RssShmem):\s+(\d+) kB$/gm)].map(([, size]) => Number(size))
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1000
}
