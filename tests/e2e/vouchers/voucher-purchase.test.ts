import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { giveCode, newPerson } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'

openTheatre()

const goOn = ({ page }: Shopper) => page.locator('.mem-form').getByRole('button', { name: 'המשך', exact: true })

/** The references that the page of the order shows. */
async function references({ page }: Shopper): Promise<readonly string[]> {
  await page.waitForURL(/\/cart\/[\w-]+$/)
  const region = page.getByRole('region', { name: 'השוברים שלכם' })
  await region.waitFor()
  return region.locator('[data-voucher]').allInnerTexts()
}

/** The quantity is stepped between its limits, and stays where another kind of voucher is looked at. */
async function typedGoesAlong({ page }: Shopper): Promise<void> {
  const [quantity, fewer, more] = [
    page.getByRole('spinbutton', { name: 'כמות' }),
    page.getByRole('button', { name: 'הפחתה: כמות' }),
    page.getByRole('button', { name: 'הוספה: כמות' }),
  ]
  const current = page.locator('.gift-kind[aria-current]')
  expect([await current.getAttribute('href'), await fewer.isDisabled()]).toEqual(['/system-vouchers/1', true])
  await quantity.fill('99')
  await quantity.blur()
  expect([await quantity.inputValue(), await more.isDisabled()]).toEqual(['10', true])
  await quantity.fill('1')
  await more.tap()
  await page.getByRole('link', { name: 'ערב זוגי בתיאטרון' }).tap()
  await page.waitForURL('**/system-vouchers/2')
  expect([await current.getAttribute('href'), await quantity.inputValue()]).toEqual(['/system-vouchers/2', '2'])
  await page.getByRole('link', { name: 'שובר לכל המופעים' }).tap()
  await page.waitForURL('**/system-vouchers/1')
  expect([await current.getAttribute('href'), await quantity.inputValue()]).toEqual(['/system-vouchers/1', '2'])
}

it('R2.14 R2.15 on a phone: two vouchers of the list, details and payment, and the reference of each', async () => {
  await visit(PHONE, async (shopper) => {
    const { page } = shopper
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'שוברי מתנה' }).click()
    await page.waitForURL('**/system-vouchers')
    // Each voucher has its own picture.
    const pictures = await page.locator('.gift-kind .cover').evaluateAll((all) => all.map((one) => one.innerHTML))
    expect([pictures.length, new Set(pictures).size]).toEqual([4, 4])
    await page.getByRole('heading', { level: 1, name: 'למי מגיע ערב טוב?' }).waitFor()
    await expectAccessible(page, 'the vouchers')
    await typedGoesAlong(shopper)
    await goOn(shopper).tap()
    await page.getByText('בחרו סכום.').waitFor()
    await expectAccessible(page, 'no amount chosen')
    const bar = page.locator('.bar')
    expect(await bar.innerText()).toContain('עוד לא נבחר סכום')
    await page.getByRole('radio', { name: /₪150/ }).check()
    expect((await bar.innerText()).split('\n').slice(0, 3)).toEqual(['לשובר אחד', '₪150', 'סה״כ ₪300'])
    await expectAccessible(page, 'choosing a voucher')
    await goOn(shopper).tap()
    await page.getByRole('heading', { level: 1, name: 'מי קונה את השובר?' }).waitFor()
    await goOn(shopper).tap()
    await page.getByText('כתבו מספר נייד או כתובת דוא״ל תקינים.').waitFor()
    expect(await page.locator('.why li').allInnerTexts()).toEqual([expect.stringMatching(/^היתרה/), expect.any(String), expect.any(String)])
    await expectAccessible(page, 'the identification of an order of vouchers')
    await page.getByLabel('טלפון נייד').fill('054-731-4821')
    await goOn(shopper).tap()
    await page.getByRole('heading', { level: 1, name: 'להוסיף משהו?' }).waitFor()
    await page
      .locator('.prod')
      .first()
      .getByRole('button', { name: /^הוספת/ })
      .tap()
    expect(await page.locator('.prod').first().getByRole('spinbutton').inputValue()).toBe('1')
    // The sum beside it follows, and says the same at the checkout.
    const [product, price] = await page.locator('.prod').first().locator('h2, .price').allInnerTexts()
    const total = `₪${String(300 + Number(price?.replace('₪', '')))}`
    expect([await bar.innerText(), await page.locator('aside').innerText()]).toEqual([
      expect.stringContaining(total),
      expect.stringMatching(new RegExp(`× 2\\s+₪300\\s+${String(product)}\\s+${String(price)}[^]*${total}`)),
    ])
    await expectAccessible(page, 'products beside vouchers')
    await goOn(shopper).tap()
    await page.waitForURL(/\/booking\/checkout$/)
    await page.locator('astro-island:not([ssr]) form#details').waitFor()
    for (const text of ['שובר לכל המופעים', String(product), total]) expect(await page.locator('aside').innerText()).toContain(text)
    await expectAccessible(page, 'the details of an order of vouchers')
    await shopper.fillDetails()
    await shopper.toPayment()
    await shopper.payBy(CARDS.accepted)
    const shown = await references(shopper)
    expect(new Set(shown).size).toBe(2)
    for (const reference of shown) expect(reference).toMatch(/^(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}$/)
    // What was ordered is listed once, with its sum.
    const lists = await page.locator('main dl.account').allInnerTexts()
    expect([lists.length, lists[0]]).toEqual([1, expect.stringMatching(new RegExp(`${String(product)}[^]*${total}`))])
    await expectAccessible(page, 'the references of bought vouchers')
  })
})

