import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { DESK, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

/** Buys seats of the theatre from its list. @returns the reservation */
async function buy(shopper: Shopper, count: number): Promise<string> {
  await shopper.openOrder(THEATRE)
  await shopper.takeFromList(count)
  await shopper.walkToPayment()
  await shopper.payBy()
  return shopper.confirmed()
}

/** From the order's page by its link to the seats of the first other showing that is on sale. */
async function beginChange(shopper: Shopper): Promise<void> {
  const { page } = shopper
  await shopper.openMore()
  await page.getByRole('link', { name: 'החלפת כרטיסים' }).click()
  await page.getByRole('heading', { name: 'החלפת כרטיסים' }).waitFor()
  await page.locator('label.check:not(.out)', { hasNotText: 'אותו מופע' }).locator('input[type=radio]').first().check()
  await page.getByRole('button', { name: 'המשך לבחירת מושבים' }).click()
  await page.waitForURL(/\/order\/\d+/)
  await page.locator('.change-under-way').waitFor()
  await page.locator('.seclist').waitFor()
  await expect.poll(() => page.locator('[role=grid] [role=gridcell], .ga-place').count()).toBeGreaterThan(0)
}

const noteOf = (page: Page) => page.locator('.conf .note').first().innerText()

async function ledgerOf(resId: string): Promise<string[]> {
  const { rows } = await database().query<{ kind: string }>(
    'SELECT l.kind FROM ledger l JOIN orders USING (order_id) WHERE reservation_identifier = $1 ORDER BY entry_id',
    [resId],
  )
  return rows.map((row) => row.kind)
}

describe('bought tickets are exchanged', () => {
  it('for more seats of another showing: only the difference is paid, and both orders say so', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      const old = await buy(shopper, 2)
      await shopper.openMore()
      await page.getByRole('link', { name: 'החלפת כרטיסים' }).click()
      await page.getByRole('heading', { name: 'החלפת כרטיסים' }).waitFor()
      await expectAccessible(page, 'the page of changing')
      await page.goBack()
      await beginChange(shopper)
      await shopper.takeFromList(3)
      await shopper.toTickets()
      await expect.poll(() => page.locator('.sum').innerText()).toMatch(/−₪/)
      await shopper.toDetails()
      await expect.poll(() => page.locator('.change-under-way').innerText()).toContain('מחליפים 2 כרטיסים')
      await shopper.fillDetails()
      await shopper.toPayment()
      await shopper.payBy()
      const made = await shopper.confirmed()
      expect(await noteOf(page)).toContain('ההזמנה הזאת החליפה 2 כרטיסים')
      expect(await ledgerOf(made)).toEqual(['correction', 'charge'])
      await page.goto(`/cart/${old}`)
      await page.getByRole('heading', { name: 'הכרטיסים האלה הוחלפו' }).waitFor()
      await expectAccessible(page, 'an order whose tickets were exchanged')
      await page.getByRole('link', { name: 'הכרטיסים המלאים' }).click()
      await expect.poll(() => page.locator('.ticket[data-state=exchanged]').count()).toBe(2)
    })
  })

  it('for fewer seats: no card form, and the rest goes back', async () => {
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      const old = await buy(shopper, 3)
      await beginChange(shopper)
      await shopper.takeFromList(1)
      await shopper.toTickets()
      await shopper.toDetails()
      await shopper.fillDetails()
      await shopper.press(shopper.goOn)
      await shopper.press(page.getByRole('button', { name: 'סיום ההזמנה, בלי תשלום' }))
      const made = await shopper.confirmed()
      expect(await noteOf(page)).toMatch(/ההפרש (יוחזר|הוחזר) לאמצעי התשלום/)
      await reconcile()
      await expect.poll(() => ledgerOf(old)).toEqual(['charge', 'correction', 'refund'])
      expect(await ledgerOf(made)).toEqual(['correction'])
      await page.goto(`/cart/${made}`)
      expect(await noteOf(page)).toContain('ההפרש הוחזר')
    })
  })

  it('without script up to the seats; a change that is cancelled leaves everything as it was', async () => {
    await visit(DESK, async (shopper) => {
      const old = await buy(shopper, 1)
      const { cookies, origins } = await shopper.page.context().storageState()
      await visit({ ...DESK, javaScriptEnabled: false, storageState: { cookies, origins } }, async ({ page }) => {
        await page.goto(`/cart/${old}/change`)
        await page.getByRole('checkbox').first().uncheck()
        await page.getByRole('radio', { disabled: false }).first().check()
        await page.getByRole('button', { name: 'המשך לבחירת מושבים' }).click()
        await page.locator('.note.bad', { hasText: 'בחרו לפחות כרטיס אחד' }).waitFor()
        await page.getByRole('checkbox').first().check()
        await page.getByRole('radio', { disabled: false }).first().check()
        await page.getByRole('button', { name: 'המשך לבחירת מושבים' }).click()
        await page.waitForURL(/\/order\/\d+/)
        await page.getByRole('button', { name: 'ביטול ההחלפה' }).click()
        await page.waitForURL(new RegExp(`/cart/${old}`))
        await page.goto(`/order/${String(THEATRE)}`)
        expect(await page.locator('.change-under-way').count()).toBe(0)
      })
    })
  })

  it('a foreign reservation has no such page, and another site cannot begin a change', async () => {
    await visit(DESK, async (shopper) => {
      const old = await buy(shopper, 1)
      const address = new URL(`/cart/${old}/change`, shopper.page.url())
      const sent = await shopper.page.request.post(address.href, {
        form: { cancel: '1' },
        headers: { origin: 'https://elsewhere.example' },
      })
      expect(sent.status()).toBe(403)
      await visit(DESK, async ({ page }) => {
        expect((await page.goto(address.href))?.status()).toBe(404)
      })
    })
  })
})
