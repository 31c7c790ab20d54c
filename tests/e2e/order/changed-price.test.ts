import { describe, expect, it } from 'vitest'
import { formatShekels } from '#lib/text/format-money.ts'
import { ordersOf, setTicketPrice } from '#tests/support/browser/shop-database.ts'
import { DESK } from '#tests/support/browser/shopper.ts'
import { openTheatre, seatOfTheatre, THEATRE, total, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

describe('a price that changed', () => {
  it('is shown before anything is paid, and can be agreed to', async () => {
    const seat = await seatOfTheatre()
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.pressOnMap(seat)
      await shopper.expectChosen(1)
      await shopper.walkToPayment()
      const before = await total(shopper)
      const raised = seat.price * 100 + 1_000
      await setTicketPrice(seat.ticketId, raised)
      try {
        await shopper.payBy()
        await page.getByRole('alert').filter({ hasText: 'PRICE_CHANGED' }).waitFor()
        expect(await ordersOf(await shopper.uuid)).toEqual({})
        await page.getByText(`במקום \u2066${before.trim()}\u2069`).waitFor()
        await page.getByRole('button', { name: /^להמשיך עם/ }).click()
        await expect.poll(() => total(shopper)).toBe(formatShekels(raised / 100))
        await shopper.payBy()
        await shopper.confirmed()
      } finally {
        await setTicketPrice(seat.ticketId, seat.price * 100)
      }
    })
  })
})
