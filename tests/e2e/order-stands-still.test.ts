import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/chromium.ts'
import { shopOrigin as origin } from '#tests/support/own-shop.ts'
import { asShopper, PHONE } from '#tests/support/shopper.ts'

const THEATRE = 2
const MOST_SHIFT = 0.02
let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** How far things have jumped on this page since it was opened, as browsers count it. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean })[]
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )

it.each([320, 390])('at %i px no page of the order jumps or scrolls sideways, from the map to the open card form', async (width) => {
  await asShopper(browser, origin, { ...PHONE, viewport: { width, height: 844 } }, async (shopper) => {
    const { page } = shopper
    const stands = async () => {
      expect(await shiftOf(page), page.url()).toBeLessThanOrEqual(MOST_SHIFT)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0)
    }
    await shopper.openOrder(THEATRE)
    await shopper.takeFromList(2)
    await stands()
    await shopper.toTickets()
    await stands()
    await shopper.toDetails()
    await stands()
    await shopper.fillDetails()
    await shopper.toPayment()
    await stands()
  })
})
