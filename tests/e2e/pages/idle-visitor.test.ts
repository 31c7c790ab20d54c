import { describe, expect, it } from 'vitest'
import { DESK } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

describe('five minutes without a sign of the visitor', () => {
  it('are asked about; the seats are kept or given back', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await page.clock.install()
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await page.clock.fastForward(301_000)
      const dialog = page.getByRole('dialog', { name: 'עדיין כאן?' })
      await dialog.getByRole('button', { name: 'כן, לשמור לי' }).click()
      await expect.poll(() => dialog.count()).toBe(0)
      await shopper.expectChosen(1)
      await page.clock.fastForward(150_000)
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
