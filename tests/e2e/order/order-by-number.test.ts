import { expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { boughtBefore, codeTo, newPerson } from '#tests/support/browser/personal-area.ts'
import { PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

/** A showing of the demo theatre with plenty of seats. */
const SHOWING = 5

openTheatre()

async function numberOf(resId: string): Promise<string> {
  const { rows } = await database().query<{ order_number: string }>('SELECT order_number FROM orders WHERE reservation_identifier = $1', [
    resId,
  ])
  return formatOrderNumber(rows[0]?.order_number ?? '')
}

it('an order is found on a phone by its number, typed as it was heard, and a code to its telephone; what is no number is said in red', async () => {
  const person = await newPerson()
  const resId = await boughtBefore(person, SHOWING, 1)
  const number = await numberOf(resId)
  await visit(PHONE, async (shopper) => {
    const { page } = shopper
    await page.goto('/cart')
    const field = page.getByLabel('מספר הזמנה')
    await field.fill('K7PX-M3W0')
    await page.getByRole('button', { name: 'המשך' }).tap()
    const problem = page.getByRole('alert').filter({ hasText: 'זה לא מספר הזמנה' })
    await problem.waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await problem.evaluate((said) => getComputedStyle(said).color)).not.toBe(
      await page.locator('.find-order .sub').evaluate((lead) => getComputedStyle(lead).color),
    )
    expect(await problem.evaluate((said) => said.classList.contains('msg'))).toBe(true)
    await expectAccessible(page, 'no order number')
    await field.fill(` ${number.toLowerCase().replace('-', ' ')} `)
    await page.getByRole('button', { name: 'המשך' }).tap()
    await page.getByText('נכנסים עם הנייד שאיתו היא נעשתה').waitFor()
    await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
    await page.getByLabel('מספר טלפון נייד').fill(person.mobileNumber)
    await page.getByRole('button', { name: 'שלחו לי קוד' }).tap()
    await page.locator('input[autocomplete=one-time-code]').fill(await codeTo(person.mobileNumber))
    expect(await shopper.confirmed()).toBe(resId)
    expect(await page.locator('main').innerText()).toContain(number)
  })
})
