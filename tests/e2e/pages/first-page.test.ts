import { expect, it } from 'vitest'
import { visit } from '#tests/support/browser/pages.ts'

it.each(['/', '/order/1'])(
  'the first page that somebody opens needs no other file to be drawn, and the next finds its style sheets fetched: %s',
  async (path) => {
    await visit('/terms', async (page) => {
      await page.context().clearCookies()
      const asked: string[] = []
      page.on('request', (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`))
      const refused: string[] = []
      page.on('console', (line) => refused.push(...(/Content.Security.Policy/i.test(line.text()) ? [line.text()] : [])))
      const sheets = () => page.locator('head link[rel=stylesheet]').count()
      await page.goto(path)
      expect([await sheets(), asked.filter((one) => one.startsWith('stylesheet'))]).toEqual([0, []])
      const drawn = () =>
        page.evaluate(() => ['body', '.site-head', 'h1'].map((css) => getComputedStyle(document.querySelector(css) ?? document.body).font))
      const first = await drawn()
      await expect.poll(() => page.locator('head link[rel=prefetch][as=style]').count()).toBeGreaterThan(5)
      await page.reload()
      expect(await sheets()).toBeGreaterThan(5)
      expect(await drawn()).toEqual(first)
      expect(refused).toEqual([])
    })
  },
)
