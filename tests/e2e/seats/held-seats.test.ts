import { describe, expect, it } from 'vitest'
import { letHoldEndIn } from '#tests/support/browser/shop-database.ts'
import { PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

const pill = ({ page }: Shopper) => page.getByRole('link', { name: /^המושבים שלכם/ })

/** The strip stands between header and content, counts, and stays in view wherever one scrolls. */
async function expectPill(shopper: Shopper): Promise<void> {
  const { page } = shopper
  expect(await pill(shopper).innerText()).toMatch(/המושבים שלכם · \s*(10|0\d):\d\d/)
  const [strip, content] = await Promise.all(['#held', 'main'].map((one) => page.locator(one).first().boundingBox()))
  expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual((content?.y ?? 0) + 0.5)
  expect(await pill(shopper).evaluate((link) => link.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => pill(shopper).evaluate((link) => Math.round(link.getBoundingClientRect().top))).toBeLessThan(20)
  // What has the focus is never below the strip.
  await page.locator('footer a').first().focus()
  await page.evaluate(() => scrollTo(0, 0))
}

describe('while seats are held', () => {
  it('the way back to them stands on every page, counts, covers nothing, and goes at the end', { timeout: 120_000 }, async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await page.goto('/')
      expect(await pill(shopper).count()).toBe(0)
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      expect(await pill(shopper).count()).toBe(0)
      for (const path of ['/', '/booking', '/booking/features/1', '/terms', '/customer', '/order']) {
        await page.goto(path)
        await expectPill(shopper)
      }
      const left = () => pill(shopper).locator('.num').innerText()
      const before = await left()
      await expect.poll(left).not.toBe(before)

      await shopper.press(pill(shopper))
      await page.waitForURL(new RegExp(`/order/${String(THEATRE)}$`))
      await shopper.expectChosen(1)
      await letHoldEndIn(4, await shopper.uuid)
      await page.goto('/terms')
      await pill(shopper).waitFor()
      await pill(shopper).waitFor({ state: 'detached' })
      expect(await page.locator('#held').isVisible()).toBe(false)
    })
  })

  it('a page that is come back to asks whether they still are', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await page.goto('/terms')
      await pill(shopper).waitFor()
      const other = await shopper.secondTab()
      await other.openOrder(THEATRE)
      await other.page.getByRole('button', { name: 'מושב אחד' }).tap()
      await other.page.locator('.bar').getByRole('button', { name: /^הסרת/ }).tap()
      await other.expectChosen(0)
      // Without a screen no tab is ever hidden, so the return to this one is said in so many words.
      await expect
        .poll(async () => {
          await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
          return pill(shopper).count()
        })
        .toBe(0)
    })
  })
})
