import { expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { alive, buyButton, FILM, FILM_NAME, isPlay, payForFilm } from '#tests/support/browser/films.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { heldBy } from '#tests/support/seats/held.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'

openTheatre()

const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

it('R4.60 names the seats that leave the cart for a film before they leave; the safe choice keeps them', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    const { id } = findShowing(await openShowings(origin), (one) => one.seatingMode === 'reserved' && one.available > 50)
    await shopper.openOrder(id)
    await shopper.takeFromList(1)
    await page.goto('/vod')
    await expectAccessible(page, 'the list of films')
    await page.getByRole('link', { name: new RegExp(`^צפייה ב.*${FILM_NAME}`) }).click()
    await page.waitForURL(`**${FILM}`)
    await expectAccessible(page, 'a film that is for sale')
    await buyButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'צפייה נקנית לבד. הסל יתרוקן.' })
    await dialog.waitFor()
    expect(await dialog.innerText()).toMatch(/₪\d/)
    expect(await dialog.getByRole('link', { name: 'קודם לסיים את ההזמנה' }).getAttribute('href')).toBe(`/order/${String(id)}`)
    await expectAccessible(page, 'what leaves the cart for a film')
    expect(await heldBy(await shopper.uuid)).toBe(1)
    await dialog.getByRole('button', { name: 'לרוקן את הסל ולקנות צפייה' }).click()
    await page.waitForURL(/\/booking\/checkout$/)
    expect(await heldBy(await shopper.uuid)).toBe(0)
  })
})

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
    await buyButton(page).click()
    await payForFilm(shopper)
    await page.goto(FILM)
    await alive(page)
    await page.locator('.player').getByText(sentence).waitFor()
    await page.getByText('הזמן עוד לא התחיל').waitFor()
    await expectAccessible(page, 'a device that does not play films')
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
