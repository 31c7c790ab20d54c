import type { BrowserContextOptions, Page } from 'playwright'
import { browser } from './chromium.ts'
import { shopOrigin as origin } from './own-shop.ts'

interface VisitOptions extends BrowserContextOptions {
  /** An address outside that the page would lead to by itself: it stays. */
  readonly staysBefore?: string
}

/** Opens a page for one visitor and closes it when the work is done. */
export async function visit(
  path: string,
  work: (page: Page) => Promise<void>,
  { staysBefore, ...options }: VisitOptions = {},
): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, ...options })
  try {
    const page = await context.newPage()
    if (staysBefore) await page.route(staysBefore, (route) => route.fulfill({ status: 204 }))
    await page.goto(origin + path)
    await work(page)
  } finally {
    await context.close()
  }
}
