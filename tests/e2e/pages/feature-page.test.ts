import { expect, it } from 'vitest'
import { visit } from '#tests/support/browser/pages.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'

const FEATURE = '/booking/features/1'

it('on a phone says what the show is about, then its next dates, with one accent button in view that leads to the next one', async () => {
  await visit(
    FEATURE,
    async (page) => {
      const top = async (of: string) => (await page.locator(of).first().boundingBox())?.y ?? Infinity
      expect(await top('#about')).toBeLessThan(await top('#dates'))
      expect(await top('.feat-about .prose')).toBeLessThan(844)
      expect(await page.locator('.prs > li:visible').count()).toBe(6)
      expect(await page.locator('.month:visible').first().innerText()).toMatch(/^(השבוע|בשבוע הבא)$/)
      const accent = await page
        .locator('.btn.primary')
        .first()
        .evaluate((button) => getComputedStyle(button).backgroundColor)
      const inAccent = await page
        .locator('main .btn:visible')
        .evaluateAll((buttons, colour) => buttons.filter((one) => getComputedStyle(one).backgroundColor === colour).length, accent)
      expect(inAccent).toBe(1)
      expect(await page.locator('.bar a').getAttribute('href')).toBe(await page.locator('.prs a.act').first().getAttribute('href'))
      await page.locator('.further summary').tap()
      expect(await page.locator('.prs > li:visible').count()).toBeGreaterThan(6)
      await page.setViewportSize({ width: 320, height: 700 })
      const lines = await page.locator('.prs .mid b:visible').evaluateAll((places) =>
        places.map((one) => {
          const words = document.createRange()
          words.selectNodeContents(one)
          return new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size
        }),
      )
      expect(Math.max(...lines), 'lines of a time and its place on the narrowest phone').toBeLessThanOrEqual(3)
    },
    PHONE,
  )
})

it('on a desk the dates come first, and the next one has the accent button; further dates open without script', async () => {
  await visit(
    FEATURE,
    async (page) => {
      const top = async (of: string) => (await page.locator(of).first().boundingBox())?.y ?? Infinity
      expect(await top('#dates')).toBeLessThan(await top('#about'))
      expect(await page.locator('.prs .act.next').count()).toBe(1)
      await page.locator('.further summary').click()
      expect(await page.locator('.further .prs li').first().isVisible()).toBe(true)
    },
    { ...DESK, javaScriptEnabled: false },
  )
})
