import { describe, expect, it } from 'vitest'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, seatOfTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

describe('somebody quicker', () => {
  it('takes the seat before it is pressed: told at once, and the nearest one is offered', async () => {
    const seat = await seatOfTheatre()
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await page.route('**/api/seats/changes*', (route) => route.abort())
      await page.route('**/api/seats/seats-status*', async (route) => {
        if ((await page.locator('svg.map').count()) > 0) await route.abort()
        else await route.continue()
      })
      await shopper.openOrder(THEATRE)
      await new Buyer(origin).lock(seat.address)
      await shopper.pressOnMap(seat)
      const dialog = page.getByRole('dialog', { name: 'מישהו הקדים אתכם ברגע' })
      await dialog.waitFor()
      expect(await dialog.innerText()).toContain(`שורה ${seat.row}, מושב ${seat.name} נתפס`)
      await dialog
        .getByRole('button', { name: /^לקחת את/ })
        .first()
        .click()
      await shopper.expectChosen(1)
      expect(await dialog.count()).toBe(0)
    })
  })

  it('is told on a phone as well, and Escape leads back to the map without a seat', async () => {
    const seat = await seatOfTheatre()
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await page.route('**/api/seats/changes*', (route) => route.abort())
      await shopper.openOrder(THEATRE)
      await page.route('**/api/seats/seats-status*', (route) => route.abort())
      await page.locator('.seclist summary').evaluateAll((all) => all.forEach((one) => one.parentElement?.setAttribute('open', '')))
      const button = page.getByRole('button', { name: new RegExp(`שורה ${seat.row}, מושב ${seat.name},`) }).first()
      await new Buyer(origin).lock(seat.address)
      await button.tap()
      await page.getByRole('dialog', { name: 'מישהו הקדים אתכם ברגע' }).waitFor()
      await page.keyboard.press('Escape')
      await shopper.expectChosen(0)
    })
  })
})
