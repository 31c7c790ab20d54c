import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '#lib/text/format-money.ts'
import { expectAccessible, expectAccessibleOnDevice } from '#tests/support/browser/page-checks.ts'
import { SECRET_OF_TESTS } from '#tests/support/processes/server.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openForm, openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'
import { ANY_TICKET, makeVoucher } from '#tests/support/buyers/vouchers.ts'

process.env.SECRET = SECRET_OF_TESTS
openTheatre()

const FIELD = 'מספר שובר (לא חובה)'
const NEEDS_SSN = 'כדי להוסיף שובר צריך תעודת זהות'

/** What the page says is to be paid, in agorot. */
async function due({ page }: Shopper): Promise<number> {
  const text = await page.locator('.sum .tot dd:visible, .bar .t b:visible').last().innerText()
  return Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)
}

async function toDetails(shopper: Shopper): Promise<void> {
  await shopper.openOrder(THEATRE)
  await shopper.takeFromList(1)
  await shopper.toTickets()
  await shopper.toDetails()
}

async function enter({ page }: Shopper, reference: string): Promise<void> {
  await page.getByLabel(FIELD).fill(reference)
  await page.getByLabel(FIELD).press('Enter')
}

const problemOf = (page: Page) => page.locator('#voucher-reference-problem')
const chips = (page: Page) => page.locator('.vchip')

