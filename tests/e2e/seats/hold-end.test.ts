import { describe, expect, it } from 'vitest'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { letHoldEndIn, letWaitEnd, ordersOf } from '#tests/support/browser/shop-database.ts'
import { DESK, TYPED } from '#tests/support/browser/shopper.ts'
import { openTheatre, seatOfTheatre, THEATRE, visit, withSeats } from '#tests/support/browser/theatre.ts'

const EMAIL = 'דואר אלקטרוני'

openTheatre()

describe('the end of the hold', () => {
  it('is told, keeps what was typed, and frees the seats for others', async () => {
    const seat = await seatOfTheatre()
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.pressOnMap(seat)
      await shopper.expectChosen(1)
      await shopper.toTickets()
      await shopper.toDetails()
      await shopper.fillDetails()
      await letHoldEndIn(5, await shopper.uuid)
      await page.reload()
      await page.getByRole('dialog', { name: 'הזמן לשמירת המושבים נגמר' }).waitFor()
      await new Buyer(origin).lock(seat.address)
      await page.getByRole('button', { name: 'בחירה מחדש' }).click()
      await page.waitForURL(`**/order/${String(THEATRE)}`)
      await page.getByRole('alert').getByText('המושבים חזרו למכירה. הפרטים שהקלדתם נשמרו, ולא בוצע חיוב.').waitFor()
      await shopper.expectChosen(0)
      await letWaitEnd(await shopper.uuid)
      await shopper.takeFromList(1)
      await shopper.toTickets()
      await shopper.toDetails()
      for (const label of ['שם פרטי', 'אימות טלפון נייד', EMAIL] as const) {
        await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(TYPED[label])
      }
    })
  })

  it('is warned of in the last minute, and can be put off once', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await letHoldEndIn(50, await shopper.uuid)
      await page.reload()
      const warning = page.getByRole('dialog', { name: 'אזהרת זמן' })
      await warning.waitFor()
      await page.route('**/api/presentations/timer/*', (route) => route.abort())
      await warning.getByRole('button', { name: 'עוד 5 דקות' }).click()
      await warning.getByRole('alert').filter({ hasText: 'אין חיבור לרשת' }).waitFor()
      await page.unroute('**/api/presentations/timer/*')
      await warning.getByRole('button', { name: 'עוד 5 דקות' }).click()
      await page.getByText('קיבלתם עוד 5 דקות').waitFor()
      await warning.waitFor({ state: 'detached' })
      expect(await page.getByRole('timer').innerText()).toMatch(/05:[1-5]\d/)
      await letHoldEndIn(50, await shopper.uuid)
      await page.reload()
      await warning.waitFor()
      expect(await warning.getByRole('button', { name: 'עוד 5 דקות' }).count()).toBe(0)
      await warning.getByRole('button', { name: 'ממשיכים' }).click()
      await shopper.walkToPayment()
    })
  })

  it('during the payment buys nothing, and says so', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      await letHoldEndIn(0, await shopper.uuid)
      await shopper.payBy()
      await page.getByRole('alert').filter({ hasText: 'HOLD_EXPIRED' }).waitFor()
      expect(await ordersOf(await shopper.uuid)).toEqual({})
      await page.getByRole('link', { name: 'בחירת מושבים' }).click()
      await page.waitForURL(`**/order/${String(THEATRE)}`)
    })
  })
})
