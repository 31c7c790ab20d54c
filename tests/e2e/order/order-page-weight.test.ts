import { expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { visit } from '#tests/support/browser/pages.ts'

/** Bytes of the HTML of an order page, not compressed, for who links to its style sheets: the first page of a visitor carries them. */
const MOST = 40_000
const AGAIN = { cookie: 'theme=light' }
const TEXTS = '**/texts/**'

it(`is at most ${String(MOST)} bytes of HTML for every show`, async () => {
  const { presentations } = (await (await fetch(`${origin}/api/presentations`)).json()) as {
    presentations: { id: number; featureId: number }[]
  }
  const ids = [...Map.groupBy(presentations, ({ featureId }) => featureId).values()].flatMap(([first]) => first?.id ?? [])
  expect(ids.length).toBeGreaterThan(10)
  const tooLong: string[] = []
  for (const id of ids) {
    const bytes = (await (await fetch(`${origin}/order/${String(id)}`, { headers: AGAIN })).arrayBuffer()).byteLength
    if (bytes > MOST) tooLong.push(`${String(id)}: ${String(bytes)}`)
  }
  expect(tooLong).toEqual([])
})

it('begins when its texts are here, and is drawn whole before', async () => {
  await visit('/', async (page) => {
    let letGo = (): void => undefined
    const gate = new Promise<void>((open) => (letGo = open))
    await page.route(TEXTS, async (route) => {
      await gate
      await route.continue()
    })
    await page.goto('/order/1')
    await page.getByRole('navigation', { name: 'שלבי ההזמנה' }).waitFor()
    await page.waitForTimeout(500)
    expect(await page.locator('astro-island[ssr]').count()).toBe(3)
    letGo()
    await expect.poll(() => page.locator('astro-island[ssr]').count()).toBe(0)
    await page.locator('#map svg.map').waitFor()
  })
})

it('asks once more for texts that did not come', async () => {
  await visit('/', async (page) => {
    const asked: string[] = []
    await page.route(TEXTS, async (route) => {
      asked.push(route.request().url())
      if (route.request().url().includes('again=')) await route.continue()
      else await route.abort()
    })
    await page.goto('/order/1')
    await expect.poll(() => page.locator('astro-island[ssr]').count()).toBe(0)
    await page.locator('#map svg.map').waitFor()
    expect(asked.filter((one) => one.includes('again='))).not.toEqual([])
    expect(await page.locator('body').innerText()).not.toMatch(/order\.\w/)
  })
})
