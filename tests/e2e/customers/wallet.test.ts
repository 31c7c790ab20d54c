import { describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { ordersOf } from '#tests/support/browser/shop-database.ts'
import { PHONE, putBehind, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit, withSeats } from '#tests/support/browser/theatre.ts'

openTheatre()

/** Pays in the wallet of the form; what becomes of it is chosen there. */
async function payByWallet({ cardForm }: Shopper, outcome: 'approved' | 'declined' | 'stays' | 'silent' | 'five'): Promise<void> {
  await cardForm.getByLabel('מה יקרה בארנק (סביבת בדיקות)').selectOption(outcome)
  await cardForm.getByRole('button', { name: 'תשלום בארנק' }).click()
}

/** Kinds in the ledgers of a visitor's orders, in their order. */
async function ledgerOf(uuid: string): Promise<string[]> {
  const { rows } = await database().query<{ kind: string }>(
    'SELECT l.kind FROM ledger l JOIN orders USING (order_id) WHERE holder = $1 ORDER BY entry_id',
    [uuid],
  )
  return rows.map((row) => row.kind)
}

describe('the wallet', () => {
  it('that says no takes nothing; approved it buys, on a phone', async () => {
    await visit(PHONE, async (shopper) => {
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await shopper.walkToPayment()
      await payByWallet(shopper, 'declined')
      await shopper.cardForm.getByText('הארנק לא אישר את התשלום. לא בוצע חיוב.').waitFor()
      await expectAccessible(shopper.page, 'a wallet that declined')
      await payByWallet(shopper, 'approved')
      await shopper.confirmed()
      expect(await ledgerOf(await shopper.uuid)).toEqual(['charge'])
    })
  })

  it('that tells five times makes one order', async () => {
    await withSeats(1, async (shopper) => {
      await shopper.walkToPayment()
      await payByWallet(shopper, 'five')
      await shopper.confirmed()
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
      expect(await ledgerOf(await shopper.uuid)).toEqual(['charge'])
    })
  })

  it.each(['stays', 'silent'] as const)(
    'that is paid and does not come back (%s) leads to its order by itself, from the open page too',
    async (outcome) => {
      await withSeats(1, async (shopper) => {
        const uuid = await shopper.uuid
        await shopper.walkToPayment()
        await payByWallet(shopper, outcome)
        await shopper.cardForm.getByText('הטופס הזה כבר שולם').waitFor()
        if (outcome === 'silent') await letPaymentsAge()
        await expect.poll(() => ordersOf(uuid), { timeout: 30_000 }).toEqual({ paid: 1 })
        await shopper.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        await shopper.confirmed()
        expect(await ledgerOf(uuid)).toEqual(['charge'])
      })
    },
  )

  it('that is paid in two tabs pays once: the second payment goes back, and the tickets stay valid', async () => {
    await withSeats(2, async (shopper) => {
      const uuid = await shopper.uuid
      const other = await shopper.secondTab()
      await other.openOrder(THEATRE)
      await other.expectChosen(2)
      await shopper.walkToPayment()
      await other.walkToPayment()
      await putBehind(other)
      await payByWallet(shopper, 'approved')
      const reservation = await shopper.confirmed()
      await payByWallet(other, 'approved')
      expect(await other.confirmed()).toBe(reservation)
      await expect.poll(() => other.page.locator('.conf .note').allInnerTexts().then(String)).toContain('כבר שולמה')
      await expect.poll(() => ledgerOf(uuid), { timeout: 30_000 }).toEqual(['charge', 'charge', 'refund'])
      expect((await ordersOf(uuid)).paid).toBe(1)
      await other.page.reload()
      expect(await other.page.getByRole('img', { name: /^קוד QR/ }).count()).toBe(2)
    })
  })
})
