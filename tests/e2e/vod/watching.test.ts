import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { alive, buyButton, FILM, FILM_NAME, holdFilm, isPlay } from '#tests/support/browser/films.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { heldBy } from '#tests/support/seats/held.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'

openTheatre()

/** From which age the film is meant to be seen. */
const AGE = /מגיל .?14/
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

it('R4.60 R4.61 a donation, vouchers and a film each name what leaves the cart for them before it leaves; the safe choice keeps it', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    const { id } = findShowing(await openShowings(origin), (one) => one.seatingMode === 'reserved' && one.available > 50)
    await shopper.openOrder(id)
    await shopper.takeFromList(1)
    await keepsSeats(shopper, chooseDonation, 'תרומה מכאן היא הזמנה נפרדת', id)
    await keepsSeats(shopper, chooseVoucher, 'שוברים נקנים בנפרד', id)
    await page.goto('/vod')
    await expectAccessible(page, 'the list of films')
    const onCard = await page.locator('.vod', { hasText: FILM_NAME }).innerText()
    await page.getByRole('link', { name: new RegExp(`^צפייה ב.*${FILM_NAME}`) }).click()
    await page.waitForURL(`**${FILM}`)
    const told = [onCard, await page.locator('.watch').innerText(), await (await fetch(`${origin}/booking/features/21`)).text()]
    expect(told.map((text) => AGE.test(text))).toEqual([true, true, true])
    await expectAccessible(page, 'a film that is for sale')
    const film = await keepsSeats(shopper, () => buyButton(page).click(), 'צפייה נקנית לבד. הסל יתרוקן.', id)
    expect(await film.innerText()).toContain(`׳${FILM_NAME}׳ נקנה בהזמנה נפרדת`)
    await film.getByRole('button', { name: 'לרוקן את הסל ולקנות צפייה' }).click()
    await page.waitForURL(/\/booking\/checkout$/)
    expect(await heldBy(await shopper.uuid)).toBe(0)

    // The others go on in the same way; that they free seats, their server tests prove.
    await chooseVoucher(shopper)
    await page.getByRole('dialog').getByRole('button', { name: 'להחליף לשוברים' }).click()
    await page.waitForURL(/\/system-vouchers\/1\/identify$/)
    await chooseDonation(shopper)
    await page.getByRole('dialog').getByRole('button', { name: 'להחליף לתרומה' }).click()
    await page.waitForURL(/\/booking\/checkout$/)
  })
})

async function chooseDonation(shopper: Shopper): Promise<void> {
  const { page } = shopper
  await page.goto('/donations/first-ticket')
  await page.getByRole('radio', { name: /תלמיד אחד/ }).check()
  await shopper.press(page.locator('.giving button.primary:visible'))
}

async function chooseVoucher({ page }: Shopper): Promise<void> {
  await page.goto('/system-vouchers/1')
  await page.getByRole('radio', { name: /₪100/ }).check()
  await page.locator('.mem-form').getByRole('button', { name: 'המשך', exact: true }).click()
}

/** What is begun beside a seat asks: the seat's price, a way back to it, and the seat is still held. @returns the question */
async function keepsSeats(shopper: Shopper, begin: (shopper: Shopper) => Promise<void>, name: string, id: number): Promise<Locator> {
  const { page } = shopper
  await begin(shopper)
  const dialog = page.getByRole('dialog', { name })
  await dialog.waitFor()
  expect(await dialog.locator('li').innerText()).toMatch(/שמורים לכם עוד\s+\d\d:\d\d[^]*₪\d/)
  const left = await dialog.locator('[data-held-for]').innerText()
  await expect.poll(() => dialog.locator('[data-held-for]').innerText()).not.toBe(left)
  expect(await dialog.getByRole('link', { name: 'קודם לסיים את ההזמנה' }).getAttribute('href')).toBe(`/order/${String(id)}`)
  await expectAccessible(page, `what leaves the cart: ${name}`)
  expect(await heldBy(await shopper.uuid)).toBe(1)
  return dialog
}

it.each([
  ['R8.81', 'an iPhone', IPHONE, 'אי אפשר לצפות באייפון או באייפד. השתמשו בדפדפן Chrome עדכני.'],
  ['R8.82', 'Safari', SAFARI, 'אי אפשר לצפות ב־Safari. השתמשו בדפדפן Chrome עדכני.'],
])('%s %s is told before payment and at the player, where nothing is opened', async (_id, _name, userAgent, sentence) => {
  await visit({ ...PHONE, userAgent, hasTouch: userAgent === IPHONE }, async (shopper) => {
    const { page } = shopper
    const plays: string[] = []
    page.on('request', (request) => {
      if (isPlay(request.url())) plays.push(request.url())
    })
    await page.goto(FILM)
    await page.locator('#buy').getByText(sentence).waitFor()
    // It is sold all the same; who has paid it is told again.
    await buyButton(page).click()
    await page.waitForURL(/\/booking\/checkout$/)
    await holdFilm(shopper, 9001, 39)
    await page.goto(FILM)
    await alive(page)
    await page.locator('.player').getByText(sentence).waitFor()
    await page.getByText('הזמן עוד לא התחיל').waitFor()
    await expectAccessible(page, 'a device that does not play films')
    const copy = () => shopper.press(page.getByRole('button', { name: 'העתקת הקישור' }))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await copy()
    await page.getByRole('status').getByText('הקישור הועתק').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    // A browser that does not allow it is told so.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await copy()
    await page.getByRole('status').getByText('ההעתקה לא הצליחה').waitFor()
    expect(plays).toEqual([])
  })
})

it('an order of somebody else is not shown: the way to sign in, and to a ticket of one’s own', async () => {
  await visit(PHONE, async ({ page }) => {
    const answer = await page.goto('/vod/no-such-order-of-mine/9001')
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: 'הקישור הזה שייך להזמנה אחרת' }).waitFor()
    await expectAccessible(page, 'a film of another order')
    await page.getByRole('link', { name: 'כניסה', exact: true }).tap()
    await page.getByLabel('מספר טלפון נייד').waitFor()
  })
})
