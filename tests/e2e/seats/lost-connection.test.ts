import { describe, expect, it } from 'vitest'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { ordersOf } from '#tests/support/browser/shop-database.ts'
import { DESK } from '#tests/support/browser/shopper.ts'
import { heading, openTheatre, seatOfTheatre, THEATRE, visit, withSeats } from '#tests/support/browser/theatre.ts'

openTheatre()

describe('a lost connection', () => {
  it('in the middle of a lock is told, changes nothing, and the next press takes the seat', async () => {
    const seat = await seatOfTheatre()
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.route('**/api/seats/lock-seat*', (route) => route.abort())
      await shopper.pressOnMap(seat)
      await page.getByRole('alert').filter({ hasText: 'אין חיבור לרשת' }).waitFor()
      await shopper.expectChosen(0)
      await page.unroute('**/api/seats/lock-seat*')
      await shopper.pressOnMap(seat)
      await shopper.expectChosen(1)
      await shopper.walkToPayment()
    })
  })

  it('whose lock had arrived does not leave a seat behind that nobody sees', async () => {
    const seat = await seatOfTheatre()
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await page.route('**/api/seats/lock-seat*', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await shopper.pressOnMap(seat)
      await page.getByRole('alert').filter({ hasText: 'אין חיבור לרשת' }).waitFor()
      await expect
        .poll(
          () =>
            new Buyer(origin).lock(seat.address).then(
              () => 'free',
              () => 'held',
            ),
          { timeout: 15_000, interval: 1_000 },
        )
        .toBe('free')
      await shopper.expectChosen(0)
    })
  })

  it('between two steps keeps the page, and the same press works later', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.storedCarts.have(1)
      await page.route('**/api/cart*', (route) => route.abort())
      await page.goto(`/order/${String(THEATRE)}?step=tickets`)
      await page.getByRole('combobox').first().selectOption({ index: 1 })
      await shopper.goOn.click()
      await page.getByText('אין חיבור לרשת. הבחירה שלכם כאן, נסו שוב בעוד רגע.').first().waitFor()
      expect(page.url()).toContain('step=tickets')
      await page.unroute('**/api/cart*')
      await shopper.toProducts()
    })
  })

  it('with all details typed is told above them, where the focus and the view go, and the same press works later', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.toTickets()
      await shopper.toDetails()
      await shopper.fillDetails()
      await page.route('**/api/cart*', (route) => route.abort())
      await shopper.press(shopper.goOn)
      await page.locator('.details-note:focus').filter({ hasText: 'אין חיבור לרשת' }).waitFor()
      await page.unroute('**/api/cart*')
      await shopper.toPayment()
    })
  })

  it.each([
    ['before the order arrived', false],
    ['after the order had arrived', true],
  ])('in the middle of the commit, %s, is waited out and buys once', async (_when, arrives) => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      let lost = 0
      await page.route('**/api/payment/commit*', async (route) => {
        lost += 1
        if (lost > 2) return route.continue()
        if (arrives) await route.fetch()
        await route.abort()
      })
      await shopper.payBy()
      await heading(shopper, 'בודקים את התשלום')
      await shopper.confirmed()
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })

  it('and a reload in the middle of the commit still make one order', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      const uuid = await shopper.uuid
      await page.route('**/api/payment/commit*', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await shopper.payBy()
      await heading(shopper, 'בודקים את התשלום')
      await page.unroute('**/api/payment/commit*')
      await page.reload()
      await shopper.confirmed()
      expect(await ordersOf(uuid)).toEqual({ paid: 1 })
    })
  })
})
