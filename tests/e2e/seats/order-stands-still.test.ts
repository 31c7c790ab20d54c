import { expect, it } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { shiftsOf, watchShifts } from '#tests/support/browser/layout-shifts.ts'
import { asShopper, DESK, PHONE } from '#tests/support/browser/shopper.ts'

const THEATRE = 2
const STADIUM = 10
const MOST_SHIFT = 0.02
it.each([320, 390, 1440])('at %i px no page of the order jumps or scrolls sideways, from the map to the open card form', async (width) => {
  const options = width > 900 ? DESK : { ...PHONE, viewport: { width, height: 844 } }
  await asShopper(browser, origin, options, async (shopper) => {
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

it.each([
  [320, 640],
  [390, 844],
])('on a phone of %i × %i px nothing above the map of a stadium is pressed flat, nor lies on what follows', async (width, height) => {
  await asShopper(browser, origin, { ...PHONE, viewport: { width, height } }, async (shopper) => {
    await shopper.openOrder(STADIUM)
    const parts = await shopper.page.locator('.chooser-first > *').evaluateAll((all) =>
      all.map((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return { name: one.getAttribute('class'), top, bottom, cut: one.matches('.map-shell') ? 0 : one.scrollHeight - one.clientHeight }
      }),
    )
    expect(parts.length).toBeGreaterThanOrEqual(4)
    expect(parts.filter(({ cut }) => cut > 1)).toEqual([])
    const legend = await shopper.page.locator('.legend').boundingBox()
    const edges = [...parts.map(({ top }) => top).slice(1), legend?.y ?? 0]
    expect(parts.filter(({ bottom }, at) => bottom > (edges[at] ?? 0))).toEqual([])
    expect((parts.at(-1)?.bottom ?? 0) - (parts.at(-1)?.top ?? 0)).toBeGreaterThanOrEqual(320)
  })
})
