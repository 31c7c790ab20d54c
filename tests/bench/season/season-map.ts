import type { Browser } from 'playwright'
import { launchChromium } from '#tests/support/browser/launch-chromium.ts'
import { ms, percentile, scaled, type Bench } from '../bench.ts'
import { FIRST_DATE, SEASON_CODE } from './hall.ts'

const ROUNDS = scaled(15)
const MOST = 1.3
const PAGES = { one: `/order/${String(FIRST_DATE)}`, season: `/enroll/${SEASON_CODE}/seats` } as const

/**
 * The map of a season, 2,000 seats on ten dates, beside that of one of its presentations, in Chromium: from the seats' answer to the first frame that shows them,
 * and from opening the page. In turn, each in a browser context of its own; the first round warms up.
 */
export async function benchSeasonMap({ origin, print }: Bench): Promise<void> {
  const times = { one: [] as Painted[], season: [] as Painted[] }
  const browser = await launchChromium()
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const page of round % 2 === 0 ? (['one', 'season'] as const) : (['season', 'one'] as const)) {
        const painted = await paintedAfter(browser, origin + PAGES[page])
        if (round > 0) times[page].push(painted)
      }
    }
  } finally {
    await browser.close()
  }
  const half = (page: keyof typeof times, key: keyof Painted) =>
    percentile(
      times[page].map((one) => one[key]),
      0.5,
    )
  const said = (key: keyof Painted) =>
    `${ms(half('season', key))} against ${ms(half('one', key))} (ratio ${(half('season', key) / half('one', key)).toFixed(2)}, at most ${String(MOST)} wanted)`
  print(
    `the season's map beside one presentation's, ${String(ROUNDS)} rounds: painted after ${said('sinceOpened')}; of it since the seats were asked for ${said('sinceAsked')}`,
  )
}

/** Milliseconds until the seats are on the screen. */
interface Painted {
  readonly sinceOpened: number
  readonly sinceAsked: number
}

declare global {
  interface Window {
    /** Of the page that is measured: when the first frame with seats on the map's canvas was there. */
    paintedAt: Promise<number>
  }
}

/** Runs in the page before its own scripts. */
function watchMap(): void {
  const isDrawn = () => {
    const map = document.querySelector('#map')
    const canvas = map?.querySelector('canvas')
    if (!canvas?.width || map?.getAttribute('aria-busy') !== 'false') return false
    const small = new OffscreenCanvas(40, 40).getContext('2d')
    small?.drawImage(canvas, 0, 0, 40, 40)
    return small?.getImageData(0, 0, 40, 40).data.some((value, at) => at % 4 === 3 && value > 0) ?? false
  }
  window.paintedAt = new Promise((resolve) => {
    const look = () => {
      if (isDrawn()) setTimeout(() => resolve(performance.now()))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

async function paintedAfter(browser: Browser, address: string): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchMap)
    await page.goto(address)
    const [paintedAt, askedAt] = await page.evaluate(async () => {
      const at = await window.paintedAt
      const asked = performance.getEntriesByType('resource').filter(({ name }) => /seatplan|seats-status/.test(name))
      return [at, Math.min(...asked.map(({ startTime }) => startTime))] as const
    })
    return { sinceOpened: paintedAt, sinceAsked: paintedAt - askedAt }
  } finally {
    await context.close()
  }
}
