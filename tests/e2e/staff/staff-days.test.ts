import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { expectAccessibleOnDevice } from '#tests/support/browser/page-checks.ts'
import { boughtBefore, newMobileNumber, newPerson } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'
import { cellOf } from '#tests/support/database/database.ts'

openTheatre()

const AREA = '/PRES-live'
const ALL_TIME = 'dateType=1&startDate=2020-01-01&endDate=2040-01-01'
/** A presentation of the cinemas, business 2. */
const CINEMA = 21031003

/** Signs in as somebody of the demo, by the password that its page tells, and comes back to the menu. */
async function signIn({ page }: Shopper, name: string): Promise<void> {
  await page.goto(AREA)
  await page.getByLabel('דואר אלקטרוני').fill(`${name}@staff.shura.example`)
  await page.getByLabel('סיסמה').fill(`shura-${name}-2026`)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
  await page.getByRole('heading', { name: 'אזור הצוות' }).waitFor()
}

async function signOut({ page }: Shopper): Promise<void> {
  await page.goto(AREA)
  await page.getByRole('button', { name: 'יציאה' }).click()
  await page.getByRole('heading', { name: 'כניסת צוות' }).waitFor()
}

/** Opens a page of the area: its heading, and nothing that scrolls sideways or that axe complains of. */
async function look({ page }: Shopper, path: string, heading: string): Promise<void> {
  await page.goto(AREA + path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessibleOnDevice(page, heading)
}

const statusOf = async (page: Page, path: string) => (await page.request.get(path)).status()

/** The name and number of a show of one business alone. */
async function showOf(businessId: number): Promise<{ readonly id: number; readonly name: string }> {
  const { rows } = await database().query<{ id: number; name: string }>(
    `SELECT feature_id AS id, min(f.name) AS name FROM presentation p JOIN feature f USING (feature_id)
     GROUP BY feature_id HAVING array_agg(DISTINCT p.business_id) = ARRAY[$1::int] ORDER BY count(*) DESC LIMIT 1`,
    [businessId],
  )
  return rows[0] ?? { id: 0, name: 'none' }
}

/** Somebody's tickets, found by the number, sent again, and cancelled after the refund was shown. */
async function servesCustomer({ page }: Shopper, presentationId: number): Promise<void> {
  const person = await newPerson()
  await boughtBefore(person, presentationId, 2)
  await page.goto(`${AREA}/reservations`)
  await page.getByLabel('חיפוש הזמנה').fill(person.mobileNumber)
  await page.getByLabel('חיפוש הזמנה').press('Enter')
  await page.waitForURL(/search=/)
  const row = page.locator('#list tbody tr')
  expect(await row.count()).toBe(1)
  await row.getByRole('button', { name: /^שליחה חוזרת/ }).click()
  await page.getByRole('status').filter({ hasText: 'נשלחו' }).waitFor()
  await row.getByRole('button', { name: /^ביטול ההזמנה/ }).click()
  const refund = await page.locator('#refund').innerText()
  expect(refund).toMatch(/₪\d/)
  await page.getByRole('button', { name: 'ביטול ההזמנה והחזר' }).click()
  await page.getByRole('status').filter({ hasText: refund }).waitFor()
}

/** Sells two seats of a presentation at the door. @returns how many tickets a producer has sold to that number */
async function sellsAtDoor(shopper: Shopper, presentationId: number): Promise<unknown> {
  const { page } = shopper
  const mobileNumber = newMobileNumber()
  await page.goto(`/order/${String(presentationId)}?domain=presLive`)
  await page.getByText('מכירת מפיק').waitFor()
  await shopper.takeFromList(2)
  await shopper.toTickets()
  await shopper.toDetails()
  await page.getByLabel('שם הלקוח').fill('שירה מלכא')
  await page.getByLabel('טלפון נייד').fill(mobileNumber)
  await shopper.toPayment()
  await shopper.payBy()
  await shopper.confirmed()
  return cellOf(
    `SELECT count(*)::int FROM orders JOIN order_seat USING (order_id) WHERE mobile_number = $1 AND channel = 'producer' AND state = 'paid'`,
    [mobileNumber],
  )
}

/** The pages of numbers that are the same for everybody with their permission. */
async function readsNumbers(shopper: Shopper): Promise<void> {
  const { page } = shopper
  await look(shopper, `/reports?${ALL_TIME}`, 'דוח סרטים ומופעים')
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV: לפי מופע' }).click()
  expect((await file).suggestedFilename()).toMatch(/^features-.*\.csv$/)
  for (const tab of ['מכירות לפי מיקום', 'מכירות לפי מופע', 'מסך מכירות', 'אסמכתאות']) {
    await page.getByRole('link', { name: tab }).click()
    await page.getByRole('heading', { level: 1, name: tab }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
}

/** The day of a producer: the own business, whose theatre is sold at the door, and nothing of the other one. */
async function produces(shopper: Shopper, name: string, businesses: { readonly own: number; readonly other: number }): Promise<void> {
  const { page } = shopper
  const [own, other] = [await showOf(businesses.own), await showOf(businesses.other)]
  await signIn(shopper, name)
  expect(await page.locator('#menu li b').allInnerTexts()).toEqual(['דוח סרטים ומופעים', 'מכירת מושבים', 'הזמנות מפיק'])
  await readsNumbers(shopper)
  await page.goto(`${AREA}/reports?${ALL_TIME}&all=features`)
  const shown = await page.locator('#features tbody').innerText()
  expect([shown.includes(own.name), shown.includes(other.name)]).toEqual([true, false])
  const shows = [own, other].map(({ id }) => statusOf(page, `${AREA}/reports?featureId=${String(id)}`))
  expect(await Promise.all(shows)).toEqual([200, 404])
  await look(shopper, '/seats', 'מכירת מושבים')
  const presentations = businesses.own === 1 ? [THEATRE, CINEMA] : [CINEMA, THEATRE]
  expect(await sellsAtDoor(shopper, presentations[0] ?? 0)).toBe(2)
  await page.goto(`/order/${String(presentations[1])}?domain=presLive`)
  expect(await page.getByText('מכירת מפיק').count()).toBe(0)
  await servesCustomer(shopper, presentations[0] ?? 0)
  for (const path of ['/staff', '/broker']) expect([path, await statusOf(page, AREA + path)]).toEqual([path, 404])
  await signOut(shopper)
}

describe.each([
  ['on a phone', PHONE],
  ['on a desk', DESK],
])('%s the staff of the demo do their day', (_where, options) => {
  const day = { timeout: 180_000 }

  it('as an owner: the numbers, the people, the log of what they did, and what brokers have', day, async () => {
    await visit(options, async (shopper) => {
      const { page } = shopper
      await signIn(shopper, 'dana')
      await readsNumbers(shopper)
      await look(shopper, '/staff', 'צוות והרשאות')
      for (const name of ['dana', 'rut', 'yoav', 'tamar', 'amit'])
        await page
          .getByRole('row')
          .filter({ hasText: `${name}@staff.shura.example` })
          .first()
          .waitFor({ state: 'attached' })
      expect(await page.locator('#log').innerText()).toMatch(/דנה לביא[^]*כניסה/)
      await page.goto(`${AREA}/broker`)
      await page.getByRole('table').waitFor()
      await servesCustomer(shopper, THEATRE)
      await page.goto(`${AREA}/staff`)
      expect(await page.locator('#log').innerText()).toContain('ביטול הזמנה')
      await signOut(shopper)
    })
  })

  it(
    'as a manager: the numbers, tickets that are sent again and cancelled in both businesses, and nothing of people and brokers',
    day,
    async () => {
      await visit(options, async (shopper) => {
        const { page } = shopper
        await signIn(shopper, 'rut')
        await readsNumbers(shopper)
        await look(shopper, '/reservations', 'הזמנות מפיק')
        await servesCustomer(shopper, THEATRE)
        await servesCustomer(shopper, CINEMA)
        for (const path of ['/staff', '/broker']) expect([path, await statusOf(page, AREA + path)]).toEqual([path, 404])
        await signOut(shopper)
      })
    },
  )

  it(
    'R6.17 as the producers of two businesses: each the own numbers, two seats at the door, and tickets of the own customers',
    day,
    async () => {
      await visit(options, (shopper) => produces(shopper, 'yoav', { own: 1, other: 2 }))
      await visit(options, (shopper) => produces(shopper, 'tamar', { own: 2, other: 1 }))
    },
  )

  it('R6.25 R6.26 R6.27 as a broker: a part is saved, locked, unlocked and given up, and there are no numbers', day, async () => {
    await visit(options, async (shopper) => {
      const { page } = shopper
      await signIn(shopper, 'amit')
      expect(await page.locator('#menu li').count()).toBe(0)
      await page.getByRole('link', { name: 'החלק של הברוקר' }).first().click()
      await page.waitForURL(/\/broker$/)
      const row = page.getByRole('row').nth(1)
      for (const act of ['שמירה למכירה', 'נעילה', 'שחרור הנעילה', 'ויתור']) {
        await row.getByRole('button', { name: act }).click()
        await page.getByRole('status').filter({ hasText: 'בוצע' }).waitFor()
      }
      await expectAccessibleOnDevice(page, 'the page of brokers')
      for (const path of ['/reports', '/seats', '/reservations', '/references', '/monitor', '/staff'])
        expect([path, await statusOf(page, AREA + path)]).toEqual([path, 404])
      await signOut(shopper)
    })
  })
})
