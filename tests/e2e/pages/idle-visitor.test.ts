import { describe, expect, it } from 'vitest'
import { DESK } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

describe('five minutes without a sign of the visitor', () => {
  it('R4.69 R4.70 are asked about, and not fewer minutes, while the holds run on; the seats are kept or given back', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await page.clock.install()
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      const dialog = page.getByRole('dialog', { name: 'עדיין כאן?' })
      const timer = page.getByRole('timer')
      await page.clock.fastForward(301_000)
      await dialog.waitFor()
      await expect.poll(() => timer.innerText()).toMatch(/0?4:\d\d/)
      await dialog.getByRole('button', { name: 'כן, לשמור לי' }).click()
      await expect.poll(() => dialog.count()).toBe(0)
      await shopper.expectChosen(1)
      await page.clock.fastForward(210_000)
      await expect.poll(() => timer.innerText()).toMatch(/0?[01]:\d\d/)
      expect(await dialog.count()).toBe(0)
    })
  })

  it('give the seats back where the visitor says so', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await page.clock.install()
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await page.clock.fastForward(301_000)
      await page.getByRole('button', { name: 'לשחרר את המושבים' }).click()
      await shopper.expectChosen(0)
    })
  })
})

describe('a toast', () => {
  it('R9.14 stands at the top centre for three seconds', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await page.clock.install()
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await page.context().setOffline(true)
      // Its three seconds are those of a clock that stands: on a slow machine it would be gone before anybody looks.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
      await shopper.press(shopper.goOn)
      const toast = page.locator('.toast')
      await expect.poll(async () => (await page.clock.runFor(50), toast.count())).toBe(1)
      const { x = 0, y = 0, width = 0 } = (await toast.boundingBox()) ?? {}
      expect([Math.round(x + width / 2), Math.round(y)]).toEqual([720, 16])
      await page.clock.runFor(2_500)
      expect(await toast.count()).toBe(1)
      await page.clock.runFor(500)
      await expect.poll(() => toast.count()).toBe(0)
    })
  })
})
