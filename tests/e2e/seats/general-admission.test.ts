import type { Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { asShopper, PHONE } from '#tests/support/browser/shopper.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'

let club: PresentationAnswer
beforeAll(async () => {
  club = findShowing(await openShowings(origin), ({ seatingMode }) => seatingMode === 'singleGA')
})
/** Everything that the page says, read aloud or seen. */
async function said(page: Page): Promise<string> {
  const names = await page.locator('[aria-label]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  return [await page.locator('body').innerText(), await page.title(), ...names].join('\n')
}

it(
  'where no place is numbered the order speaks of tickets alone and has no map, from the first step to the ticket and its receipt',
  { timeout: 90_000 },
  async () => {
    await asShopper(browser, origin, PHONE, async (shopper) => {
      const { page } = shopper
      await page.goto(`/order/${String(club.id)}`)
      await page.getByRole('heading', { name: 'כמה כרטיסים?' }).waitFor()
      expect(await page.locator('.map-shell, .map-skeleton, canvas').count()).toBe(0)
      expect(await page.locator('.steps [aria-current=step]').innerText()).toContain('כמות')
      await shopper.addPlaces(2)
      await shopper.expectChosen(2)
      expect(await page.getByRole('timer').getAttribute('aria-label')).toContain('כרטיסים')
      expect(await said(page)).not.toMatch(/מושב/)
      await shopper.toTickets()
      expect(await said(page)).not.toMatch(/מושב/)
      await shopper.toDetails()
      expect(await said(page)).not.toMatch(/מושב/)
      await page.goto('/')
      expect(await page.locator('#held').innerText()).toContain('הכרטיסים שלכם')
      await page.goto('/booking/checkout')
      await page.locator('astro-island:not([ssr]) form#details').waitFor()
      await shopper.fillDetails()
      await shopper.toPayment()
      expect(await said(page)).not.toMatch(/מושב/)
      await shopper.payBy()
      await shopper.confirmed()
      await shopper.openMore()
      expect(await said(page)).not.toMatch(/מושב/)
      await page.getByRole('link', { name: 'הכרטיסים המלאים' }).tap()
      await page.waitForURL(/\/edocument\//)
      expect(await said(page)).not.toMatch(/מושב/)
      await page.goto(`${page.url().replace(/\/$/, '')}/receipt`)
      await page.getByRole('heading', { name: /^קבלה מס׳/ }).waitFor()
      expect(await said(page)).not.toMatch(/מושב/)
    })
  },
)

it('a refusal of the payment there leads back to a new choice, and speaks of no seats either', async () => {
  await asShopper(browser, origin, PHONE, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(club.id)
    await shopper.addPlaces(1)
    await shopper.walkToPayment()
    await shopper.payBy('4580000000000018')
    await page.getByRole('alert').filter({ hasText: ': CARD_DECLINED' }).waitFor()
    expect(await said(page)).not.toMatch(/מושב/)
    await shopper.cardForm.getByLabel('CVV').waitFor()
    await page.route('**/api/payment/commit*', (route) => route.fulfill({ status: 409, json: { error: 'SALE_CLOSED', message: '' } }))
    await shopper.payBy()
    const way = page.getByRole('link', { name: 'בחירה מחדש' })
    await way.waitFor()
    expect(await way.getAttribute('href')).toBe(`/order/${String(club.id)}`)
    expect(await said(page)).not.toMatch(/מושב/)
  })
})
