import { describe, expect, it } from 'vitest'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { ordersOf } from '#tests/support/browser/shop-database.ts'
import { openTheatre, withSeats } from '#tests/support/browser/theatre.ts'

openTheatre()

describe('a card', () => {
  it('that is declined or fails leaves the seats held and the details typed; another card buys', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      for (const [card, code] of [
        [CARDS.declined, 'CARD_DECLINED'],
        [CARDS.providerError, 'CARD_PROVIDER_ERROR'],
      ] as const) {
        await shopper.payBy(card)
        await page.getByRole('alert').filter({ hasText: code }).waitFor()
        await page.getByText('המושבים עדיין שמורים לכם').first().waitFor()
        await shopper.cardForm.getByLabel('CVV').waitFor()
      }
      await shopper.payBy()
      await shopper.confirmed()
      expect((await ordersOf(await shopper.uuid)).paid).toBe(1)
    })
  })

  it('that is mistyped is told in its own form, and what was right stays', async () => {
    await withSeats(1, async (shopper) => {
      await shopper.walkToPayment()
      await shopper.payBy('4580 0000 0000 0001')
      await shopper.cardForm.getByText('שדה אחד צריך תיקון. לא בוצע חיוב.').waitFor()
      expect(await shopper.cardForm.getByLabel('השם שעל הכרטיס').inputValue()).toBe('נועה ברקאי')
      await shopper.payBy()
      await shopper.confirmed()
    })
  })

  it('whose bank asks once more can be rejected and then approved', async () => {
    await withSeats(1, async (shopper) => {
      await shopper.walkToPayment()
      await shopper.payBy('4580000000000026')
      await shopper.cardForm.getByRole('button', { name: 'דחיית התשלום' }).click()
      await shopper.cardForm.getByText('התשלום לא אושר אצל חברת האשראי').waitFor()
      await shopper.payBy('4580000000000026')
      await shopper.cardForm.getByRole('button', { name: 'אישור התשלום' }).click()
      await shopper.confirmed()
    })
  })

  it('that was charged before the provider fell silent buys all the same, once', async () => {
    await withSeats(2, async (shopper) => {
      await shopper.walkToPayment()
      await shopper.payBy(CARDS.timeoutAfterCharging)
      await shopper.confirmed()
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })
})
