import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser } from 'playwright'
import { database } from '#lib/server/platform/db/connect.ts'
import { launchChromium } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { codeTo } from '#tests/support/browser/personal-area.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { checkInvariants } from '#tests/support/database/database.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
  await joinShopDatabase()
})
afterAll(async () => {
  await browser.close()
  await checkInvariants()
})

const PAGE = '/membership/premieres/renew'
const DANA = '0525550125'

it('on a phone a subscriber of the last round signs in by code, finds the kept seat, renews and pays', async () => {
  await asShopper(browser, origin, PHONE, async (shopper) => {
    const { page } = shopper
    await page.goto(PAGE)
    await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
    expect(await page.locator('main').innerText()).toContain('מזדהים כדי לראות את המושב ששמור לכם')
    await page.getByLabel('מספר טלפון נייד').fill(DANA)
    await page.getByRole('button', { name: 'שלחו לי קוד' }).click()
    const field = page.locator('input[autocomplete=one-time-code]')
    await field.waitFor()
    await field.fill(await codeTo(DANA))
    await page.getByRole('heading', { level: 2, name: 'אולם מרכז · שורה 5, מושב 12' }).waitFor()
    expect(await page.getByRole('radio').count()).toBe(2)
    await expectAccessible(page, 'renewing a membership')
    await page.getByRole('button', { name: 'לחידוש ולתשלום' }).tap()
    await page.waitForURL(/\/booking\/checkout$/)
    await page.locator('astro-island:not([ssr]) form#details').waitFor()
    await shopper.fillDetails({}) // known of a signed-in customer
    await shopper.toPayment()
    await shopper.payBy(CARDS.accepted)
    await page.waitForURL(/\/cart\/[\w-]+$/)
    const { rows } = await database().query(
      `SELECT count(*)::int AS evenings, count(*) FILTER (WHERE k.until <= now())::int AS ended FROM seat_keep k JOIN entitlement e USING (entitlement_id)
         JOIN seat_claim c USING (presentation_id, seat_id) WHERE e.public_code = '4001' AND c.state = 'S'`,
    )
    expect(rows).toEqual([{ evenings: 4, ended: 4 }])
  })
})

it('without a kept seat leads to the prices; an open membership has nothing to renew', async () => {
  await asShopper(browser, origin, DESK, async ({ page }) => {
    await page.goto(PAGE)
    await expectAccessible(page, 'signing in to renew')
    expect((await page.goto('/membership/eight/renew'))?.status()).toBe(404)
  })
})
