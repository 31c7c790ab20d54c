import type { BrowserContextOptions, Page } from 'playwright'
import { browser } from './chromium.ts'
import { withPage } from './lent-pages.ts'
import { shopOrigin as origin } from './own-shop.ts'

interface VisitOptions extends BrowserContextOptions {
  /** An address outside that the page would lead to by itself: it stays. */
  readonly staysBefore?: string
}

/** Opens a page for one visitor. */
export async function visit(
  path: string,
  work: (page: Page) => Promise<void>,
  { staysBefore, ...options }: VisitOptions = {},
): Promise<void> {
  await withPage(browser, origin, { baseURL: origin, viewport: { width: 1440, height: 900 }, ...options }, async (page) => {
    if (staysBefore) await page.route(staysBefore, (route) => route.fulfill({ status: 204 }))
    await page.goto(origin + path)
    await work(page)
  })
}
