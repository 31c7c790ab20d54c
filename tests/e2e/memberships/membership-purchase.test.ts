import { afterAll, beforeAll, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'

beforeAll(joinShopDatabase)
afterAll(checkInvariants)

/** Fields of a price code's card. */
const holder = ({ page }: Shopper, priceCode: string) => page.locator(`[data-holder=${priceCode}]`)

/** The form's button, in the summary on a desktop and in the bar on a phone. */
const goOn = ({ page }: Shopper) => page.locator('.mem-form button.primary:visible')

async function toDetails(shopper: Shopper): Promise<void> {
  await shopper.press(goOn(shopper))
  await shopper.page.waitForURL(/\/booking\/checkout$/)
  await shopper.page.locator('astro-island:not([ssr]) form#details').waitFor()
}

/** The card of the order's page. @returns the member number */
async function expectCard({ page }: Shopper, entries: number): Promise<string> {
  await page.waitForURL(/\/cart\/[\w-]+$/)
  const card = page.locator('.pass')
  await card.waitFor()
  expect(await card.locator('.bl b').innerText()).toBe(String(entries))
  expect(await card.getByRole('img', { name: /^קוד של מנוי/ }).count()).toBe(1)
  return card.locator('.facts bdi').first().innerText()
}

/** The card is a PDF for its order's key; wallets that are not set up are not offered. */
async function expectCardFiles({ page }: Shopper): Promise<void> {
  const offered = page.locator('.pass-files a')
  expect(await offered.count()).toBe(1)
  const href = (await offered.getAttribute('href')) ?? ''
  const answerOf = async (path: string) => {
    const { status, headers } = await fetch(`${origin}${path}`)
    return [status, headers.get('content-type'), headers.get('cache-control')]
  }
  expect(await answerOf(href)).toEqual([200, 'application/pdf', 'no-store'])
  const none = [href.replace('/1/', '/2/'), href.replace(/edocument\/./, 'edocument/-'), href.replace('card.pdf', 'apple-wallet')]
  for (const path of [...none, href.replace('card.pdf', 'google-wallet')]) expect((await answerOf(path))[0]).toBe(404)
}

it('R2.46 on a phone: a price of the list, names, details and payment, and the card with its number', async () => {
  await asShopper(browser, origin, PHONE, async (shopper) => {
    const { page } = shopper
    await page.goto('/membership')
    await page.locator('#open .pl').first().tap()
    await page.waitForURL('**/membership/eight/adult')
    expect(await page.getByRole('checkbox', { name: /רגיל/ }).isChecked()).toBe(true)
    expect(await page.locator('.bar').innerText()).toContain('₪1,080')
    await expectAccessible(page, 'choosing a membership')
    await holder(shopper, 'adult').getByLabel('שם מלא').fill('נועה ברקאי')
    await holder(shopper, 'adult').getByLabel('שם נוסף על הכרטיס').fill('אורי ברקאי')
    await toDetails(shopper)
    expect(await page.locator('aside').innerText()).toContain('שמונה ערבים בחוף')
    await shopper.fillDetails()
    await shopper.toPayment()
    await shopper.payBy(CARDS.accepted)
    const number = await expectCard(shopper, 8)
    expect(await page.locator('.pass').innerText()).toContain('אורי ברקאי')
    await expectAccessible(page, 'the card of a membership')
    await expectCardFiles(shopper)
    const { rows } = await database().query(
      'SELECT public_code AS number, uses, holder_name AS name FROM entitlement WHERE public_code = $1',
      [number],
    )
    expect(rows).toEqual([{ number, uses: 8, name: 'נועה ברקאי' }])
  })
})

it('by keyboard alone on a desktop; then the same card is topped up', async () => {
  await asShopper(browser, origin, DESK, async (shopper) => {
    const { page } = shopper
    await page.goto('/membership/twelve')
    await tickAndGoOn(shopper)
    await shopper.fillDetails()
    await payByKeyboard(shopper)
    const number = await expectCard(shopper, 12)
    const list = await page.goto('/membership')
    expect(list?.headers()['cache-control']).toBe('no-store')
    await page.getByRole('heading', { name: /תריסר באורות.*נשארו 12 כניסות/ }).waitFor()
    await expectAccessible(page, 'the list for a member')
    await page.getByRole('link', { name: /^טעינה מ־/ }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/membership/twelve')
    await page.getByRole('radio', { name: new RegExp(number) }).check()
    await expectAccessible(page, 'a new card or a top-up')
    await tickAndGoOn(shopper)
    await page.getByLabel('תעודת זהות', { exact: true }).fill('123456782')
    await page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }).check()
    await payByKeyboard(shopper)
    expect(await expectCard(shopper, 24)).toBe(number)
  })
})