describe('vouchers at the checkout', () => {
  it('R1.6 R5.14 a voucher needs an ID number, and every refusal is said at its field', async () => {
    const [cancelled, whole] = [await makeVoucher(5_000, { state: 'cancelled' }), await makeVoucher(90_000, { allowsPartial: false })]
    const [spent, elsewhere] = [await makeVoucher(0), await makeVoucher(5_000, { businessIds: [999_999] })]
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await toDetails(shopper)
      await enter(shopper, cancelled)
      await problemOf(page).filter({ hasText: NEEDS_SSN }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-ssn')
      await page.getByLabel('תעודת זהות').fill('123456782')
      const sentences = [
        ['NO-SUCH-VOUCHER', 'לא מצאנו שובר עם המספר הזה.'],
        [cancelled, 'השובר הזה אינו פעיל.'],
        [whole, 'את השובר הזה מממשים בבת אחת, וההזמנה נמוכה ממנו ב־'],
        [spent, 'לא נותרה יתרה למימוש הטבה.'],
        [elsewhere, 'השובר הזה לא נמכר כאן'],
        [' ', 'הקלידו את מספר השובר.'],
      ] as const
      for (const [reference, sentence] of sentences) {
        await enter(shopper, reference)
        await problemOf(page).filter({ hasText: sentence }).waitFor()
        expect(await page.getByLabel(FIELD).getAttribute('aria-invalid')).toBe('true')
      }
      expect(await chips(page).count()).toBe(0)
      await expectAccessible(page, 'a voucher that is refused')
    })
  })

  it.each([
    ['on a desk', DESK],
    ['on a phone', PHONE],
  ])('R5.29 several pay a part, survive a reload and a second tab, and can be taken out again, %s', async (_where, options) => {
    const [first, second] = [await makeVoucher(3_000), await makeVoucher(2_000)]
    await visit(options, async (shopper) => {
      const { page } = shopper
      await toDetails(shopper)
      const whole = await due(shopper)
      await shopper.fillDetails()
      await enter(shopper, first)
      await chips(page)
        .filter({ hasText: first.slice(-4) })
        .waitFor()
      expect((await chips(page).innerText()).replaceAll(/[\u2066-\u2069]/g, '')).toContain('ינוצלו ₪30 מתוך ₪30')
      await enter(shopper, first)
      await problemOf(page).filter({ hasText: 'כבר נוסף' }).waitFor()
      await enter(shopper, second)
      await expect.poll(() => chips(page).count()).toBe(2)
      expect(await due(shopper)).toBe(whole - 5_000)
      await expectAccessibleOnDevice(page, 'two vouchers')

      await page.reload()
      await openForm(shopper)
      expect([await chips(page).count(), await due(shopper)]).toEqual([2, whole - 5_000])
      const other = await shopper.secondTab()
      await other.page.goto('/booking/checkout')
      await expect.poll(() => chips(other.page).count()).toBe(2)
      await other.page.close()

      await shopper.press(page.getByRole('button', { name: /^הסרת השובר/ }).first())
      await expect.poll(() => chips(page).count()).toBe(1)
      expect(await due(shopper)).toBe(whole - 2_000)
      await page.getByLabel('תעודת זהות').fill('123456782')
      await shopper.toPayment()
      expect(await shopper.payButton.innerText()).toContain(formatMoney(whole - 2_000))
      await shopper.payBy()
      await shopper.confirmed()
      expect((await page.locator('.account:visible').innerText()).replaceAll(/[\u2066-\u2069]/g, '')).toContain(second.slice(-4))
    })
  })

  it('R5.30 what is wholly paid by a voucher asks for no card, and leaves nothing for another voucher', async () => {
    const [rich, more] = [await makeVoucher(200_000), await makeVoucher(1_000)]
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await toDetails(shopper)
      await shopper.fillDetails()
      await enter(shopper, rich)
      await expect.poll(() => due(shopper)).toBe(0)
      await enter(shopper, more)
      await problemOf(page).filter({ hasText: 'לא נותרה יתרה למימוש הטבה.' }).waitFor()
      await shopper.press(shopper.goOn)
      await page.getByText('אין מה לשלם בכרטיס').waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
      await expectAccessible(page, 'nothing to pay')
      await page.getByRole('button', { name: 'סיום ההזמנה' }).click()
      await shopper.confirmed()
      expect(await page.locator('.account:visible .tot').innerText()).toContain('₪0')
    })
  })

  it('R3.35 a bundle pays a ticket on a phone, says what it has in tickets, and one for other tickets is refused', async () => {
    const other = await makeVoucher(2, { bundle: { ...ANY_TICKET, categoryIds: [999_999] } })
    const three = await makeVoucher(3, { bundle: ANY_TICKET })
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await toDetails(shopper)
      await shopper.fillDetails()
      await enter(shopper, other)
      await problemOf(page).filter({ hasText: 'אין בהזמנה כרטיס שהשובר הזה משלם.' }).waitFor()
      await enter(shopper, three)
      await expect.poll(() => due(shopper)).toBe(0)
      expect(await chips(page).innerText()).toMatch(/ינוצלו .*₪\d.* מתוך 3 כרטיסים/)
      await expectAccessible(page, 'a bundle at the checkout')
      await page.reload()
      await openForm(shopper)
      expect(await chips(page).innerText()).toContain('3 כרטיסים')
      await page.getByLabel('תעודת זהות').fill('123456782')
      await shopper.press(shopper.goOn)
      await page.getByRole('button', { name: 'סיום ההזמנה' }).click()
      await shopper.confirmed()
      expect(await page.locator('.account:visible').innerText()).toMatch(/שובר[^]*כרטיס אחד[^]*−₪\d[^]*₪0/)
      await expectAccessible(page, 'an order that a bundle has paid')
    })
  })

  it('R2.47 beside tickets an order is rounded up for a cause by a press, never beforehand, and a voucher pays none of it', async () => {
    const voucher = await makeVoucher(3_000)
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await toDetails(shopper)
      const plain = await due(shopper)
      const next = (Math.floor(plain / 1_000) + 1) * 1_000
      const offer = page.getByRole('region', { name: /^להשלים ל/ })
      expect((await offer.innerText()).replaceAll(/[\u2066-\u2069]/g, '')).toContain(`להשלים ל־${formatMoney(next)}?`)
      await expectAccessible(page, 'the offer to round up')
      await offer.getByRole('button', { name: /^לעגל למעלה/ }).focus()
      await page.keyboard.press('Enter')
      const added = page.getByRole('region', { name: /^נוספה תרומה/ })
      await added.waitFor()
      await openForm(shopper)
      expect(await due(shopper)).toBe(next)
      await added.getByRole('button', { name: 'בלי תרומה' }).tap()
      await offer.waitFor()
      await openForm(shopper)
      expect(await due(shopper)).toBe(plain)
      await shopper.fillDetails()
      await offer.getByRole('button', { name: /^לעגל למעלה/ }).tap()
      await added.waitFor()
      await openForm(shopper)
      // What was typed before the press is not asked for again; the ID number came along in the press, and is in nothing that the browser keeps.
      expect(await page.locator('#field-ssn').inputValue()).toBe('')
      await expect.poll(() => page.locator('#field-ssn-hint').innerText()).toContain('••••••782')
      const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, history.state, document.cookie]))
      expect(`${kept} ${page.url()} ${await page.content()}`).not.toContain('123456782')
      await enter(shopper, voucher)
      await expect.poll(() => due(shopper)).toBe(next - 3_000)
      await expectAccessible(page, 'an order that is rounded up')
      await shopper.toPayment()
      await shopper.payBy()
      await shopper.confirmed()
      expect((await page.locator('.account:visible').innerText()).replaceAll(/[\u2066-\u2069]/g, '')).toContain(formatMoney(next - plain))
    })
  })

  it('that have nothing left to pay in a smaller order do not keep anybody from going on', async () => {
    const [first, second] = [await makeVoucher(12_000), await makeVoucher(2_000)]
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await toDetails(shopper)
      await page.getByLabel('תעודת זהות').fill('123456782')
      await enter(shopper, first)
      await expect.poll(() => chips(page).count()).toBe(1)
      await enter(shopper, second)
      await expect.poll(() => chips(page).count()).toBe(2)
      await page.getByRole('link', { name: 'חזרה לכרטיסים ולתוספות' }).click()
      await page
        .getByRole('combobox', { name: /^סוג כרטיס/ })
        .first()
        .selectOption({ label: 'סטודנט' })
      await shopper.toDetails()
      await expect.poll(() => due(shopper)).toBeGreaterThan(0)
      expect(await chips(page).count()).toBe(0)
    })
  })
})
