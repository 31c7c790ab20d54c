import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textOf } from '#lib/text/text.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { makeDataDirectory } from '#tests/support/database/data-directory.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { asShopper, DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { freeRunsOf } from '#tests/support/seats/showings.ts'

/** Fixed ids of the demo catalogue: a theatre in two days, and the stadium that is sold to 85 %. */
const [THEATRE, STADIUM] = [1, 10]

let shop: RunningApp
let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataDirectory()
  shop = await startApp({ env: { DATA_DIR: dataDir, DEMO: 'on', DEMO_SALES: 'on', LOG_LEVEL: 'warn' } })
})
afterAll(async () => {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('a shop whose demo is partly sold', () => {
  it('shows taken seats on the map, few left on the home page, and the best two are found in the stadium', async () => {
    await asShopper(browser, shop.origin, DESK, async (shopper) => {
      const { page } = shopper
      await page.goto(shop.origin)
      await expect.poll(() => page.getByText(/^נותרו \d+$/).count()).toBeGreaterThan(0)
      await shopper.openOrder(THEATRE)
      const cells = page.locator('[role=gridcell]')
      await expect
        .poll(() => cells.filter({ hasText: 'תפוס' }).or(page.locator('[role=gridcell][aria-label*="תפוס"]')).count())
        .toBeGreaterThan(0)
      await shopper.openOrder(STADIUM)
      await page.locator('aside').getByRole('button', { name: 'המקומות הטובים ביותר' }).click()
      await expect.poll(() => page.locator('aside .tray li').count()).toBe(2)
    })
  })

  it('opens the map of a phone on free seats, near enough to press', async () => {
    const runs = await freeRunsOf(shop.origin, THEATRE, 1)
    await asShopper(browser, shop.origin, PHONE, async (shopper) => {
      await shopper.openOrder(THEATRE)
      await expect.poll(() => shopper.firstInSight(runs).then((run) => run.length)).toBe(1)
      for (const seat of await shopper.firstInSight(runs)) await shopper.pressOnMap(seat)
      await shopper.expectChosen(1)
    })
  })

  it('keeps the map of a phone above the bar where a banner says that the shop is for trying', async () => {
    await asShopper(browser, shop.origin, PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      // As Trial.astro writes it; this shop is not open to others.
      const words = textOf('he')('common.trial_both')
      await page.evaluate((text) => {
        document.body.insertAdjacentHTML('afterbegin', `<aside class="trial"><p class="wrap"><span>${text}</span></p></aside>`)
      }, words)
      const edgeOf = (selector: string, edge: 'top' | 'bottom') =>
        page.locator(selector).evaluate((part, side) => part.getBoundingClientRect()[side], edge)
      await expect
        .poll(async () => (await edgeOf('.bar:visible', 'top')) - (await edgeOf('.map-shell .zoom', 'bottom')))
        .toBeGreaterThanOrEqual(0)
    })
  })
})
