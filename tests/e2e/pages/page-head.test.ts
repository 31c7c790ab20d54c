import { describe, expect, it } from 'vitest'
import { LOCALES } from '#lib/text/locales.ts'
import { clippedTexts } from '#tests/support/browser/clipped-text.ts'
import { visit } from '#tests/support/browser/pages.ts'

describe('the head of every page', () => {
  it('starts with a link past itself', async () => {
    await visit('/', async (page) => {
      await page.keyboard.press('Tab')
      expect(await page.locator(':focus').innerText()).toBe('דילוג לתוכן הראשי')
      await page.keyboard.press('Enter')
      expect(await page.locator(':focus').getAttribute('id')).toBe('main')
    })
  })

  it('keeps the chosen theme, drawn by the server', async () => {
    await visit('/', async (page) => {
      await page.click('[data-theme-toggle]')
      expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
      const answer = await page.reload()
      expect(await answer?.text()).toContain('data-theme="dark"')
    })
  })

  it('R2.71 has a language menu where more than one locale is enabled, which turns the same page round', async () => {
    await visit('/booking', async (page) => {
      await page.click('.languages summary')
      await page.click('.languages a[lang="en"]')
      expect(await page.getAttribute('html', 'lang')).toBe('en')
      expect(await page.getAttribute('html', 'dir')).toBe('ltr')
      expect(new URL(page.url()).pathname).toBe('/booking')
      await page.click('.languages summary')
      await page.keyboard.press('Escape')
      expect(await page.locator('.languages ul').isVisible()).toBe(false)
      // Numbers begin where the words of the page do.
      const begins = () => page.locator('.inp.ltr').evaluate((field) => getComputedStyle(field).textAlign)
      await page.goto('/cart')
      expect(await begins()).toBe('start')
      await page.goto('/cart?lang=he')
      expect(await begins()).toBe('end')
    })
  })

  it('opens its menu on a narrow screen and closes it by Escape', async () => {
    await visit(
      '/booking',
      async (page) => {
        const menu = page.locator('[data-menu]')
        await menu.click()
        expect(await page.locator('.site-nav').isVisible()).toBe(true)
        await page.keyboard.press('Escape')
        expect(await page.locator('.site-nav').isVisible()).toBe(false)
        expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
      },
      { viewport: { width: 390, height: 844 } },
    )
  })

  it.each(LOCALES)(
    'head and foot lead to all that is sold, whole at each width and where letters are twice as big, in %s',
    async (locale) => {
      await visit(`/vod?lang=${locale}`, async (page) => {
        const hrefs = (part: string) => page.locator(`${part} a`).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
        expect(await hrefs('.site-nav')).toEqual(['/', '/booking', '/membership', '/system-vouchers', '/vod'])
        expect(await page.locator('.site-nav [aria-current]').getAttribute('href')).toBe('/vod')
        expect(await hrefs('.foot')).toEqual(expect.arrayContaining(['/membership', '/system-vouchers', '/donations', '/vod']))
        for (const size of ['', '200%']) {
          await page.evaluate((to) => (document.documentElement.style.fontSize = to), size)
          for (const width of [1440, 900, 320]) {
            await page.setViewportSize({ width, height: 844 })
            if (width === 320 && size === '') await page.locator('[data-menu]').click()
            expect(await page.locator('.site-nav').isVisible()).toBe(true)
            expect(await clippedTexts(page), `${String(width)} px ${size}`).toEqual([])
          }
        }
      })
    },
  )
})

it.each(LOCALES)('the head of an order leaves the page to the seats, on the smallest phone too: %s', async (locale) => {
  await visit(
    `/order/2?lang=${locale}`,
    async (page) => {
      const head = page.locator('.order-head')
      const [box, facts] = [await head.boundingBox(), await head.locator('.ev span').boundingBox()]
      expect(box?.height).toBeLessThanOrEqual(84)
      // One line, cut at its end: the summary has all of it.
      expect(facts?.height).toBeLessThan(20)
    },
    { viewport: { width: 320, height: 700 } },
  )
})
