import { describe, expect, it } from 'vitest'
import { ordersOf } from '#tests/support/shop-database.ts'
import { openTheatre, THEATRE, withSeats } from '#tests/support/theatre.ts'

openTheatre()

describe('a second tab', () => {
  it('shows the same seats, and the first to pay buys them once', async () => {
    await withSeats(2, async (shopper) => {
      const other = await shopper.secondTab()
      await other.openOrder(THEATRE)
      await other.expectChosen(2)
      await shopper.walkToPayment()
      await other.walkToPayment()
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      await other.payBy()
      expect(await other.confirmed()).toBe(reservation)
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })
})

describe('a seat given back in another tab', () => {
  it('leaves the order of this one, which says so', async () => {
    await withSeats(2, async (shopper) => {
      const { page } = shopper
      await shopper.toTickets()
      const other = await shopper.secondTab()
      await other.openOrder(THEATRE)
      await other.expectChosen(2)
      await other.page.getByRole('button', { name: /^הסרת/ }).first().click()
      await other.expectChosen(1)
      // Without a screen no tab is ever hidden, so the return to this one is said in so many words.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect.poll(() => page.getByRole('combobox').count(), { timeout: 10_000 }).toBe(1)
      await page.getByText('אחד המושבים כבר לא שמור לכם. בדקו את הבחירה.').waitFor()
      await shopper.toDetails()
      await shopper.fillDetails()
      await shopper.toPayment()
      await shopper.payBy()
      await shopper.confirmed()
      expect(await page.getByRole('img', { name: /^קוד QR/ }).count()).toBe(1)
    })
  })
})
