import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { SECRET_OF_TESTS } from '#tests/support/processes/server.ts'
import { catalogueChanged } from '#tests/support/browser/shop-database.ts'
import { DESK, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { openForm, openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'

process.env.SECRET = SECRET_OF_TESTS
openTheatre()

/** Another presentation of the same business and profile (docs/demo.md: 1 and 2). */
const SISTER = 1
const FEE_OF_A_PERCENTAGE = 2

async function setCharge(id: number | null): Promise<void> {
  await database().query('UPDATE presentation SET service_charge_id = $2 WHERE presentation_id = $1', [THEATRE, id])
  await catalogueChanged()
}

/** In agorot; what is taken off has a minus. */
function agorotOf(text: string): number {
  return Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100) * (/[−-]/.test(text) ? -1 : 1)
}

/** The rows of a list of amounts must add up to its last. @returns that one */
async function expectSum(list: Locator): Promise<number> {
  const rows = await list.locator('div:not(.tot):not(.sub) > dd').allInnerTexts()
  const sum = rows.filter((text) => text.includes('₪')).reduce((all, text) => all + agorotOf(text), 0)
  const total = agorotOf(await list.locator('.tot dd').innerText())
  expect(sum, rows.join(' + ')).toBe(total)
  return total
}

/** The amounts of a list without its total, in its order. */
async function amountsOf(list: Locator): Promise<number[]> {
  return (await list.allInnerTexts()).filter((text) => text.includes('₪')).map(agorotOf)
}

const summary = (page: Page): Locator => page.locator('.sum:visible dl')

describe('an order with everything in it', () => {
  let before: number | null = null
  beforeAll(async () => {
    const { rows } = await database().query<{ id: number | null }>(
      'SELECT service_charge_id AS id FROM presentation WHERE presentation_id = $1',
      [THEATRE],
    )
    before = rows[0]?.id ?? null
    await setCharge(FEE_OF_A_PERCENTAGE)
  })
  afterAll(() => setCharge(before))

  it('a percentage, a coupon, a product and a voucher: the lines add up to what is paid and are the same on every page, to the agora', async () => {
    const voucher = await makeVoucher(3_333)
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(3)
      await expectSum(page.locator('.sum:visible dl')).catch(() => undefined)
      await shopper.toTickets()
      const plain = await expectSum(summary(page))
      await page.getByLabel('קוד קופון או שובר').fill('SHURA10')
      await page.getByLabel(/^מספר תעודת זהות/).fill(TYPED['תעודת זהות'])
      await page.getByRole('button', { name: 'הפעלה' }).click()
      await page.locator('.vchip').waitFor()
      await expect.poll(() => expectSum(summary(page))).toBeLessThan(plain)
      await shopper.toProducts()
      await page
        .getByRole('button', { name: /^הוספת / })
        .first()
        .click()
      await shopper.storedCarts.have(3, 1)
      const whole = await expectSum(summary(page))
      await shopper.toDetails()
      expect(await expectSum(summary(page))).toBe(whole)
      await shopper.fillDetails()
      await page.getByLabel('מספר שובר (לא חובה)').fill(voucher)
      await page.getByLabel('מספר שובר (לא חובה)').press('Enter')
      await expect.poll(() => expectSum(summary(page))).toBe(whole - 3_333)
      await shopper.toPayment()
      expect(agorotOf(await shopper.payButton.innerText())).toBe(whole - 3_333)
      const amounts = await amountsOf(summary(page).locator('div:not(.tot):not(.sub) > dd'))
      expect(amounts.some((amount) => Math.abs(amount) < 10)).toBe(true)
      await shopper.payBy()
      await shopper.confirmed()
      expect(await expectSum(page.locator('.account:visible'))).toBe(whole - 3_333)
      expect(await amountsOf(page.locator('.account:visible div:not(.tot) > dd'))).toEqual(amounts)
      await page.goto(await page.locator('a[href$="/receipt"]').first().getAttribute('href').then(String))
      expect(await amountsOf(page.locator('.receipt-lines tbody td:last-child'))).toEqual(amounts)
    })
  })
})

describe('two presentations that go together', () => {
  /** Takes seats of both, one after the other. */
  async function chooseBoth(shopper: Shopper): Promise<void> {
    await shopper.openOrder(SISTER)
    await shopper.takeFromList(2)
    await shopper.toTickets()
    await shopper.openOrder(THEATRE)
    await shopper.takeFromList(1)
    await shopper.toTickets()
  }

  /** What is new stands first, each show has its lines and its sum, and the one from before is said at once. */
  async function expectShows(page: Page): Promise<void> {
    const shows = page.locator('.sum-show')
    expect(await shows.locator('.tray-h, .order-name').count()).toBe(2)
    const sums = await shows.locator('.sub dd').allInnerTexts()
    expect(sums).toHaveLength(2)
    const rows = await Promise.all([0, 1].map((at) => shows.nth(at).locator('div:not(.sub) > dd').allInnerTexts()))
    expect(sums.map(agorotOf)).toEqual(rows.map((own) => own.reduce((all, text) => all + agorotOf(text), 0)))
    expect(await shows.nth(0).getByRole('button').count()).toBe(0)
    expect(await shows.nth(1).innerText()).toContain('× 2')
    const note = page.locator('.others-note')
    expect(await note.innerText()).toContain('בהזמנה יש גם 2 כרטיסים')
    expect((await note.boundingBox())?.y).toBeLessThan(400)
  }

  it('the one from before is removed by one press, in the order and in the checkout', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await chooseBoth(shopper)
      await shopper.toDetails()
      await shopper.press(page.locator('.sum-show').first().getByRole('button', { name: /^הסרת/ }))
      await expect.poll(() => page.locator('.sum-show').count()).toBe(1)
      await page.goBack()
      await page.locator('.order-h').first().waitFor()
      expect(await page.locator('.others-note').count()).toBe(0)
    })
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await chooseBoth(shopper)
      await shopper.press(page.locator('.others-note').getByRole('button', { name: /^הסרת/ }))
      await expect.poll(() => page.locator('.others-note').count()).toBe(0)
      expect(await page.locator(':focus').innerText()).toBe(await page.locator('main h1').innerText())
      expect(await page.locator('.bar').innerText()).toContain('כרטיס אחד')
    })
  })

  it.each([
    ['on a desk', DESK],
    ['on a phone', PHONE],
  ])('R1.6 are bought in one order with one payment, %s', async (_where, options) => {
    await visit(options, async (shopper) => {
      const { page } = shopper
      await chooseBoth(shopper)
      await expectShows(page)
      const whole = await expectSum(page.locator('.sum'))
      await shopper.toDetails()
      await openForm(shopper)
      await shopper.fillDetails()
      await shopper.toPayment()
      expect(agorotOf(await shopper.payButton.innerText())).toBe(whole)
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      const { rows } = await database().query(
        `SELECT presentation_id AS id, count(*)::int AS seats FROM order_seat JOIN orders USING (order_id)
         WHERE reservation_identifier = $1 GROUP BY 1 ORDER BY 1`,
        [reservation],
      )
      expect(rows).toEqual([
        { id: SISTER, seats: 2 },
        { id: THEATRE, seats: 1 },
      ])
      expect(await page.getByRole('img', { name: /^קוד QR/ }).count()).toBe(3)
    })
  })
})