it('R1.10 R2.55 R3.35 by keyboard alone on a desktop a bundle is bought, which stands in the personal area, and is read line by line in tickets', async () => {
  const person = await newPerson()
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    const enter = async (part: Locator): Promise<void> => {
      await part.focus()
      await page.keyboard.press('Enter')
    }
    await page.goto('/system-vouchers')
    await enter(page.getByRole('link', { name: 'זוג לקולנוע' }))
    await page.waitForURL('**/system-vouchers/3')
    await page.getByRole('radio', { name: /₪120.*3 כרטיסים/ }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/system-vouchers\/3\/identify$/)
    await enter(page.getByRole('link', { name: 'כניסה עם קוד לנייד' }))
    await page.getByText('אחרי הכניסה נמשיך עם השובר שבחרתם').waitFor()
    await giveCode(shopper, person)
    await page.waitForURL(/\/system-vouchers\/3\/addons$/)
    expect(await page.getByRole('link', { name: 'לדלג' }).getAttribute('href')).toBe('/booking/checkout')
    await enter(page.locator('.prod input').first())
    await page.waitForURL(/\/booking\/checkout$/)
    await page.locator('astro-island:not([ssr]) form#details').waitFor()
    await shopper.fillDetails({ 'אימות טלפון נייד': person.mobileNumber, 'תעודת זהות': '123456782' })
    await enter(page.getByLabel('שם פרטי', { exact: true }))
    await page.waitForURL(/\/booking\/checkout\/payment$/)
    await shopper.fillCard(CARDS.accepted)
    await enter(shopper.payButton)
    const [reference = ''] = await references(shopper)
    await page.goto('/customer')
    const part = page.getByRole('region', { name: 'שוברים' })
    expect(await part.innerText()).toMatch(new RegExp(`${reference.slice(-4)}[^]*3.? כרטיסים`))
    expect(await part.innerText()).not.toContain(reference)
    await expectAccessible(page, 'a bought voucher in the personal area')

    await enter(page.getByRole('link', { name: /^לפרטי השובר/ }))
    await page.waitForURL(/\/customer\/vouchers\/\d+$/)
    const cells = await page.locator('.ledger tbody tr').first().locator('td').allInnerTexts()
    expect(cells.slice(1).join(' ')).toMatch(/3.? כרטיסים.*3 כרטיסים/s)
    expect(await page.getByRole('region', { name: 'יתרה' }).innerText()).toMatch(/נותרו לכם\s+3 כרטיסים\s+מתוך 3 כרטיסים/)
    await page.getByRole('img', { name: 'נותרו 3 כרטיסים מתוך 3 כרטיסים' }).waitFor()
    await expectAccessible(page, 'an own bundle')
    await enter(page.getByRole('link', { name: 'המספר המלא' }))
    expect(await page.getByRole('region', { name: 'השוברים שלכם' }).innerText()).toContain('3 כרטיסים')
    await expectAccessible(page, 'a bundle on the page of its order')
  })
})
