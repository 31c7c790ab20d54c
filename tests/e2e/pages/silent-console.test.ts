import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { asShopper, DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'

/** Fixed id of the demo catalogue. */
const STADIUM = 10
/** Answers that say that something went wrong; what the console says is looked at by `asShopper`. */
function failuresOf(page: Page): readonly string[] {
  const failures: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) failures.push(`${String(answer.status())} ${new URL(answer.url()).pathname}`)
  })
  return failures
}

/** On a phone a button on the map opens the form, on a desk it stands beside the map. */
async function askForBest({ page }: Shopper): Promise<void> {
  const card = page.locator('.best-card')
  const isDesk = await card.isVisible()
  if (!isDesk) await page.locator('.map-best').tap()
  const form = isDesk ? card : page.locator('.best-sheet')
  await form.getByRole('button', { name: 'המקומות הטובים ביותר' }).click()
}

const lockedSeats = ({ page }: Shopper): Promise<number> => page.locator('aside .tray li').count()

async function closeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'חזרה למפה' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
}

async function lookRound(shopper: Shopper): Promise<void> {
  const { page } = shopper
  const price = page.getByRole('group', { name: 'סינון לפי מחיר' }).getByRole('button').nth(1)
  await price.click()
  await expect.poll(() => price.getAttribute('aria-pressed')).toBe('true')
  await price.click()
  await page.locator('.sec-card').nth(3).click()
  await page.locator('.sec-bar').waitFor()
  await page
    .locator('.sec-bar')
    .getByRole('button', { name: /^המבט מהאזור/ })
    .click()
  await page.locator('[data-phase=ready]').waitFor()
  await closeDialog(page)
  await page.getByRole('button', { name: 'תמונה' }).click()
  await page.locator('.vpic-area').first().waitFor()
  await closeDialog(page)
  await page.locator('.seclist summary').first().click()
  await page.locator('.seclist details').first().locator('.sbtn').first().waitFor()
}

describe('in the stadium nothing is thrown and the console is silent', () => {
  it.each([
    ['390', PHONE],
    // As most people see it: with everything that moves.
    ['1440', { ...DESK, reducedMotion: 'no-preference' as const }],
  ])('through everything that one does there, at %s px', async (_width, options) => {
    await asShopper(browser, origin, options, async (shopper) => {
      const { page } = shopper
      const failures = failuresOf(page)
      await shopper.openOrder(STADIUM)
      await askForBest(shopper)
      await expect.poll(() => lockedSeats(shopper)).toBe(2)
      await lookRound(shopper)
      await page.reload()
      await expect.poll(() => lockedSeats(shopper)).toBe(2)
      await shopper.toTickets()
      await page.goBack()
      await expect.poll(() => page.locator('[role=grid] [role=gridcell]').count()).toBeGreaterThan(0)
      await expect.poll(() => lockedSeats(shopper)).toBe(2)
      await page.goto('/')
      await page.goBack()
      await expect.poll(() => lockedSeats(shopper)).toBe(2)
      await page.locator('svg.map').waitFor()
      expect(failures).toEqual([])
    })
  })
})
