import { describe, expect, it } from 'vitest'
import { openBrowser, visit } from '#tests/support/browser/pages.ts'

openBrowser()

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
})
