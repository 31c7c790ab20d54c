import type { Route } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { checkInvariants } from '#tests/support/database/database.ts'

beforeAll(joinShopDatabase)
afterAll(checkInvariants)

const goOn = ({ page }: Shopper) => page.locator('.giving button.primary:visible')

it('R2.47 on a phone: cause and amount, details and payment, thanks with the receipt', async () => {
  await asShopper(browser, origin, PHONE, async (shopper) => {
    const { page } = shopper
    await page.goto('/donations')
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    expect(await page.getByLabel(/כמה פעמים לתרום/).isVisible()).toBe(false)
    await page.getByRole('radio', { name: /ארבעה תלמידים/ }).check()
    expect(await page.locator('.bar').innerText()).toMatch(/ארבעה תלמידים\s+₪240/)
    const fewer = page.getByRole('button', { name: 'הפחתה: כרטיס ראשון' })
    const times = page.getByLabel(/כמה פעמים לתרום ליעד ׳כרטיס ראשון׳/)
    await times.fill('99')
    await times.blur()
    expect(await times.inputValue()).toBe('20')
    expect(await page.getByRole('button', { name: 'הוספה: כרטיס ראשון' }).isDisabled()).toBe(true)
    await times.fill('1')
    expect(await fewer.isDisabled()).toBe(true)
    await shopper.press(page.getByRole('button', { name: 'הוספה: כרטיס ראשון' }))
    expect(await page.locator('.bar').innerText()).toMatch(/ארבעה תלמידים × 2\s+₪480/)
    expect(await fewer.isDisabled()).toBe(false)
    await page.getByLabel('סכום אחר בשקלים ליעד ׳הבמה הנגישה׳').fill('12.5')
    expect(await page.locator('.bar').innerText()).toContain('₪492.50')
    await page.getByLabel(/^הקדשה/).fill('לזכר סבתא מרים')
    await expectAccessible(page, 'choosing a donation')
    await shopper.press(goOn(shopper))
    await page.waitForURL(/\/booking\/checkout$/)
    await page.locator('astro-island:not([ssr]) form#details').waitFor()
    expect(await page.locator('aside').innerText()).toMatch(/התרומה שלכם\s+קרן הצעירים[^]*כרטיס ראשון: ארבעה תלמידים/)
    expect(await page.locator('aside').innerText()).toContain('חיוב אחד, היום. קבלה לפי סעיף 46 תגיע מיד אחריו.')
    expect(await page.locator('aside .sum-art').getAttribute('src')).toBe('/donations/first-ticket/picture.svg')
    expect(await page.locator('.order-head .ev').innerText()).toMatch(/תרומה\s+התרומה שלכם · .*₪492\.50/)
    await expectAccessible(page, 'the details of a donation')
    await shopper.fillDetails()
    await shopper.toPayment()
    const closed = (route: Route) => route.fulfill({ status: 409, json: { error: 'SALE_CLOSED', message: '' } })
    await page.route('**/api/payment/commit*', closed)
    await shopper.payBy(CARDS.accepted)
    expect(await page.getByRole('alert').locator('~ * a').getAttribute('href')).toMatch(/^\/donations/)
    expect(await page.locator('main').innerText()).not.toMatch(/מושב/)
    expect(await page.getByRole('alert').locator('~ * a').innerText()).toBe('לשינוי התרומה')
    await page.unroute('**/api/payment/commit*', closed)
    await page.reload()
    await page.locator('astro-island:not([ssr]) form#details').waitFor()
    await page.getByLabel('תעודת זהות', { exact: true }).fill(TYPED['תעודת זהות'])
    await shopper.toPayment()
    await shopper.payBy(CARDS.accepted)
    await page.waitForURL(/\/cart\/[\w-]+$/)
    const receipt = page.locator('.rcpt')
    await receipt.waitFor()
    const shown = await receipt.innerText()
    expect(shown).toMatch(/46-20\d\d-\d{5}/)
    expect(await page.locator('.thanks').innerText()).toContain('ארבעה תלמידים יראו הצגה ראשונה')
    // A lit seat for each pupil, of ₪60 each, and one for the other cause.
    expect(await page.locator('.thanks .taken circle').count()).toBe(9)
    for (const part of ['לזכר סבתא מרים', '₪492.50', '•••••', 'קרן הצעירים']) expect(shown).toContain(part)
    await page.getByText('התרומה התקבלה', { exact: true }).waitFor()
    expect(await page.getByRole('heading', { name: 'מה הזמנתם' }).count()).toBe(0)
    const next = await page.getByRole('region', { name: 'מה קורה עכשיו?' }).getByRole('listitem').allInnerTexts()
    expect(next).toEqual([
      expect.stringMatching(/^עכשיו\s+הקבלה נשלחת אל .*@/),
      expect.stringMatching(/^בדוח השנתי\s+התרומה התקבלה במוסד ציבורי המוכר לפי סעיף 46/),
      expect.stringMatching(/^מתי שתרצו\s+הקבלה נשארת בדף הזה ובאזור האישי/),
    ])
    await expectAccessible(page, 'thanks for a donation')
    await shopper.press(receipt.getByRole('link', { name: 'לקבלה' }))
    await page.getByText(/מוכר לפי סעיף 46 לפקודת/).waitFor()
    await expectAccessible(page, 'the receipt of a donation')
    const pdf = await page.request.get(`${page.url()}.pdf`)
    expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })
})

it('by keyboard alone on a desktop: a choice is made, taken back and made again', async () => {
  await asShopper(browser, origin, DESK, async (shopper) => {
    const { page } = shopper
    await page.goto('/donations/workshop')
    const first = page.getByRole('radio', { name: /פח צבע/ })
    await first.focus()
    await page.keyboard.press('Space')
    expect(await page.locator('.sum').innerText()).toContain('₪50')
    await page.keyboard.press('ArrowLeft')
    expect(await page.locator('.sum').innerText()).toContain('₪180')
    expect(await goOn(shopper).innerText()).toContain('לתרום ₪180')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/booking\/checkout$/)
    expect(await page.locator('aside').innerText()).toContain('יום עבודה של נגר')
  })
})
