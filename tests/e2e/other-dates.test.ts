import { afterAll, beforeAll, expect, it } from 'vitest'
import { findShowing, freeSeatsOf, openShowings } from '#tests/support/showings.ts'
import { expectAccessible } from '#tests/support/page-checks.ts'
import { startApp, type RunningApp } from '#tests/support/server.ts'
import { PHONE } from '#tests/support/shopper.ts'
import { openTheatre, origin, visit } from '#tests/support/theatre.ts'

openTheatre()

// A second process of the same shop, which wants to know whether its visitors are human. Without that check the page needs no script: tests/api.
let guarded: RunningApp
beforeAll(async () => {
  guarded = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha', LOG_LEVEL: 'warn' } })
})
afterAll(() => guarded.stop())

it('on a phone the chosen seats lead to the same seats on another date, and one press has them there', async () => {
  const showings = await openShowings(origin)
  const { id } = findShowing(
    showings,
    (one) =>
      one.seatingMode === 'reserved' &&
      one.available > 100 &&
      showings.filter((other) => other.featureId === one.featureId && other.seatplanId === one.seatplanId && other.available > 100).length >
        3,
  )
  const [seat] = await freeSeatsOf(origin, id, 1)
  await visit({ ...PHONE, baseURL: guarded.origin }, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(id)
    await page.locator('.seclist summary').evaluateAll((all) => all.forEach((one) => one.parentElement?.setAttribute('open', '')))
    await page
      .getByRole('button', { name: new RegExp(`שורה ${String(seat?.row)}, מושב ${String(seat?.name)},`) })
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
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT })
    await page.getByRole('button', { name: 'לעבור למועד הזה' }).first().tap()
    await page.waitForURL((url) => /^\/order\/\d+$/.test(url.pathname) && url.pathname !== `/order/${String(id)}`)
    await shopper.expectChosen(1)
    await page.getByRole('timer').waitFor()
    await page.goto(`/order/${String(id)}`)
    await shopper.expectChosen(0)
  })
})
