import { afterAll, beforeAll, expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { freeRunsOf, openShowings, type HallSeat } from '#tests/support/seats/showings.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

// A second process of the same shop, which wants to know whether its visitors are human. Without that check the page needs no script: tests/api.
let guarded: RunningApp
beforeAll(async () => {
  guarded = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha', LOG_LEVEL: 'warn' } })
})
afterAll(() => guarded.stop())

it('on a phone the chosen seats lead to the same seats on another date, and one press has them there', async () => {
  const { id, seat } = await seatOfManyDates()
  await visit({ ...PHONE, baseURL: guarded.origin }, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(id)
    await page.locator('.seclist summary').evaluateAll((all) => all.forEach((one) => one.parentElement?.setAttribute('open', '')))
    await page
      .getByRole('button', { name: new RegExp(`שורה ${seat.row}, מושב ${seat.name},`) })
      .first()
      .tap()
    await shopper.expectChosen(1)
    await page.getByRole('timer').waitFor()
    await page.locator('.bar button[aria-expanded]').tap()
    await page.getByRole('link', { name: 'אותם מושבים בתאריך אחר' }).tap()
    await page.waitForURL(`**/order/${String(id)}/other-dates`)
    await page.getByRole('heading', { name: 'אותם מושבים בתאריך אחר' }).waitFor()
    await expectAccessible(page, 'the same seats on other dates')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByRole('button', { name: 'לעבור', exact: true }).first().tap()
    await page.waitForURL((url) => /^\/order\/\d+$/.test(url.pathname) && url.pathname !== `/order/${String(id)}`)
    await shopper.expectChosen(1)
    await page.getByRole('timer').waitFor()
    await page.goto(`/order/${String(id)}`)
    await shopper.expectChosen(0)
  })
})

/** A free seat of a show that is on sale at several more times in the same hall. */
async function seatOfManyDates(): Promise<{ readonly id: number; readonly seat: HallSeat }> {
  const showings = (await openShowings(origin)).filter((one) => one.seatingMode === 'reserved' && one.available > 50)
  for (const { id, featureId, seatplanId } of showings) {
    if (showings.filter((other) => other.featureId === featureId && other.seatplanId === seatplanId).length < 4) continue
    const seat = (await freeRunsOf(origin, id, 2)).at(0)?.at(0)
    if (seat) return { id, seat }
  }
  throw new Error('The demo catalogue sells no such seat.')
}