async function tickAndGoOn({ page }: Shopper): Promise<void> {
  await page.getByRole('checkbox', { name: /רגיל/ }).focus()
  await page.keyboard.press('Space')
  expect(await page.locator('.sum').innerText()).toContain('₪396')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/booking\/checkout$/)
  await page.locator('astro-island:not([ssr]) form#details').waitFor()
}

async function payByKeyboard(shopper: Shopper): Promise<void> {
  const { page } = shopper
  await page.getByLabel('שם פרטי', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/booking\/checkout\/payment$/)
  await shopper.fillCard(CARDS.accepted)
  await shopper.payButton.focus()
  await page.keyboard.press('Enter')
}

it('R4.61 names the seats that leave the cart, with their price, before they leave; the safe choice keeps them', async () => {
  await asShopper(browser, origin, DESK, async (shopper) => {
    const { page } = shopper
    const { id } = findShowing(await openShowings(origin), (one) => one.seatingMode === 'reserved' && one.available > 50)
    await shopper.openOrder(id)
    await shopper.takeFromList(1)
    await page.goto('/membership/eight/adult')
    await shopper.press(goOn(shopper))
    const dialog = page.getByRole('dialog', { name: 'המנויים נקנים בנפרד' })
    await dialog.waitFor()
    expect(await dialog.innerText()).toMatch(/₪\d/)
    await expectAccessible(page, 'what leaves the cart')
    expect(await dialog.getByRole('link', { name: 'קודם לסיים את ההזמנה' }).getAttribute('href')).toBe(`/order/${String(id)}`)
    expect(await dialog.locator('li').innerText()).toMatch(/שורה .+ · מושב /)
    await dialog.getByRole('link', { name: 'להשאיר את המושבים' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await heldBy(await shopper.uuid)).toBe(1)
    await shopper.press(goOn(shopper))
    await dialog.getByRole('button', { name: 'להחליף למנויים' }).click()
    await page.waitForURL(/\/booking\/checkout$/)
    expect(await heldBy(await shopper.uuid)).toBe(0)
    expect(await page.locator('aside').innerText()).toContain('₪1,080')
  })
})

async function heldBy(uuid: string): Promise<number> {
  const { rows } = await database().query<{ held: number }>(
    `SELECT count(*)::int AS held FROM seat_claim WHERE holder = $1 AND state = 'H' AND expires_at > now()`,
    [uuid],
  )
  return rows[0]?.held ?? 0
}

it('keeps all typed values: after a reload, a mistake, going back and in a second tab', async () => {
  await asShopper(browser, origin, DESK, async (shopper) => {
    const { page } = shopper
    await page.goto('/membership/eight/student')
    await holder(shopper, 'student').getByLabel('שם מלא').fill('תמר ברקאי')
    await page.reload()
    expect(await holder(shopper, 'student').getByLabel('שם מלא').inputValue()).toBe('תמר ברקאי')
    await shopper.press(goOn(shopper))
    await page.getByText('השדה הזה נחוץ למחיר שסימנתם').waitFor()
    expect(await holder(shopper, 'student').getByLabel('שם מלא').inputValue()).toBe('תמר ברקאי')
    await expectAccessible(page, 'a reference that is missing')
    await page.getByRole('textbox', { name: 'מספר סטודנט' }).fill('000')
    await shopper.press(goOn(shopper))
    await page.getByRole('alert').waitFor()
    await page.goto('/membership/eight/adult')
    await holder(shopper, 'adult').getByLabel('שם מלא').fill('נועה ברקאי')
    await toDetails(shopper)
    await page.goBack()
    await page.locator('.mem-form').waitFor()
    expect(await holder(shopper, 'adult').getByLabel('שם מלא').inputValue()).toBe('נועה ברקאי')
    const other = await shopper.secondTab()
    await other.page.goto('/membership/eight')
    expect(await other.page.getByRole('checkbox', { name: /רגיל/ }).isChecked()).toBe(true)
    expect(await holder(other, 'adult').getByLabel('שם מלא').inputValue()).toBe('נועה ברקאי')
  })
})

it('works without script as far as the details', async () => {
  await asShopper(browser, origin, { ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
    await page.goto('/membership/twelve')
    await page.locator('.bar button').tap()
    await page.getByText('עוד לא סימנתם מחיר').waitFor()
    await page.getByRole('checkbox', { name: /רגיל/ }).check()
    await page.locator('.bar button').tap()
    await page.waitForURL(/\/booking\/checkout$/)
    expect(await page.locator('aside').innerText()).toContain('תריסר באורות')
  })
})
