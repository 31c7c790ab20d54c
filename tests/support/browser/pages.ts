import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from './chromium.ts'
import { shopOrigin as origin } from './own-shop.ts'

let browser: Browser

/** To be called once in a test file that looks at pages without buying: opens a browser for it. */
export function openBrowser(): void {
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
}

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
