import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { asShopper, DESK, type Shopper } from '#tests/support/browser/shopper.ts'

/** Fixed id of the demo catalogue: the stadium has a picture of itself and one from every section. */
const STADIUM = 10
/** A visitor in front of the stadium's map. */
function atStadium(work: (shopper: Shopper) => Promise<void>): Promise<void> {
  return asShopper(browser, origin, DESK, async (shopper) => {
    await shopper.openOrder(STADIUM)
    await work(shopper)
  })
}

const dialog = (page: Page): Locator => page.getByRole('dialog')
const areas = (page: Page): Locator => dialog(page).locator('.vpic-area')
const focused = (page: Page): Locator => page.locator(':focus')
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement)
const scaleOf = (page: Page): Promise<number> => page.locator('svg.map > g').evaluate((root: SVGGElement) => root.getScreenCTM()?.a ?? 0)

/** Where the picture is open, goes with the Tab key to its areas. @throws where nothing on the way is one */
async function tabToAreas(page: Page): Promise<void> {
  for (let pressed = 0; pressed < 5; pressed += 1) {
    if ((await areas(page).and(focused(page)).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The Tab key does not lead to the areas.')
}

async function middleOf(area: Locator): Promise<readonly [x: number, y: number]> {
  const box = await area.boundingBox()
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : [NaN, NaN]
}

describe('the picture of the venue', () => {
  it('is opened, walked through and left for a section by the keyboard alone', async () => {
    await atStadium(async ({ page }) => {
      const whole = await scaleOf(page)
      await page.getByRole('button', { name: 'תמונה' }).focus()
      await page.keyboard.press('Enter')
      await areas(page).first().waitFor()
      expect(await areas(page).and(page.locator('[tabindex="0"]')).count()).toBe(1)
      await tabToAreas(page)
      const [fromX, fromY] = await middleOf(focused(page))
      const first = await focused(page).getAttribute('aria-label')
      await page.keyboard.press('ArrowLeft')
      const name = String(await focused(page).getAttribute('aria-label'))
      const [x, y] = await middleOf(focused(page))
      expect(name).not.toBe(first)
      expect(fromX - x).toBeGreaterThanOrEqual(Math.abs(fromY - y))
      expect(await dialog(page).locator('figcaption').innerText()).toBe(name)
      await page.keyboard.press('Enter')
      await expect.poll(() => focused(page).getAttribute('role')).toBe('gridcell')
      expect(await dialog(page).count()).toBe(0)
      expect(await page.locator('.sec-bar b').innerText()).toBe(name)
      expect(await page.locator('[role=row]').first().getAttribute('aria-label')).toContain(name)
      await expect.poll(() => scaleOf(page)).toBeGreaterThan(whole * 1.5)
    })
  })

  it('is closed by Escape, which leads back to the button', async () => {
    await atStadium(async ({ page }) => {
      const button = page.getByRole('button', { name: 'תמונה' })
      await button.click()
      await areas(page).first().waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog(page).count()).toBe(0)
      expect(await hasFocus(button)).toBe(true)
      expect(await page.locator('.sec-bar').count()).toBe(0)
    })
  })

  it('has nothing for axe to say, light and dark', async () => {
    await atStadium(async ({ page }) => {
      await page.getByRole('button', { name: 'תמונה' }).click()
      await areas(page).first().focus()
      await expectAccessible(page, 'the picture of the venue')
    })
  })
})

describe('the view from a section', () => {
  async function openView(page: Page): Promise<Locator> {
    await page.locator('.sec-card').first().click()
    const button = page.locator('.sec-bar').getByRole('button', { name: /^המבט מהאזור/ })
    await button.click()
    await dialog(page).getByRole('img').waitFor()
    await expect.poll(() => dialog(page).locator('[data-phase=ready]').count()).toBe(1)
    return button
  }

  it.each([
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['its button', (page: Page) => dialog(page).getByRole('button', { name: 'חזרה למפה' }).click()],
  ])('shows a picture, and %s leads back to where one was', async (_way, close) => {
    await atStadium(async ({ page }) => {
      const button = await openView(page)
      const name = await page.locator('.sec-bar b').innerText()
      const picture = dialog(page).getByRole('img')
      expect(await picture.getAttribute('alt')).toContain(name)
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await close(page)
      await expect.poll(() => dialog(page).count()).toBe(0)
      expect(await hasFocus(button)).toBe(true)
      expect(await page.locator('.sec-bar b').innerText()).toBe(name)
    })
  })

  it('says so where it does not load, and loads when asked again', async () => {
    await atStadium(async ({ page }) => {
      await page.route('**/view/*', (route) => route.abort())
      await page.locator('.sec-card').first().click()
      await page
        .locator('.sec-bar')
        .getByRole('button', { name: /^המבט מהאזור/ })
        .click()
      await dialog(page).getByText('התמונה לא נטענה').waitFor()
      await page.unroute('**/view/*')
      await dialog(page).getByRole('button', { name: 'לנסות שוב' }).click()
      await expect.poll(() => dialog(page).locator('[data-phase=ready]').count()).toBe(1)
    })
  })

  it('has nothing for axe to say, light and dark', async () => {
    await atStadium(async ({ page }) => {
      await openView(page)
      await expectAccessible(page, 'the view from a section')
    })
  })
})
