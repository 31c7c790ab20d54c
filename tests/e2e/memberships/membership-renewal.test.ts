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

/** A subscriber of last season (customers.json). */
const LIOR = '0525550158'

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

it(
  'on a phone a subscriber of last season renews in three taps too: the code, one press with shows that are ticked already, the card',
  { timeout: 120_000 },
  async () => {
    await asShopper(browser, origin, PHONE, async (shopper) => {
      const { page } = shopper
      const { pay } = handsOf(shopper, false)
      await page.goto('/membership/season/renew')
      await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
      await page.getByLabel('מספר טלפון נייד').fill(LIOR)
      await shopper.press(page.getByRole('button', { name: 'שלחו לי קוד' }))
      await page.locator('input[autocomplete=one-time-code]').fill(await codeTo(LIOR))
      await page.getByRole('heading', { level: 2, name: 'אולם מרכז · שורה 8, מושב 12' }).waitFor()
      const ticks = page.locator('.choice-option input')
      const total = page.locator('.bar [data-total]')
      const before = await total.innerText()
      expect([await ticks.count(), await page.locator('.choice-option :checked').count()]).toEqual([8, 3])
      // One show is swapped for one that costs more, and back.
      const dearer = page.locator('.choice-option', { hasText: 'תוספת' }).locator('input:enabled').first()
      const first = page.locator('.choice-option :checked').first()
      const value = (await first.getAttribute('value')) ?? ''
      await first.uncheck()
      expect(await page.locator('.choice-count').innerText()).toMatch(/בחרתם 2 מתוך 3/)
      await dearer.check()
      expect(await total.innerText()).not.toBe(before)
      await dearer.uncheck()
      await page.locator(`.choice-option input[value="${value}"]`).check()
      expect(await total.innerText()).toBe(before)
      await expectAccessibleOnDevice(page, 'renewing a season')
      await shopper.press(page.locator('.bar').getByRole('button', { name: 'לחידוש ולתשלום' }))
      await page.waitForURL(/\/booking\/checkout$/)
      await page.locator('astro-island:not([ssr]) form#details').waitFor()
      expect(await page.locator('aside dt bdi').count()).toBe(8)
      await page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }).check()
      await shopper.press(shopper.goOn)
      await page.waitForURL(/\/booking\/checkout\/payment$/)
      await shopper.cardForm.getByLabel('CVV').waitFor()
      await pay()
      await page.waitForURL(/\/cart\/[\w-]+$/)
      const { rows } = await database().query(
        `SELECT count(*)::int AS evenings, count(k.seat_id)::int AS kept FROM session v JOIN seat_claim c ON c.holder = v.uuid AND c.state = 'S'
         LEFT JOIN seat_keep k ON k.presentation_id = c.presentation_id AND k.seat_id = c.seat_id AND k.kind = 'renewal' AND k.until <= now()
         WHERE v.uuid = $1`,
        [await shopper.uuid],
      )
      expect(rows).toEqual([{ evenings: 8, kept: 5 }])
    })
  },
)

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
