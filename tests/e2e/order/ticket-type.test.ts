import { expect, it } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { DESK } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

const NEW_TYPE = 'אורח של התאטרון'

/** Another ticket of the group and at the price of the one that was bought. */
async function addTypeLikeOf(resId: string): Promise<void> {
  await database().query(
    `INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge)
     SELECT 990001, s.ticket_group_id, 99, $2, s.price, s.service_charge FROM order_seat s JOIN orders USING (order_id) WHERE reservation_identifier = $1`,
    [resId, NEW_TYPE],
  )
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
}

it('another type of ticket is chosen by keyboard, said aloud, and not sent again by a reload', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(THEATRE)
    await shopper.takeFromList(1)
    await shopper.walkToPayment()
    await shopper.payBy()
    const resId = await shopper.confirmed()
    await addTypeLikeOf(resId)
    const type = page.getByRole('combobox', { name: /שורה .* מושב/ })
    await expect
      .poll(async () => {
        await page.goto(`/cart/${resId}/change`)
        return type.locator('option', { hasText: NEW_TYPE }).count()
      })
      .toBe(1)
    await expectAccessible(page, 'other types of tickets')
    await type.focus()
    await type.selectOption({ label: NEW_TYPE })
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').innerText()).toContain('החלפת הסוג')
    await page.keyboard.press('Enter')
    await page.getByText('הכרטיס הוחלף.').waitFor()
    expect(await page.locator('.change-choice').first().innerText()).toContain(NEW_TYPE)
    await page.reload()
    await page.getByText('הכרטיס הוחלף.').waitFor()
    expect(await page.locator('[role=alert]').count()).toBe(0)
    const { rows } = await database().query(
      'SELECT count(*)::int AS n FROM replaced_ticket JOIN orders USING (order_id) WHERE reservation_identifier = $1',
      [resId],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

it('buttons are in the colours of the chosen theme at once', async () => {
  await visit({ ...DESK, reducedMotion: 'no-preference' }, async ({ page }) => {
    // The first page of a visitor has the rules of its own elements alone.
    await page.goto('/')
    await page.goto('/booking')
    const moving = await page.evaluate(() => {
      const button = document.createElement('button')
      button.className = 'btn primary'
      document.documentElement.dataset.theme = 'light'
      document.body.append(button)
      const before = getComputedStyle(button).backgroundColor
      document.documentElement.dataset.theme = 'dark'
      const animations = button.getAnimations().length // as of the new theme
      return { animations, isOther: getComputedStyle(button).backgroundColor !== before }
    })
    expect(moving).toEqual({ animations: 0, isOther: true })
  })
})
