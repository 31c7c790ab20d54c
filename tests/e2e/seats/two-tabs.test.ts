import { describe, expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { ordersOf } from '#tests/support/browser/shop-database.ts'
import { DESK, putBehind, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit, withSeats } from '#tests/support/browser/theatre.ts'
import { freePairOfEdge } from '#tests/support/seats/showings.ts'

openTheatre()

describe('a second tab', () => {
  it('shows the same seats, and the first to pay buys them once', async () => {
    await withSeats(2, async (shopper) => {
      const other = await shopper.secondTab()
      await other.openOrder(THEATRE)
      await other.expectChosen(2)
      await shopper.walkToPayment()
      await other.walkToPayment()
      await putBehind(other)
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      await other.payBy()
      expect(await other.confirmed()).toBe(reservation)
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })
})

describe('a seat given back in another tab', () => {
  /** A visitor who holds two seats at an edge: without the older one the seat at the edge would be left alone. */
  async function withPairOfEdge(work: (shopper: Shopper) => Promise<void>): Promise<void> {
    await visit(DESK, async (shopper) => {
      await shopper.openOrder(THEATRE)
      await shopper.takeTheseFromList(await freePairOfEdge(origin, THEATRE))
      await work(shopper)
    })
  }

  /** Goes on, and gives one of the two seats back in a second tab. */
  async function giveBackElsewhere(shopper: Shopper, which: 'older' | 'newer'): Promise<void> {
    const { page } = shopper
    await shopper.toTickets()
    const other = await shopper.secondTab()
    await other.openOrder(THEATRE)
    await other.expectChosen(2)
    const removals = other.page.getByRole('button', { name: /^הסרת/ })
    await (which === 'older' ? removals.first() : removals.last()).click()
    await other.expectChosen(1)
    // Without a screen no tab is ever hidden, so the return to this one is said in so many words; again if the seat was still on its way back.
    const returned = async (): Promise<number> => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return page.getByRole('combobox').count()
    }
    await expect.poll(returned, { interval: 500 }).toBe(1)
    await page.getByText('אחד המושבים כבר לא שמור לכם. בדקו את הבחירה.').waitFor()
  }

  it('leaves the order of this one, which says so', async () => {
    await withPairOfEdge(async (shopper) => {
      await giveBackElsewhere(shopper, 'newer')
      await shopper.toDetails()
      await shopper.fillDetails()
      await shopper.toPayment()
      await shopper.payBy()
      await shopper.confirmed()
      expect(await shopper.page.getByRole('img', { name: /^קוד QR/ }).count()).toBe(1)
    })
  })

  it('leads back to the seats where what is left may not be bought like this', async () => {
    await withPairOfEdge(async (shopper) => {
      const { page } = shopper
      await giveBackElsewhere(shopper, 'older')
      await shopper.press(shopper.goOn)
      await page.locator('#tray-problem').waitFor()
      expect(page.url()).not.toContain('step=')
      await page.locator('#tray-problem').getByRole('button').click()
      await shopper.expectChosen(2)
      await shopper.toTickets()
    })
  })
})
