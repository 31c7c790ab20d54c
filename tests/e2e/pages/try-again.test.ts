import { expect, it } from 'vitest'
import { allAxeComplaints } from '#tests/support/browser/axe.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { visit } from '#tests/support/browser/pages.ts'

it.each(['/503', '/429'])(
  'the page of %s stays as it is read while it asks in silence, and becomes the wanted one once that is there',
  async (trouble) => {
    await visit('/', async (page) => {
      const answers = ['trouble', 'trouble', 'page', 'page']
      const asked: string[] = []
      await page.route('**/terms', async (route) => {
        const answer = answers[asked.length] ?? 'page'
        asked.push(answer)
        if (answer === 'page') await route.continue()
        else await route.fulfill({ response: await route.fetch({ url: `${origin}${trouble}` }) })
      })
      await page.clock.install()
      await page.goto('/terms')
      await page.getByRole('heading', { name: 'Error Occurred' }).waitFor()
      expect(await allAxeComplaints(page)).toEqual([])
      await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
      await page.clock.fastForward(3_000)
      await expect.poll(() => asked.length).toBe(2)
      expect(await page.evaluate(() => (globalThis as { isSame?: boolean }).isSame)).toBe(true)
      await page.clock.fastForward(6_000)
      await expect.poll(() => page.getByRole('heading', { name: 'Error Occurred' }).count()).toBe(0)
      expect(asked).toEqual(answers)
    })
  },
)
