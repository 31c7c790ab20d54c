import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { asShopper, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'

const STADIUM = 10
let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

const scaleOf = (page: Page) => page.locator('svg.map > g').evaluate((root: SVGGElement) => root.getScreenCTM()?.a ?? 0)

/** Names that are written on the map and seen there. */
const labelsOf = (page: Page) =>
  page.locator('.map .sec-l').evaluateAll((all) => {
    const map = document.querySelector('.map')?.getBoundingClientRect() ?? new DOMRect()
    return all
      .filter((one) => one.textContent !== '')
      .map((one) => ({ direction: getComputedStyle(one).direction, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.right > map.left && box.left < map.right && box.bottom > map.top && box.top < map.bottom)
      .map(({ direction, box: { left, right, top, bottom } }) => ({ direction, left, right, top, bottom }))
  })

/** None is smaller than can be read, none stands on another. */
async function expectLegible(page: Page): Promise<number> {
  await expect.poll(async () => (await labelsOf(page)).length).toBeGreaterThan(0)
  const labels = await labelsOf(page)
  expect(new Set(labels.map(({ direction }) => direction))).toEqual(new Set(['rtl']))
  expect(Math.min(...labels.map(({ top, bottom }) => bottom - top))).toBeGreaterThanOrEqual(12)
  const pairs = labels.flatMap((one, at) => labels.slice(at + 1).map((other) => [one, other] as const))
  const isOver = ([one, other]: (typeof pairs)[number]) =>
    one.left < other.right - 1 && one.right > other.left + 1 && one.top < other.bottom - 1 && one.bottom > other.top + 1
  expect(pairs.filter(isOver)).toEqual([])
  return labels.length
}

/** Pixels of seats in the middle of the map. */
const seatsInTheMiddle = (page: Page) =>
  page.locator('.map-layers canvas').evaluate((canvas: HTMLCanvasElement) => {
    const side = Math.floor(canvas.width / 3)
    const [x, y] = [(canvas.width - side) >> 1, (canvas.height - side) >> 1]
    const pixels = canvas.getContext('2d')?.getImageData(x, y, side, side).data ?? []
    return pixels.filter((value, at) => at % 4 === 3 && value > 0).length
  })

async function onPhone(work: (shopper: Shopper) => Promise<void>): Promise<void> {
  await asShopper(browser, origin, PHONE, async (shopper) => {
    await shopper.openOrder(STADIUM)
    await work(shopper)
  })
}

it('the names of a big hall run from the right, can be read and stand clear of each other, from afar and from near; "+" goes to seats', async () => {
  await onPhone(async ({ page }) => {
    await page.getByRole('button', { name: 'הצגת כל האולם' }).tap()
    const far = await expectLegible(page)
    expect(far).toBeLessThan(await page.locator('.sec-card').count())
    const whole = await scaleOf(page)
    const closer = page.getByRole('button', { name: 'התקרבות' })
    for (let presses = 0; presses < 4; presses += 1) await closer.tap()
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(whole * 4)
    await expect.poll(() => seatsInTheMiddle(page)).toBeGreaterThan(200)
  })
})

it('a second tap on a section goes in among its seats', async () => {
  await onPhone(async ({ page }) => {
    const card = page.locator('.sec-card:not(.out)').first()
    const before = await scaleOf(page)
    await card.tap()
    await expect.poll(() => scaleOf(page)).not.toBe(before)
    const shown = await scaleOf(page)
    await card.tap()
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(shown * 1.5)
    await expect.poll(() => seatsInTheMiddle(page)).toBeGreaterThan(200)
  })
})
