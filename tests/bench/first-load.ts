import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type CDPSession } from 'playwright'
import { findChromium } from '#lib/setup/chromium.mjs'
import { percentile, scaled, type Bench } from './bench.ts'

const ROUNDS = scaled(7)
/** How long after everything is loaded the page is still watched, in ms. */
const WATCHED = 2_000
/** Slow 4G as developer tools of browsers have it, with 562 ms a round trip, and a phone of a quarter of this machine's speed. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: (1_474.56 * 1_024) / 8, uploadThroughput: (675 * 1_024) / 8 }
const SLOWER = 4
/** A task blocks for what it takes longer than this. ms */
const LONGEST = 50
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

interface Limits {
  readonly path: string
  /** Largest contentful paint, in ms. */
  readonly paint: number
  /** Total blocking time, in ms. */
  readonly blocked: number
  /** Bytes on the wire without pictures. */
  readonly bytes: number | undefined
}

const PAGES: readonly Limits[] = [
  { path: '/', paint: 1_000, blocked: 100, bytes: 70_000 },
  { path: '/order/1', paint: 1_500, blocked: 100, bytes: undefined },
]

/** The first page that somebody opens who has never been here: bytes until it is loaded, largest contentful paint and total blocking time, on a slow phone. */
export async function benchFirstLoad({ origin, print }: Bench): Promise<void> {
  // With the engine as people have it: browser tests go without the compiler that makes scripts fast.
  const executablePath = await findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const bare = await serveBarePage()
  try {
    for (const limits of PAGES) {
      const rounds: Loaded[] = []
      const least: Loaded[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const [loaded, alone] = [await load(browser, origin + limits.path), await load(browser, bare.origin)]
        if (round === 0) continue
        rounds.push(loaded)
        least.push(alone)
      }
      print(
        `${said(limits, rounds)}; a heading alone, in turn with it: ${medianOf(least, 'paint').toFixed(0)} ms, blocked ${medianOf(least, 'blocked').toFixed(0)} ms`,
      )
    }
  } finally {
    bare.stop()
    await browser.close()
  }
}

/** The least that a page can be: one heading in a letter of the system. What it takes, the network and the browser take. */
async function serveBarePage(): Promise<{ readonly origin: string; readonly stop: () => void }> {
  const html = '<!doctype html><html lang="he" dir="rtl"><meta name="viewport" content="width=device-width"><title>.</title><h1>שורה</h1>'
  const server = createServer((_request, answer) => answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, stop: () => server.close() }
}

function said({ path, paint, blocked, bytes }: Limits, rounds: readonly Loaded[]): string {
  const half = (key: Measured) => medianOf(rounds, key)
  const kinds = new Map(rounds[0]?.bytes)
  const withoutPictures = [...kinds].reduce((sum, [kind, size]) => (kind === 'Image' ? sum : sum + size), 0)
  const each = [...kinds].map(([kind, size]) => `${kind.toLowerCase()} ${kb(size)}`).join(', ')
  const limit = bytes === undefined ? '' : ` (ratio ${(withoutPictures / bytes).toFixed(2)} to the ${kb(bytes)} allowed)`
  return (
    `first load of ${path}, ${String(rounds.length)} rounds: largest paint ${half('paint').toFixed(0)} ms (ratio ${(half('paint') / paint).toFixed(2)} to the ${String(paint)} allowed), ` +
    `blocked ${half('blocked').toFixed(0)} ms (ratio ${(half('blocked') / blocked).toFixed(2)} to the ${String(blocked)} allowed), ${half('blockedAfter').toFixed(0)} ms of it after the first paint; ` +
    `${kb(withoutPictures)} until it is loaded${limit}: ${each}`
  )
}

type Measured = 'paint' | 'blocked' | 'blockedAfter'

function medianOf(rounds: readonly Loaded[], key: Measured): number {
  return percentile(
    rounds.map((one) => one[key]),
    0.5,
  )
}

const kb = (size: number): string => `${(size / 1_000).toFixed(1)} kB`

interface Loaded {
  readonly paint: number
  readonly blocked: number
  /** Of it, in tasks that began after the first paint, which alone count as total blocking time elsewhere. */
  readonly blockedAfter: number
  /** Bytes on the wire until the load event, by kind. */
  readonly bytes: ReadonlyMap<string, number>
}

async function load(browser: Browser, address: string): Promise<Loaded> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    await page.addInitScript(watch)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const bytes = countBytes(session)
    await page.goto(address, { waitUntil: 'load' })
    const loaded = new Map(bytes)
    await page.waitForTimeout(WATCHED)
    const { paint, tasks } = await page.evaluate(() => window.seenOfLoad)
    const blockedBy = (some: readonly Task[]) => some.reduce((sum, { duration }) => sum + Math.max(0, duration - LONGEST), 0)
    const first = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
    return { paint, blocked: blockedBy(tasks), blockedAfter: blockedBy(tasks.filter(({ startTime }) => startTime > first)), bytes: loaded }
  } finally {
    await context.close()
  }
}

/** Counts what has arrived, by kind, for as long as the session lives. */
function countBytes(session: CDPSession): ReadonlyMap<string, number> {
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other' }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
  })
  return bytes
}

/** In ms. */
interface Task {
  readonly startTime: number
  readonly duration: number
}

declare global {
  interface Window {
    /** Of the page that is measured. */
    seenOfLoad: { paint: number; tasks: Task[] }
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const seen: Window['seenOfLoad'] = { paint: 0, tasks: [] }
  window.seenOfLoad = seen
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
}
