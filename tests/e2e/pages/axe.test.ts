import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible as expectAccessibleAt } from '#tests/support/browser/page-checks.ts'
import { joinShopDatabase, letHoldEndIn, letPaymentLapse } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, type Shopper } from '#tests/support/browser/shopper.ts'
import { findShowing, freeSeatsOf, openShowings } from '#tests/support/seats/showings.ts'

const THEATRE = 5
const CHALLENGE_CARD = '4580000000000026'
const SILENT_CARD = '4580000000000059'

let showings: readonly PresentationAnswer[]
beforeAll(async () => {
  showings = await openShowings(origin)
  await joinShopDatabase()
})
afterAll(checkInvariants)

const expectAccessible = (page: Page, state: string) => expectAccessibleAt(page, state, [320, 768])

/** React is on a page exactly where an island is. */
async function expectReact(page: Page, isWanted: boolean): Promise<void> {
  expect((await page.locator('astro-island').count()) > 0).toBe(isWanted)
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const bodies = await Promise.all(scripts.filter((name) => name.endsWith('.js')).map(async (name) => (await fetch(name)).text()))
  expect(bodies.some((body) => body.includes('react.'))).toBe(isWanted)
}

const onDesk = (work: (shopper: Shopper) => Promise<void>) => asShopper(browser, origin, DESK, work)

describe('axe is silent and nothing scrolls sideways, light and dark, from 320 to 1440 px', () => {
  it('in every step of an order', { timeout: 240_000 }, async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await expectReact(page, true)
      await expectAccessible(page, 'seats')
      await shopper.takeFromList(2)
      await expectAccessible(page, 'seats, two selected, list open')
      await shopper.toTickets()
      await shopper.takeOneOf()
      await expectAccessible(page, 'ticket types, one reduced')
      await shopper.toProducts()
      await page
        .getByRole('button', { name: /^הוספת / })
        .first()
        .click()
      await expectAccessible(page, 'products, one taken')
      await shopper.toDetails()
      await expectAccessible(page, 'details')
      await page.getByLabel('תעודת זהות').fill('123456789')
      await shopper.goOn.click()
      await expectAccessible(page, 'details with mistakes')
      await shopper.fillDetails()
      await shopper.toPayment()
      await expectAccessible(page, 'card form')
      await shopper.payBy('4580 0000 0000 0001')
      await shopper.cardForm.getByText('שדה אחד צריך תיקון').waitFor()
      await expectAccessible(page, 'card form with a mistake')
      await shopper.payBy(CHALLENGE_CARD)
      await shopper.cardForm.getByRole('button', { name: 'דחיית התשלום' }).waitFor()
      await expectAccessible(page, '3-D Secure step')
      await shopper.cardForm.getByRole('button', { name: 'דחיית התשלום' }).click()
      await shopper.cardForm.getByText('התשלום לא אושר').waitFor()
      await expectAccessible(page, '3-D Secure rejected')
      await shopper.payBy('4580000000000018')
      await page.getByRole('alert').filter({ hasText: 'CARD_DECLINED' }).waitFor()
      await shopper.cardForm.getByLabel('CVV').waitFor()
      await expectAccessible(page, 'card declined')
      await shopper.payBy()
      await shopper.confirmed()
      await expectReact(page, false)
      await expectAccessible(page, 'confirmation')
      await page.getByRole('link', { name: 'הכרטיסים המלאים' }).click()
      await page.waitForURL(/\/edocument\//)
      await expectReact(page, false)
      await expectAccessible(page, 'e-tickets')
      await page.goto(`${page.url().replace(/\/$/, '')}/receipt`)
      await page.getByRole('heading', { name: /^קבלה מס׳/ }).waitFor()
      await expectAccessible(page, 'receipt')
    })
  })

  it.each(['multiGA', 'mixed', 'singleGA'] as const)('where places are chosen by number, %s', { timeout: 90_000 }, async (seatingMode) => {
    const showing = findShowing(showings, (one) => one.seatingMode === seatingMode)
    await onDesk(async (shopper) => {
      await shopper.openOrder(showing.id)
      await shopper.addPlaces(2)
      await expectAccessible(shopper.page, `${seatingMode}, two places`)
    })
  })

  it('in the dialogs', { timeout: 120_000 }, async () => {
    const [seat] = await freeSeatsOf(origin, THEATRE, 1)
    if (!seat) throw new Error('The theatre is full.')
    await onDesk(async (shopper) => {
      const { page } = shopper
      await page.route('**/api/seats/changes*', (route) => route.abort()) // so that the page does not hear of it before the press
      await shopper.openOrder(THEATRE)
      await page.route('**/api/seats/seats-status*', (route) => route.abort())
      await new Buyer(origin).lock(seat.address)
      await shopper.pressOnMap(seat)
      await page.getByRole('dialog', { name: 'מישהו הקדים אתכם ברגע' }).waitFor()
      await expectAccessible(page, 'a seat taken by somebody else')
      await page.unroute('**/api/seats/seats-status*')
      await page
        .getByRole('button', { name: /^לקחת את/ })
        .first()
        .click()
      await shopper.expectChosen(1)
      await letHoldEndIn(55, await shopper.uuid)
      await page.reload()
      await page.getByRole('dialog', { name: 'אזהרת זמן' }).waitFor()
      await expectAccessible(page, 'the last minute')
    })
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await letHoldEndIn(4, await shopper.uuid)
      await page.reload()
      await page.getByRole('dialog', { name: 'הזמן לשמירת המושבים נגמר' }).waitFor()
      await page.route(`**/order/${String(THEATRE)}`, (route) => route.fulfill({ status: 204 })) // stays, where it would leave after 6 s
      await expectAccessible(page, 'the hold has run out')
    })
  })

  it.each([
    ['sold out', '/order/3', 'האולם מלא'],
    ['cancelled', '/order/4', 'המופע בוטל'],
    ['not open yet', '/order/6', 'המכירה עוד לא נפתחה'],
    ['of all orders', '/order', 'לאיזה מופע מזמינים?'],
    ['of an empty checkout', '/booking/checkout', 'עוד לא בחרתם מושבים'],
    ['of no known route', '/no/such/page', 'This page could not be found.'],
    ['of a failure', '/500', 'Error Occurred'],
  ])('on the page %s', { timeout: 60_000 }, async (_name, path, heading) => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await page.goto(path)
      expect(await page.locator('h1').allInnerTexts()).toContain(heading)
      await expectReact(page, false)
      await expectAccessible(page, path)
      shopper.complaints.splice(0, path === '/500' ? 1 : 0) // the browser reports the 500 itself
    })
  })

  it('while a payment is being checked, and when it was not made', { timeout: 90_000 }, async () => {
    await onDesk(async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await shopper.walkToPayment()
      await page.route('**/api/payment/commit*', (route) => route.abort())
      await shopper.payBy(SILENT_CARD)
      await page.getByRole('heading', { name: 'בודקים את התשלום' }).waitFor()
      await expectAccessible(page, 'asking again for the payment')
      await page.unroute('**/api/payment/commit*')
      await page.waitForURL(/\/cart\/[\w-]+$/)
      await page.getByText('עוד אין תשובה מחברת הסליקה').waitFor()
      await expectReact(page, false)
      await expectAccessible(page, 'the payment is being checked')
      await letPaymentLapse(page.url().split('/').at(-1) ?? '')
      await page.getByRole('heading', { name: 'התשלום לא הושלם' }).waitFor({ timeout: 20_000 })
      await expectAccessible(page, 'the payment was not made')
    })
  })
})
