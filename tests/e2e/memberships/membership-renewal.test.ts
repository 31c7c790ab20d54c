import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { database } from '#lib/server/platform/db/connect.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { handsOf, tabTo } from '#tests/support/browser/hands.ts'
import { expectAccessible, expectAccessibleOnDevice } from '#tests/support/browser/page-checks.ts'
import { codeTo, newPerson } from '#tests/support/browser/personal-area.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE, TYPED } from '#tests/support/browser/shopper.ts'
import { checkInvariants } from '#tests/support/database/database.ts'

beforeAll(joinShopDatabase)
afterAll(checkInvariants)

const PAGE = '/membership/premieres/renew'
/** What a signed-in customer who never bought anything still types. */
const NOT_KNOWN = { 'תעודת זהות': TYPED['תעודת זהות'] }

/** Two subscribers of the last round, the number by which each signs in, and the seat that is kept. */
const DANA = { member: '4001', seat: 12, mobileNumber: () => Promise.resolve('0525550125') }
const RON = {
  ...{ member: '4002', seat: 13 },
  async mobileNumber(): Promise<string> {
    const { customerId, mobileNumber } = await newPerson()
    await database().query(`UPDATE entitlement SET customer_id = $1 WHERE public_code = '4002'`, [customerId])
    return mobileNumber
  },
}

it.each([
  ['on a phone', PHONE, DANA],
  ['by keyboard alone on a desktop', DESK, RON],
])(
  '%s a subscriber of the last round signs in by code, finds the kept seat, renews and pays',
  { timeout: 120_000 },
  async (_name, options, { member, seat, mobileNumber }) => {
    await asShopper(browser, origin, options, async (shopper) => {
      const { page } = shopper
      const { press, write, pay } = handsOf(shopper, options === DESK)
      const number = await mobileNumber()
      await page.goto(PAGE)
      await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
      expect(await page.locator('main').innerText()).toContain('מזדהים כדי לראות את המושב ששמור לכם')
      await write('מספר טלפון נייד', number)
      await press(page.getByRole('button', { name: 'שלחו לי קוד' }))
      const field = page.locator('input[autocomplete=one-time-code]')
      await field.waitFor()
      if (options === DESK) {
        await tabTo(shopper, field)
        await page.keyboard.type(await codeTo(number))
      } else await field.fill(await codeTo(number))
      await page.getByRole('heading', { level: 2, name: `אולם מרכז · שורה 5, מושב ${String(seat)}` }).waitFor()
      expect(await page.getByRole('radio').count()).toBe(2)
      await expectAccessibleOnDevice(page, 'renewing a membership')
      if (options === PHONE) await lookAfterDeadline(page, seat)
      await press(page.getByRole('button', { name: 'לחידוש ולתשלום' }))
      await page.waitForURL(/\/booking\/checkout$/)
      await page.locator('astro-island:not([ssr]) form#details').waitFor()
      if (options === DESK) for (const [label, text] of Object.entries(NOT_KNOWN)) await write(label, text)
      await press(page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }), 'Space')
      await press(shopper.goOn)
      await page.waitForURL(/\/booking\/checkout\/payment$/)
      await shopper.cardForm.getByLabel('CVV').waitFor()
      await pay()
      await page.waitForURL(/\/cart\/[\w-]+$/)
      const { rows } = await database().query(
        `SELECT count(*)::int AS evenings, count(*) FILTER (WHERE k.until <= now())::int AS ended FROM seat_keep k JOIN entitlement e USING (entitlement_id)
           JOIN seat_claim c USING (presentation_id, seat_id) WHERE e.public_code = $1 AND c.state = 'S'`,
        [member],
      )
      expect(rows).toEqual([{ evenings: 4, ended: 4 }])
    })
  },
)

/** The page once the deadline has passed: the seat may be taken like any other while it is free on all evenings. Sets the deadline back, and opens the page again. */
async function lookAfterDeadline(page: Page, seat: number): Promise<void> {
  const main = page.locator('main')
  const back = await moveDeadline(`now() - interval '1 hour'`)
  try {
    await page.reload()
    await main.getByText(/^מועד החידוש עבר ב־.*עדיין פנוי בכל הערבים/).waitFor()
    expect(await main.innerText()).toContain(`שורה 5, מושב ${String(seat)}`)
    expect(await page.getByRole('button', { name: 'לקחת אותו עכשיו' }).count()).toBe(1)
    expect(await page.getByRole('link', { name: 'לבחור מושב אחר' }).getAttribute('href')).toBe('/membership/premieres')
    expect(await page.getByRole('button', { name: 'להחליף מושב' }).count()).toBe(0)
    await expectAccessible(page, 'after the deadline of a renewal')
    await page.getByRole('button', { name: 'לקחת אותו עכשיו' }).tap()
    await page.waitForURL(/\/booking\/checkout$/)
  } finally {
    await back()
  }
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'לחידוש ולתשלום' }).waitFor()
}

it('without a kept seat leads to the prices; an open membership has nothing to renew', async () => {
  await asShopper(browser, origin, DESK, async ({ page }) => {
    await page.goto(PAGE)
    await expectAccessible(page, 'signing in to renew')
    expect((await page.goto('/membership/eight/renew'))?.status()).toBe(404)
  })
})

/** Moves the deadline of the round. @param to SQL. @returns sets it back */
async function moveDeadline(to: string): Promise<() => Promise<void>> {
  const { rows } = await database().query<{ until: Date }>(`SELECT renews_until AS until FROM membership WHERE code = 'premieres'`)
  const move = async (until: string): Promise<void> => {
    await database().query(
      `WITH moved AS (UPDATE membership SET renews_until = ${until} WHERE code = 'premieres' RETURNING membership_id, renews_until)
       UPDATE seat_keep k SET until = moved.renews_until FROM moved WHERE k.kind = 'renewal' AND k.membership_ids[1] = moved.membership_id`,
    )
  }
  await move(to)
  return () => move(`'${rows[0]?.until.toISOString() ?? ''}'`)
}
