import type { Locator, Page } from 'playwright'

/** Follows a link, or sends a form, to a whole new page: what is read as soon as the click is done may be of half a page. */
export async function follow(page: Page, way: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), way.click()])
}
