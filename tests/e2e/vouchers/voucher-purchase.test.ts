import { expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { newPerson, signInByCode } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'
import { heldBy } from '#tests/support/seats/held.ts'

openTheatre()

const goOn = ({ page }: Shopper) => page.locator('.mem-form').getByRole('button', { name: 'המשך', exact: true })

/** The references that the page of the order shows. */
async function references({ page }: Shopper): Promise<readonly string[]> {
  await page.waitForURL(/\/cart\/[\w-]+$/)
  const region = page.getByRole('region', { name: 'השוברים שלכם' })
  await region.waitFor()
  return region.locator('[data-voucher]').allInnerTexts()
}

it('R2.14 R2.15 on a phone: two vouchers of the list, details and payment, and the reference of each', async () => {
  await visit(PHONE, async (shopper) => {
    const { page } = shopper
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'שוברי מתנה' }).click()
    await page.waitForURL('**/system-vouchers')
    // Each voucher has its own picture.
    const pictures = await page.locator('.gift-card .cover').evaluateAll((all) => all.map((one) => one.innerHTML))
    expect([pictures.length, new Set(pictures).size]).toEqual([4, 4])
    await page.getByRole('heading', { level: 1, name: 'למי מגיע ערב טוב?' }).waitFor()
    await expectAccessible(page, 'the vouchers')
    await page.getByRole('link', { name: 'שובר לכל המופעים' }).tap()
    await page.waitForURL('**/system-vouchers/1')
    await goOn(shopper).tap()
    await page.getByText('בחרו סכום.').waitFor()
    await expectAccessible(page, 'no amount chosen')
    const bar = page.locator('.bar')
    expect(await bar.innerText()).toContain('עוד לא נבחר סכום')
    await page.getByRole('radio', { name: /₪150/ }).check()
    expect((await bar.innerText()).split('\n').slice(0, 2)).toEqual(['לשובר אחד', '₪150'])
    await page.getByLabel('כמות').fill('2')
    await expectAccessible(page, 'choosing a voucher')
    await goOn(shopper).tap()
    await page.getByRole('heading', { level: 1, name: 'מי קונה את השובר?' }).waitFor()
    await goOn(shopper).tap()
    await page.getByText('כתבו מספר נייד או כתובת דוא״ל תקינים.').waitFor()
    await expectAccessible(page, 'the identification of an order of vouchers')
    await page.getByLabel('טלפון נייד').fill('054-731-4821')
    await goOn(shopper).tap()
    await page.getByRole('heading', { level: 1, name: 'להוסיף משהו?' }).waitFor()
    await page.locator('.prod input').first().fill('1')
    await expectAccessible(page, 'products beside vouchers')
    await goOn(shopper).tap()
    await page.waitForURL(/\/booking\/checkout$/)
    await page.locator('astro-island:not([ssr]) form#details').waitFor()
    expect(await page.locator('aside').innerText()).toContain('שובר לכל המופעים')
    await expectAccessible(page, 'the details of an order of vouchers')
    await shopper.fillDetails()
    await shopper.toPayment()
    await shopper.payBy(CARDS.accepted)
    const shown = await references(shopper)
    expect(new Set(shown).size).toBe(2)
    for (const reference of shown) expect(reference).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    await expectAccessible(page, 'the references of bought vouchers')
  })
})

it('R1.10 R2.55 by keyboard alone on a desktop; the voucher stands in the personal area with its balance', async () => {
  const person = await newPerson()
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    await signInByCode(shopper, person)
    await page.goto('/system-vouchers')
    await page.getByRole('link', { name: 'שובר לכל המופעים' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/system-vouchers/1')
    await page.getByRole('radio', { name: /₪100/ }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/system-vouchers\/1\/addons$/)
    await page.locator('.prod input').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/booking\/checkout$/)
    await page.locator('astro-island:not([ssr]) form#details').waitFor()
    await shopper.fillDetails({ 'אימות טלפון נייד': person.mobileNumber, 'תעודת זהות': '123456782' })
    await page.getByLabel('שם פרטי', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/booking\/checkout\/payment$/)
    await shopper.fillCard(CARDS.accepted)
    await shopper.payButton.focus()
    await page.keyboard.press('Enter')
    const [reference = ''] = await references(shopper)
    await page.goto('/customer')
    const part = page.getByRole('region', { name: 'שוברים' })
    expect(await part.innerText()).toMatch(new RegExp(`${reference.slice(-4)}[^]*₪100`))
    expect(await part.innerText()).not.toContain(reference)
    await expectAccessible(page, 'a bought voucher in the personal area')
  })
})

it('R4.61 names the seats that leave the cart before they leave; the safe choice keeps them', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    const { id } = findShowing(await openShowings(origin), (one) => one.seatingMode === 'reserved' && one.available > 50)
    await shopper.openOrder(id)
    await shopper.takeFromList(1)
    await page.goto('/system-vouchers/1')
    await page.getByRole('radio', { name: /₪100/ }).check()
    await goOn(shopper).click()
    const dialog = page.getByRole('dialog', { name: 'שוברים נקנים בנפרד' })
    await dialog.waitFor()
    expect(await dialog.innerText()).toMatch(/₪\d/)
    expect(await dialog.getByRole('link', { name: 'קודם לסיים את ההזמנה' }).getAttribute('href')).toBe(`/order/${String(id)}`)
    await expectAccessible(page, 'what leaves the cart for a voucher')
    expect(await heldBy(await shopper.uuid)).toBe(1)
    await dialog.getByRole('button', { name: 'להחליף לשוברים' }).click()
    await page.waitForURL(/\/system-vouchers\/1\/identify$/)
    expect(await heldBy(await shopper.uuid)).toBe(0)
  })
})
