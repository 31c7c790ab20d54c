import { describe, expect, it } from 'vitest'
import { ordersOf } from '#tests/support/browser/shop-database.ts'
import { openTheatre, withSeats } from '#tests/support/browser/theatre.ts'

openTheatre()

/** docs/demo.md: test cards. */
const FAILING = [
  ['4580000000000018', 'CARD_DECLINED', 'חברת האשראי לא אישרה את העסקה'],
  ['4580000000000034', 'CARD_PROVIDER_ERROR', 'תקלה אצל חברת האשראי'],
  ['4580000000000067', 'PAYMENT_FORM_INVALID', 'פרטי התשלום חסרים או אינם תקינים'],
  ['4580000000000075', 'PAYMENT_UNPROCESSABLE', 'לא ניתן לבצע את העסקה'],
  ['4580000000000083', 'PAYMENT_NO_RESPONSE', 'חברת הסליקה לא ענתה'],
  ['4580000000000091', 'PAYMENT_ERROR', 'התשלום נכשל'],
  ['4580000000000109', 'PAYMENT_UNEXPECTED', 'קרתה שגיאה לא צפויה בתשלום'],
] as const

describe('every error of the payment has its test card', () => {
  it('R8.1 each is told as message: error beside a new form, charges nothing and leaves the seats held', { timeout: 120_000 }, async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      for (const [card, code, sentence] of FAILING) {
        await shopper.payBy(card)
        const note = page.getByRole('alert').filter({ hasText: `: ${code}` })
        await note.waitFor()
        expect(await note.innerText()).toContain(sentence)
        await page.getByText('המושבים עדיין שמורים לכם').first().waitFor()
        await shopper.cardForm.getByLabel('CVV').waitFor()
      }
      expect((await ordersOf(await shopper.uuid)).paid).toBeUndefined()
      await shopper.payBy()
      await shopper.confirmed()
      expect((await ordersOf(await shopper.uuid)).paid).toBe(1)
    })
  })
})

it('R8.2 R8.3 an error that comes without a message is told as it is, with Error in place of what is missing', async () => {
  await withSeats(1, async (shopper) => {
    const { page } = shopper
    await shopper.walkToPayment()
    await page.route('**/api/payment/commit*', (route) => route.fulfill({ status: 409, json: { error: 'SOMETHING_ELSE' } }))
    await shopper.payBy()
    const note = page.getByRole('alert').filter({ hasText: 'SOMETHING_ELSE' })
    await note.waitFor()
    expect(await note.locator('.failure-code').innerText()).toBe('Error: SOMETHING_ELSE')
    expect(await note.innerText()).toContain('התשלום לא הושלם.')
  })
})
