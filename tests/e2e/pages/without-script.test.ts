import { describe, expect, it } from 'vitest'
import { PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit, withSeats } from '#tests/support/browser/theatre.ts'

openTheatre()

describe('without script', () => {
  it('the calendar and the pages of features work, and the order says how to buy by phone', async () => {
    await visit({ ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
      await page.goto('/')
      await page.locator('#results').getByRole('link').first().waitFor()
      await page.goto('/booking/features/1')
      await page
        .locator(`a[href="/order/${String(THEATRE)}"]`)
        .first()
        .click()
      await page.waitForURL(`**/order/${String(THEATRE)}`)
      const way = page.locator('.no-script')
      expect(await way.innerText()).toMatch(/^כדי לבחור מושבים ולשלם צריך JavaScript בדפדפן\. אפשר להזמין גם בטלפון: 0[\d-]+$/)
      expect(await way.getByRole('link').getAttribute('href')).toMatch(/^tel:\+?\d+/)
    })
  })

  it('the confirmation of an order opens as well', async () => {
    await withSeats(1, async (shopper) => {
      await shopper.walkToPayment()
      await shopper.payBy()
      await shopper.confirmed()
      const { cookies, origins } = await shopper.page.context().storageState()
      await visit({ ...PHONE, javaScriptEnabled: false, storageState: { cookies, origins } }, async ({ page }) => {
        await page.goto(shopper.page.url())
        await page.getByRole('heading', { name: /^נתראה ב/ }).waitFor()
      })
    })
  })
})
