import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { shiftsOf, watchShifts } from '#tests/support/browser/layout-shifts.ts'
import { asShopper, PHONE } from '#tests/support/browser/shopper.ts'

const THEATRE = 2
const MOST_SHIFT = 0.02
let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

it.each([320, 390])('at %i px no page of the order jumps or scrolls sideways, from the map to the open card form', async (width) => {
  await asShopper(browser, origin, { ...PHONE, viewport: { width, height: 844 } }, async (shopper) => {
    const { page } = shopper
    const stands = async () => {
      const { shifted, shifts } = await shiftsOf(page)
      expect.soft(shifted, `${page.url()}: ${shifts.join(' | ')}`).toBeLessThanOrEqual(MOST_SHIFT)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0)
    }
    await watchShifts(page)
    await shopper.openOrder(THEATRE)
    await shopper.takeFromList(2)
    await stands()
    await shopper.toTickets()
    await stands()
    await page.reload()
    await page.locator('.tk').first().waitFor()
    await page.getByRole('timer').waitFor()
    await stands()
    await shopper.toProducts()
    await stands()
    await page.reload()
    await page.locator('.prods').waitFor()
    await page.getByRole('timer').waitFor()
    await stands()
    await shopper.openOrder(THEATRE)
    await page.getByRole('timer').waitFor()
    await stands()
    await page.goBack()
    await page.locator('.prods').waitFor()
    await shopper.toDetails()
    await page.getByRole('timer').waitFor()
    await stands()
    await shopper.fillDetails()
    await shopper.toPayment()
    await stands()
  })
})
