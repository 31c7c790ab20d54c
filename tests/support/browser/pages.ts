import type { Page } from 'playwright'
import { browser } from './chromium.ts'
import { withContext, type VisitOptions } from './contexts.ts'
import { shopOrigin as origin } from './own-shop.ts'

interface PageOptions extends VisitOptions {
  /** An address outside that the page would lead to by itself: it stays. */
  readonly staysBefore?: string
}

/** Opens a page for one visitor and closes it when the work is done. */
export async function visit(
  path: string,
  work: (page: Page) => Promise<void>,
  { staysBefore, ...options }: PageOptions = {},
): Promise<void> {
  await withContext(browser, { baseURL: origin, viewport: { width: 1440, height: 900 }, ...options }, async (context) => {
    const page = await context.newPage()
    if (staysBefore) await page.route(staysBefore, (route) => route.fulfill({ status: 204 }))
    await page.goto(origin + path)
    await work(page)
  })
}
