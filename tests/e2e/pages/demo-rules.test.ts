import { describe, expect, it } from 'vitest'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { DESK, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

/** Presentations of the demo by the rule that they show (docs/demo.md). */
const WITH_WAIVER = 11
const WITH_OWN_TERMS = 12
const WITH_DELIVERY = 13
const BORN = 'תאריך לידה'

/** So many years old today and for some months more. */
function bornYearsAgo(years: number): string {
  return new Date(Date.now() - (years + 0.5) * 365.25 * 86_400_000).toISOString().slice(0, 10)
}

async function choosePlace(shopper: Shopper, presentationId: number): Promise<void> {
  await shopper.openOrder(presentationId)
  await shopper.addPlaces(1)
  await shopper.toTickets()
}

describe('the demo’s rules, as a buyer meets them', () => {
  it('R8.83 a voucher for children is refused for an adult, and taken for a child', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await choosePlace(shopper, WITH_WAIVER)
      await page.getByLabel('קוד קופון או שובר').fill('JUMP-06-11')
      await page.getByLabel(/^מספר תעודת זהות/).fill(TYPED['תעודת זהות'])
      await shopper.press(page.getByRole('button', { name: 'הפעלה' }))
      await page.locator('.vchip').waitFor()
      await shopper.toDetails()
      await shopper.fillDetails()
      await page.getByLabel(BORN).fill(bornYearsAgo(30))
      await shopper.press(shopper.goOn)
      await page.getByText('השובר אינו מתאים לגיל הקופץ.').waitFor()
      await expectAccessible(page, 'an age that does not fit')
      await page.getByLabel(BORN).fill(bornYearsAgo(8))
      await shopper.press(shopper.goOn)
      await shopper.press(page.getByRole('button', { name: 'סיום ההזמנה' }))
      await shopper.confirmed()
    })
  })

  it('R5.6 terms of the presentation are shown and have to be accepted beside the house’s own', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await choosePlace(shopper, WITH_OWN_TERMS)
      await shopper.toDetails()
      await page.getByText('הכניסה מגיל 18 בלבד, בהצגת תעודה מזהה.').waitFor()
      await shopper.fillDetails()
      await shopper.goOn.click()
      await page.getByText('כדי להמשיך צריך לאשר את התנאים הנוספים').waitFor()
      await page.getByRole('checkbox', { name: /התנאים הנוספים/ }).check()
      await shopper.toPayment()
    })
  })

  it('what is delivered asks where to, and a dear order may be paid in twelve instalments', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(WITH_DELIVERY)
      await shopper.takeFromList(2)
      await shopper.toTickets()
      await shopper.toProducts()
      await page.getByRole('button', { name: /^הוספת כרזה/ }).click()
      await shopper.toDetails()
      await shopper.fillDetails()
      await shopper.goOn.click()
      await page.getByText('השדה רחוב ומספר בית הוא שדה חובה!').waitFor()
      await page.getByLabel('רחוב ומספר בית').fill('הרצל 1')
      await page.getByLabel('יישוב').fill('חיפה')
      await shopper.toPayment()
      const instalments = shopper.cardForm.getByLabel('תשלומים')
      expect(await instalments.locator('option').count()).toBe(12)
      await shopper.fillCard()
      await instalments.selectOption('12')
      await shopper.payButton.click()
      await shopper.confirmed()
      await expect.poll(() => page.locator('.conf').innerText()).toContain('ב־12 תשלומים')
    })
  })
})
