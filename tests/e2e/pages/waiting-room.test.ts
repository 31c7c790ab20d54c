import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeComplaints } from '#tests/support/browser/axe.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

let full: RunningApp
beforeAll(async () => {
  await joinShopDatabase()
  // A second process of the same shop, on the same database, into which newcomers come one a second.
  full = await startApp({ env: { WAITING_ROOM: '1', TRUSTED_PROXY: 'on', LOG_LEVEL: 'warn' } })
})
afterAll(() => full.stop())

it.each([
  ['light', 390],
  ['dark', 1440],
] as const)('a newcomer waits on a page that says how many come before, and goes on by itself: %s, %i px', async (colorScheme, width) => {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme,
    extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${String(width % 250)}` },
  })
  try {
    const page = await context.newPage()
    const others = Array.from({ length: 3 }, () =>
      fetch(full.origin, { headers: { accept: 'text/html', 'x-forwarded-for': '198.51.100.7' } }),
    )
    expect((await Promise.all(others)).some(({ status }) => status === 503)).toBe(true)
    const answer = await page.goto(`${full.origin}/order/2`)
    expect([answer?.status(), await page.locator('h1').innerText()]).toEqual([503, 'הגעתם לתור'])
    expect(await page.getByRole('status').filter({ visible: true }).first().innerText()).toMatch(/התור שלכם הבא|לפניכם/)
    expect(await axeComplaints(page)).toEqual([])
    await page.locator('[role=grid] [role=gridcell]').first().waitFor({ state: 'attached' })
  } finally {
    await context.close()
  }
})
