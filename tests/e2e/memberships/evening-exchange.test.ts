import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { handsOf } from '#tests/support/browser/hands.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { newPerson, signInByCode } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE, TYPED } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { FIRST_EVENING, subscribed } from '#tests/support/sold/demo-series.ts'

openTheatre()

it.each([
  ['on a phone', PHONE],
  ['on a desk by keyboard', DESK],
])(
  '%s a subscriber exchanges one evening of a series for another date: nothing is to be paid, and the other evenings stay',
  { timeout: 180_000 },
  async (_name, options) => {
    const person = await newPerson()
    const { resId } = await subscribed(person)
    const featureName = await nameOfFirst()
    await visit(options, async (shopper) => {
      const { page } = shopper
      const { press, write } = handsOf(shopper, options === DESK)
      await signInByCode(shopper, person)
      const member = page.locator('#members .cards > li')
      expect(await member.locator('.mcard').innerText()).toContain(`הערב הבא: ${featureName}`)
      await press(member.getByRole('link', { name: /הערבים שלי/ }))
      await page.waitForURL('**/customer/evenings')
      await press(page.getByRole('link', { name: /^החלפה לערב אחר/ }).first())
      await page.getByRole('heading', { level: 1, name: 'החלפת כרטיסים' }).waitFor()
      const evenings = page.getByRole('checkbox')
      expect(await evenings.count()).toBe(4)
      expect(await evenings.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))).toEqual([true, false, false, false])
      const dates = page.locator('.change-dates', { hasText: featureName })
      await press(dates.locator('summary'))
      expect(await page.locator('.change-dates').count()).toBe(4)
      await press(dates.locator('label.check:not(.out)', { hasNotText: 'אותו מופע' }).getByRole('radio').first(), 'Space')
      expect(await page.locator('.change-dates .price').count()).toBe(0)
      await look(page, 'one evening and its other date')
      await press(page.getByRole('button', { name: 'המשך לבחירת מושבים' }))

      await page.waitForURL(/\/order\/\d+/)
      await page.locator('.change-under-way', { hasText: 'כרטיס אחד' }).waitFor()
      await page.locator('.seclist').waitFor()
      const section = page.locator('.seclist details').last()
      if ((await section.getAttribute('open')) === null) await press(section.locator('summary'))
      await press(section.locator('.sbtn[aria-pressed="false"]').first(), 'Space')
      await shopper.expectChosen(1)
      await look(page, 'a seat in exchange for an evening')
      await press(shopper.goOn)
      await page.getByRole('heading', { name: /^(איזה כרטיס לכל מושב|אילו כרטיסים)\?$/ }).waitFor()
      await look(page, 'the tickets of an exchange')
      for (let step = 0; step < 2 && !/\/booking\/checkout$/.test(page.url()); step++) {
        await press(shopper.goOn)
        await page.waitForURL(/step=products|\/booking\/checkout$/)
      }
      await page.locator('astro-island:not([ssr]) form#details').waitFor()
      for (const [label, text] of Object.entries(TYPED)) await write(label, text)
      await press(page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }), 'Space')
      await look(page, 'the details of an exchange')
      await press(shopper.goOn)
      await press(page.getByRole('button', { name: 'סיום ההזמנה, בלי תשלום' }))
      const made = await shopper.confirmed()
      await page.getByText('ההזמנה הזאת החליפה כרטיס אחד').waitFor()
      await look(page, 'an evening that was exchanged')
      await page.goto(`/cart/${resId}/change`)
      expect(await page.getByRole('checkbox').count()).toBe(3)
      expect(await moneyOf(made)).toEqual([0, 0])
      // What was had in exchange may be given back, as the three that stayed.
      await page.goto('/customer/evenings')
      expect(await page.getByRole('button', { name: /^החזרה למכירה/ }).count()).toBe(4)
    })
  },
)

/** Each page is looked at once, at all widths. */
async function look(page: Page, state: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 600) await expectAccessible(page, state)
}

/** The name of what the first evening of the series shows. */
async function nameOfFirst(): Promise<string> {
  const { rows } = await database().query<{ name: string }>(
    'SELECT name FROM feature JOIN presentation USING (feature_id) WHERE presentation_id = $1',
    [FIRST_EVENING],
  )
  return rows[0]?.name ?? ''
}

/** What an order cost, and how often its ledger was written. */
async function moneyOf(resId: string): Promise<readonly number[]> {
  const { rows } = await database().query<{ money: number[] }>(
    `SELECT ARRAY[amount_due, (SELECT count(*)::int FROM ledger l WHERE l.order_id = o.order_id)] AS money FROM orders o WHERE reservation_identifier = $1`,
    [resId],
  )
  return rows[0]?.money ?? []
}
