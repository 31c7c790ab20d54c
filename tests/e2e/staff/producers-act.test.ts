import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { cellOf } from '#tests/support/database/database.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { boughtBefore, newMobileNumber, newPerson } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

openTheatre()

/** Brings the session of somebody of the staff into a browser. */
async function signIn(page: Page, { cookie }: StaffPerson): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await page.goto('/PRES-live')
  await page.context().addCookies([{ name, value, url: page.url() }])
}

describe('the reservations of producers', () => {
  it('R2.68 R2.69 are found, sent by SMS to a number that is said, and cancelled after the refund is shown, by the keyboard', async () => {
    const person = await newPerson()
    await boughtBefore(person, THEATRE, 2)
    await visit(PHONE, async ({ page }) => {
      await signIn(page, await aStaffMember({ role: 'manager', businessIds: null }))
      await page.goto('/pres-live/reservations')
      await page.getByLabel('חיפוש הזמנה').fill(person.mobileNumber)
      await page.getByLabel('חיפוש הזמנה').press('Enter')
      await page.waitForURL(/search=/)
      const row = page.locator('#list tbody tr')
      expect(await row.count()).toBe(1)
      await expectAccessible(page, 'the reservations of producers')
      await row.getByRole('button', { name: /^שליחה ב־SMS/ }).press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByText(`•••••••${person.mobileNumber.slice(-3)}`).waitFor()
      await expectAccessible(page, 'the question before an SMS')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await row.getByRole('button', { name: /^שליחה ב־SMS/ }).press('Enter')
      await dialog.getByRole('button', { name: 'שליחה', exact: true }).press('Enter')
      await page
        .getByRole('status')
        .filter({ hasText: `•••••••${person.mobileNumber.slice(-3)}` })
        .waitFor()
      await row.getByRole('button', { name: /^ביטול ההזמנה/ }).press('Enter')
      const refund = await page.locator('#refund').innerText()
      await expectAccessible(page, 'the question before a cancellation')
      await page.getByRole('button', { name: 'ביטול ההזמנה והחזר' }).press('Enter')
      await page.getByRole('status').filter({ hasText: refund }).waitFor()
      expect(await row.innerText()).toContain('בוטלה')
      await page.goto('/PRES-live/references')
      await expectAccessible(page, 'the references of tickets')
    })
  })

  it('R2.21 R2.69 work plain and without script: nothing of the list is in reach behind a question', async () => {
    const person = await newPerson()
    await boughtBefore(person, THEATRE, 1)
    await visit({ ...DESK, javaScriptEnabled: false }, async ({ page }) => {
      await signIn(page, await aStaffMember({ role: 'manager', businessIds: null }))
      await page.goto(`/PRES-live-V1/reservations?search=${person.mobileNumber}`)
      expect(await page.content()).not.toContain('<script')
      await page.getByRole('button', { name: /^ביטול ההזמנה/ }).click()
      await page.locator('#refund').waitFor()
      expect(await page.locator('main [inert] #list').count()).toBe(1)
      await page.getByRole('link', { name: 'להשאיר את ההזמנה' }).click()
      await page.getByRole('button', { name: /^שליחה חוזרת/ }).click()
      await page.getByRole('status').filter({ hasText: 'נשלחו' }).waitFor()
      await page.goto('/PRES-live-v1/references')
      expect(await page.content()).not.toContain('<script')
      await page.getByRole('heading', { level: 1, name: 'אסמכתאות' }).waitFor()
    })
  })
})

describe('the sale of seats by producers', () => {
  it('R2.37 R4.59 R7.6 leads from the menu to the live map, and sells the seats to a name and a mobile number', async () => {
    const mobileNumber = newMobileNumber()
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await signIn(page, await aStaffMember({ role: 'boxOffice', businessIds: null }))
      await page.goto('/PRES-live')
      await page.locator('#menu').getByRole('link', { name: 'מכירת מושבים' }).press('Enter')
      await page.getByRole('heading', { level: 1, name: 'מכירת מושבים' }).waitFor()
      await expectAccessible(page, 'the sale of seats by producers')
      expect(await page.locator('script').count()).toBe(0)
      await page.goto(`/order/${String(THEATRE)}?domain=presLive`)
      await page.getByText('מכירת מפיק').waitFor()
      await shopper.takeFromList(1)
      await page.getByRole('button', { name: 'להחזיק למכירה שלי' }).press('Enter')
      await page.getByText('המושבים מוחזקים למכירה שלכם.').waitFor()
      await page.locator('#map .held-marks path.mine').waitFor({ state: 'attached' })
      await page.locator('.seclist details:not([open])').last().locator('summary').click()
      await page.locator('#list [data-held="mine"]').waitFor()
      expect(await page.locator('#list [data-held]').getAttribute('aria-describedby')).toBe('held-mine')
      await expectAccessible(page, 'the map of a producer who holds a seat')
      await page.getByRole('button', { name: 'לשחרר את כל המוחזקים' }).press('Enter')
      await page.getByText('המושבים שוחררו למכירה באתר.').waitFor()
      await shopper.takeFromList(2)
      await shopper.toTickets()
      await shopper.toDetails()
      expect(await page.locator('form#details input[id^="field-"]:visible').count()).toBe(2)
      await expectAccessible(page, 'the details of a producer’s sale')
      await page.getByLabel('שם הלקוח').fill('שירה מלכא')
      await page.getByLabel('טלפון נייד').fill(mobileNumber)
      await shopper.toPayment()
      await shopper.payBy()
      await shopper.confirmed()
      expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join(' '))).not.toContain(mobileNumber)
    })
    expect(
      await cellOf(`SELECT channel || ' ' || (customer_id IS NULL)::text || ' ' || first_name FROM orders WHERE mobile_number = $1`, [
        mobileNumber,
      ]),
    ).toBe('producer true שירה מלכא')
  })
})
