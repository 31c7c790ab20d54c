import { expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'
import { PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

it('eight tickets of a museum are chosen at once, and five of them given back as quickly', async () => {
  const museum = findShowing(
    await openShowings(origin),
    (one) => one.featureCategoryName === 'אתרי תרבות' && one.seatingMode === 'singleGA' && one.maxSeats > 8 && one.available > 20,
  )
  await visit(PHONE, async (shopper) => {
    await shopper.openOrder(museum.id)
    const count = shopper.page.locator('.ga-place select').first()
    await count.selectOption('8')
    await shopper.expectChosen(8)
    await count.selectOption('3')
    await shopper.expectChosen(3)
    // A usual number takes one press.
    const usual = shopper.page.locator('.ga-place').getByRole('group').getByRole('button', { name: '6', exact: true })
    await usual.tap()
    await shopper.expectChosen(6)
    expect(await usual.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => count.inputValue()).toBe('6')
    // No more than the presentation allows is in the list at all.
    expect(await count.locator('option').count()).toBe(museum.maxSeats + 1)
    await shopper.toTickets()
  })
})
