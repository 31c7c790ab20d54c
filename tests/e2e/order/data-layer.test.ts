import { describe, expect, it } from 'vitest'
import { CUSTOMER } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS } from '#tests/support/processes/server.ts'
import { DESK, type Shopper } from '#tests/support/browser/shopper.ts'
import { openForm, openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'

process.env.SECRET = SECRET_OF_TESTS
openTheatre()

interface Pushed {
  readonly event: string
  readonly ecommerce: {
    readonly currency: string
    readonly value: number
    readonly transaction_id?: string
    readonly payment_type?: string
    readonly items: readonly { readonly item_id: string; readonly price: number; readonly quantity: number; readonly index: number }[]
  }
}

/** What every page of the browser pushes to its data layer is noted on its way in. */
async function listen({ page }: Shopper): Promise<readonly Pushed[]> {
  const all: Pushed[] = []
  await page.context().exposeFunction('notePush', (text: string) => all.push(JSON.parse(text) as Pushed))
  await page.context().addInitScript(() => {
    const note = Reflect.get(window, 'notePush') as (text: string) => void
    const layer: unknown[] = []
    layer.push = (...entries: unknown[]) => {
      for (const entry of entries) note(JSON.stringify(entry))
      return Array.prototype.push.apply(layer, entries)
    }
    Object.assign(window, { dataLayer: layer })
  })
  return all
}

describe('the data layer', () => {
  it('R7.88 R7.89 R7.90 R7.91 R7.92 is told of each step of an order once, in ILS, and of nobody', async () => {
    const voucher = await makeVoucher(3_000)
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      const all = await listen(shopper)
      const events = () => all.map(({ event }) => event)
      await shopper.openOrder(THEATRE)
      await page.reload()
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(2)
      await shopper.toTickets()
      await page.goBack()
      await shopper.toTickets()
      expect(events()).toEqual(['view_item', 'add_to_cart'])
      await shopper.toDetails()
      await expect.poll(() => events().slice(2)).toEqual(['begin_checkout']) // heard before the page that told it is gone
      await page.reload()
      await openForm(shopper)
      const other = await shopper.secondTab()
      await other.page.goto('/booking/checkout')
      await openForm(other)
      await other.page.close()
      expect(events().slice(2)).toEqual(['begin_checkout'])
      await shopper.fillDetails()
      await page.getByLabel('מספר שובר (לא חובה)').fill(voucher)
      await page.getByRole('button', { name: 'הוספה', exact: true }).click()
      await page.locator('.vchip').waitFor()
      await shopper.toPayment()
      await shopper.payBy('4580000000000018')
      await page.getByRole('alert').filter({ hasText: 'CARD_DECLINED' }).waitFor()
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      await page.reload()
      await page.goto(`/cart/${reservation}`)
      await expect.poll(events).toEqual(['view_item', 'add_to_cart', 'begin_checkout', 'add_payment_info', 'purchase'])

      const [, added, begun, paying, bought] = all.map(({ ecommerce }) => ecommerce)
      expect(all.every(({ ecommerce }) => ecommerce.currency === 'ILS')).toBe(true)
      expect(added?.items.map(({ item_id, quantity, index }) => [item_id, quantity, index])).toEqual([
        [String(THEATRE), 1, 0],
        [String(THEATRE), 1, 1],
      ])
      expect(added?.value).toBe(added?.items.reduce((sum, { price }) => sum + price, 0))
      expect(begun?.items).toEqual(added?.items)
      expect(paying).toMatchObject({ payment_type: 'card', value: (begun?.value ?? 0) - 30 })
      expect(bought).toMatchObject({ transaction_id: reservation, value: paying?.value })
      expect(bought?.items.map(({ price }) => price)).toEqual(begun?.items.map(({ price }) => price))
      const said = JSON.stringify(all)
      for (const secret of [voucher, voucher.slice(-4), CUSTOMER.firstName, CUSTOMER.lastName, CUSTOMER.email, CUSTOMER.ssn, '547314821'])
        expect(said).not.toContain(secret)
    })
  })
})
