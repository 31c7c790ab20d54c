import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'
import { withPage } from '#tests/support/browser/lent-pages.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'

const OPTIONS = { baseURL: origin, viewport: { width: 1440, height: 900 }, locale: 'en-GB' }
const HELP = '/accessibility'

/** What one visitor may leave to the next. */
const left = (page: Page) =>
  page.evaluate(async () => ({
    stored: { ...localStorage, ...sessionStorage },
    cookies: document.cookie,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    name: window.name,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isPrinted: matchMedia('print').matches,
    width: innerWidth,
    history: history.length,
  }))

/** What the page that comes first in a new context has. */
async function newOne(): Promise<unknown> {
  const context = await browser.newContext(OPTIONS)
  const page = await context.newPage()
  await page.goto(HELP)
  const found = await left(page)
  await context.close()
  return found
}

async function visitorOf(page: Page): Promise<string | null> {
  return page.locator('meta[name=visitor]').getAttribute('content')
}

it('a page that was used is as good as new for the next visitor', async () => {
  const seen: { page?: Page; visitor?: string | null; lines: string[] } = { lines: [] }
  await withPage(browser, origin, OPTIONS, async (page) => {
    seen.page = page
    page.on('console', (line) => seen.lines.push(line.text()))
    await page.route('**/terms', (route) => route.fulfill({ status: 200, body: 'nothing' }))
    await page.goto('/')
    await page.goto(HELP)
    seen.visitor = await visitorOf(page)
    await page.setViewportSize({ width: 500, height: 500 })
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    await page.context().addCookies([{ name: 'left', value: 'behind', url: origin }])
    await page.evaluate(async () => {
      localStorage.setItem('left', 'behind')
      sessionStorage.setItem('left', 'behind')
      window.name = 'behind'
      await caches.open('left')
      await new Promise((resolve) => (indexedDB.open('left').onsuccess = resolve))
    })
    await page.context().newPage()
  })
  const wanted = await newOne()
  await withPage(browser, origin, OPTIONS, async (page) => {
    expect(page).toBe(seen.page)
    expect(page.context().pages()).toHaveLength(1)
    await page.goto(HELP)
    expect(await left(page)).toEqual(wanted)
    expect(await visitorOf(page)).not.toBe(seen.visitor)
    await page.evaluate(`console.log('of the second visitor')`)
    expect(seen.lines).not.toContain('of the second visitor')
    await page.goto('/terms')
    expect(await page.textContent('body')).not.toBe('nothing')
  })
})

it('a page that cannot be put back, or whose visit failed, is closed', async () => {
  let used: Page | undefined
  const pageOf = (work: (page: Page) => Promise<unknown>) =>
    withPage(browser, origin, { ...OPTIONS, locale: 'en-US' }, async (page) => {
      expect(page).not.toBe(used)
      used = page
      await page.goto(HELP)
      await work(page)
    })
  await pageOf((page) => page.addInitScript('globalThis.isChanged = true'))
  await pageOf((page) => page.clock.install())
  await expect(pageOf(() => Promise.reject(new Error('It failed.')))).rejects.toThrow('It failed.')
  await pageOf((page) => page.goto('about:blank'))
  await pageOf((page) => page.close())
})
