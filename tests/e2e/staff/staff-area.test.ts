import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Role } from '#lib/domain/staff/roles.ts'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { follow } from '#tests/support/browser/follow.ts'
import { expectAccessible, expectPrintable } from '#tests/support/browser/page-checks.ts'
import { newPerson, signInByCode } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { startApp } from '#tests/support/processes/server.ts'
import { freePort } from '#tests/support/processes/free-port.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

openTheatre()

const PASSWORD = 'nine wide doors open'

async function aPerson(role: Role, businessIds: readonly number[] | null = [1]): Promise<StaffPerson> {
  const person = await aStaffMember({ role, businessIds })
  await database().query('UPDATE staff SET password_hash = $2 WHERE staff_id = $1', [person.staffId, await hashPassword(PASSWORD)])
  await database().query('DELETE FROM staff_session WHERE staff_id = $1', [person.staffId])
  return person
}

/** Signs in by the keyboard alone: the first field is behind the skip link. */
async function signInByKeyboard(page: Page, address: string, { email }: StaffPerson, password = PASSWORD): Promise<void> {
  await page.goto(address)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  const next = page.waitForEvent('load')
  await page.keyboard.press('Enter')
  await next
}

/** A passkey of a device that is not there. */
async function addIdlePasskey({ staffId }: StaffPerson): Promise<void> {
  await database().query(
    `INSERT INTO staff_passkey (credential_id, staff_id, name, public_key, sign_count) VALUES ($1, $2, 'ישן', $1, 0)`,
    [randomBytes(32), staffId],
  )
}

const itemsOf = (page: Page) => page.locator('#menu li b').allInnerTexts()

/** The first cells of the rows of a table. */
const namesIn = (page: Page, table: string) => page.locator(`#${table} tbody th`).allInnerTexts()

describe('the area of staff', () => {
  it('R1.8 R2.20 R2.35 R2.36 R2.37 R2.38 R3.41 R6.17 a producer signs in by the keyboard at any spelling of the address and sees exactly three items', async () => {
    const producer = await aPerson('producer')
    await visit(PHONE, async ({ page }) => {
      await signInByKeyboard(page, '/pres-LIVE', producer, 'a wrong one')
      expect(await page.getByRole('alert').innerText()).toContain('הכניסה לא הצליחה')
      await expectAccessible(page, 'the sign-in of staff')
      await signInByKeyboard(page, '/pres-LIVE', producer)
      expect(await itemsOf(page)).toEqual(['דוח סרטים ומופעים', 'מכירת מושבים', 'הזמנות מפיק'])
      expect(await page.locator('.k-sd-me').innerText()).toContain('דנה לביא')
      for (const link of await page.locator('#menu a').all())
        expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
      await expectAccessible(page, 'the menu of staff')
      expect(await page.locator('script').count()).toBe(0)
      expect((await page.request.get('/PRES-live/staff')).status()).toBe(404)
      await page.getByRole('button', { name: 'יציאה' }).click()
      await page.getByRole('heading', { name: 'כניסת צוות' }).waitFor()
    })
  })

  it('R2.65 R2.66 R2.67 a producer reads the numbers of the own business: pictures with their tables, sorted, found, by day and on the wall, plain too', async () => {
    const producer = await aPerson('producer', [2])
    await visit(PHONE, async ({ page }) => {
      await signInByKeyboard(page, '/PRES-live', producer)
      await page.getByRole('link', { name: 'דוח סרטים ומופעים' }).last().click()
      await page.getByRole('heading', { level: 1, name: 'דוח סרטים ומופעים' }).waitFor()
      await page.clock.install()
      await page.goto('/PRES-live/reports?dateType=1&startDate=2020-01-01&endDate=2040-01-01')
      expect(await page.locator('.k-kpis dt').allInnerTexts()).toEqual(['כרטיסים שנמכרו', 'הכנסות ברוטו', 'תפוסה ממוצעת', 'ביטולים'])
      expect(await page.getByRole('img', { name: 'כרטיסים שנמכרו ביום' }).count()).toBe(1)
      await page.locator('#pictures summary').first().click()
      expect(await page.locator('#pictures table').first().locator('tbody tr').count()).toBe(62)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.locator('.k-pulse.on').waitFor()
      const sold = page.locator('[data-live="sum.sold"]')
      const [before, presentationId] = [
        await sold.innerText(),
        await cellOf('SELECT min(presentation_id) FROM presentation WHERE business_id = 2'),
      ]
      const sell = (count: number) =>
        database().query(
          `INSERT INTO sales_delta (day, presentation_id, kind, subject_id, channel, quantity) VALUES (current_date, $1, 'seat', 0, 'shop', $2)`,
          [presentationId, count],
        )
      await sell(7_000)
      await expect.poll(() => sold.innerText()).toMatch(/^7,0/)
      await sell(-7_000)
      await expect.poll(() => sold.innerText()).toBe(before)
      await page.route('**/api/PRES-live/changes*', (route) => route.abort())
      await page.clock.fastForward(90_000)
      await page.locator('.k-pulse.off', { hasText: /אין חיבור.*לפני \D*1:3\d/s }).waitFor()
      await page.unroute('**/api/PRES-live/changes*')
      await page.clock.fastForward(6_000)
      await page.locator('.k-pulse.on', { hasText: 'חי' }).waitFor()
      const features = await namesIn(page, 'features')
      await page.locator('#features').getByRole('link', { name: 'מופע', exact: true }).press('Enter')
      await page.waitForURL(/sort=/)
      expect(await namesIn(page, 'features')).toEqual(features)
      await page.locator('#features').getByRole('link', { name: 'מופע', exact: true }).press('Enter')
      await page.waitForURL(/sort=-/)
      const turned = await namesIn(page, 'features')
      expect(turned).not.toEqual(features)
      await page.locator('.k-range summary').click()
      await page.getByLabel('חיפוש בטבלאות').fill(turned[0] ?? '')
      await page.getByLabel('חיפוש בטבלאות').press('Enter')
      await page.waitForURL(/find=/)
      expect(await namesIn(page, 'features')).toEqual([turned[0]])
      await expectAccessible(page, 'the report of sales')
      await expectPrintable(page)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'XLSX: לפי מופע' }).click()
      expect((await download).suggestedFilename()).toMatch(/^features-.*\.xlsx$/)
      for (const tab of ['מכירות לפי מיקום', 'מכירות לפי מופע', 'מסך מכירות']) {
        await page.getByRole('link', { name: tab }).click()
        await page.getByRole('heading', { level: 1, name: tab }).waitFor()
      }
      expect((await page.request.get('/PRES-live/reports?featureId=999999')).status()).toBe(404)
      const plain = await (await page.request.get('/PRES-live-v1/reports?dateType=1&startDate=2020-01-01&endDate=2040-01-01')).text()
      expect([plain.includes('<script'), plain.includes('k-chart'), plain.includes('id="features"')]).toEqual([false, false, true])
    })
  })

  it('a page of sales that is left open as the business day ends is loaded anew, once it can be had', async () => {
    const producer = await aPerson('producer', [2])
    await visit(DESK, async ({ page }) => {
      await signInByKeyboard(page, '/PRES-live', producer)
      await page.goto('/PRES-live/locationTicketSales')
      const pulse = page.locator('.k-pulse.on')
      await pulse.waitFor()
      const day = await pulse.getAttribute('data-day')
      let asked = 0
      await page.route('**/PRES-live/locationTicketSales', async (route) => {
        const isTried = route.request().resourceType() === 'fetch' && asked++ === 0
        await (isTried ? route.fulfill({ status: 303, headers: { location: '/PRES-live/reports' } }) : route.continue())
      })
      await pulse.evaluate((left: HTMLElement) => {
        left.dataset.day = '2026-01-01'
      })
      await expect.poll(() => pulse.getAttribute('data-day'), { timeout: 30_000 }).toBe(day)
      expect(asked, 'tried again after it led elsewhere').toBe(2)
      await page.unrouteAll()
    })
  })

  it('R2.21 R6.18 R6.19 R6.20 the plain form shows the items of the own permissions, and has no script', async () => {
    await visit({ ...DESK, javaScriptEnabled: false }, async ({ page }) => {
      const cases = [
        ['boxOffice', ['מכירת מושבים', 'הזמנות מפיק']],
        ['gate', []],
      ] as const
      for (const [role, items] of cases) {
        await signInByKeyboard(page, '/PRES-live-V1', await aPerson(role))
        expect([role, await itemsOf(page)]).toEqual([role, items])
        for (const home of ['/PRES-live', '/PRES-live-v1']) expect((await page.request.get(`${home}/reports`)).status()).toBe(404)
        expect(await page.content()).not.toContain('<script')
        await page.getByRole('button', { name: 'יציאה' }).click()
        await page.getByRole('heading', { name: 'כניסת צוות' }).waitFor()
      }
    })
  })

  it('R6.25 R6.26 R6.27 a broker saves, locks and unlocks a part of a presentation without a script; what was typed wrongly stays', async () => {
    const broker = await aPerson('broker', [1])
    await visit({ ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
      await signInByKeyboard(page, '/PRES-live/broker', broker)
      const row = page.getByRole('row').nth(1)
      const press = async (name: string) => {
        await row.getByRole('button', { name }).press('Enter')
        await page.getByRole('status').filter({ hasText: 'בוצע' }).waitFor()
      }
      await press('שמירה למכירה')
      await row.getByLabel('דקות').first().fill('9999')
      await row.getByRole('button', { name: 'נעילה' }).click()
      await page.getByRole('alert').waitFor()
      expect(await row.getByLabel('דקות').first().inputValue()).toBe('9999')
      await row.getByLabel('דקות').first().fill('30')
      await press('נעילה')
      expect(await row.innerText()).toContain('נעול עד')
      await press('שחרור הנעילה')
      await press('ויתור')
      expect(await row.innerText()).toContain('לא נשמר')
    })
    await visit(DESK, async ({ page }) => {
      await signInByKeyboard(page, '/PRES-live/broker', broker)
      await expectAccessible(page, 'the page of brokers')
      expect(await page.locator('script').count()).toBe(0)
    })
  })

  it('an owner invites somebody, who sets a password by the mailed link once, is seen in the log and is signed out by the owner', async () => {
    const owner = await aPerson('owner', null)
    const email = `guest-${String(owner.staffId)}@house.example`
    await visit(DESK, async ({ page }) => {
      await signInByKeyboard(page, '/PRES-live/staff', owner)
      await page.getByRole('link', { name: 'תפקיד חדש' }).press('Enter')
      await page.getByLabel('שם התפקיד').fill('צוות ערב')
      await expectAccessible(page, 'the question for a role')
      await page.getByRole('checkbox', { name: 'הזמנות' }).check()
      await page.getByLabel('רק בעסקים').fill('1, 2')
      await page.getByRole('button', { name: 'שמירת התפקיד' }).click()
      await page.getByRole('status').filter({ hasText: 'בוצע' }).waitFor()
      const roles = page.getByRole('table', { name: 'תפקידים' })
      const column = (await roles.getByRole('columnheader').allInnerTexts()).findIndex((text) => text.includes('צוות ערב'))
      const mark = (name: string) =>
        roles
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
          .locator('> *')
          .nth(column)
          .innerText()
      expect(await Promise.all(['הזמנות', 'צוות ותפקידים', 'היכן'].map(mark))).toEqual([
        'מותר בגבולות',
        'אסור',
        expect.stringContaining('1, 2'),
      ])
      await page.getByRole('link', { name: 'הזמנת איש צוות' }).press('Enter')
      await page.getByRole('dialog', { name: 'הזמנת איש צוות' }).waitFor()
      await page.getByLabel('שם פרטי').fill('רות')
      await page.getByLabel('שם משפחה').fill('שגיא')
      await page.getByLabel('דואר אלקטרוני').fill(email)
      await page.getByRole('radio', { name: 'צוות ערב' }).check()
      await expectAccessible(page, 'an invitation that is written')
      await page.getByRole('button', { name: 'שליחת ההזמנה' }).click()
      await page.getByRole('status').filter({ hasText: 'בוצע' }).waitFor()
      const row = page.getByRole('row').filter({ hasText: email })
      expect(await row.innerText()).toContain('הזמנה נשלחה')
      const outbox = (await (await page.request.get('/api/dev/outbox')).json()) as { messages: { to: string; text: string }[] }
      const link = /\/PRES-live\/invitation\/[\w-]+/.exec(outbox.messages.find(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
      await visit(PHONE, async ({ page: guest }) => {
        await guest.goto(link)
        await expectAccessible(guest, 'an invitation')
        await guest.getByLabel('סיסמה חדשה').fill(PASSWORD)
        await guest.getByRole('button', { name: 'שמירת הסיסמה' }).click()
        await guest.getByRole('heading', { name: 'אזור הצוות' }).waitFor()
        expect((await guest.request.get(link)).status()).toBe(404)
        await page.reload()
        expect(await row.innerText()).toContain('אין')
        expect(await page.locator('#log').innerText()).toContain('הזמנה לצוות')
        const dialog = page.getByRole('dialog', { name: 'שינוי תפקיד: רות שגיא' })
        const businesses = dialog.getByLabel('מספרי עסקים')
        const save = dialog.getByRole('button', { name: 'שמירת השינוי' })
        const more = page.getByRole('button', { name: 'עוד: רות שגיא' })
        await page.getByRole('searchbox').fill(email)
        await page.getByRole('searchbox').press('Enter')
        await page.getByText('מוצגים: 1 / ').waitFor()
        await more.press('Enter')
        await expectAccessible(page, 'what can be done with an account')
        await page.getByRole('link', { name: 'שינוי תפקיד: רות שגיא' }).press('Enter')
        await dialog.getByRole('radio', { name: 'קופה' }).check()
        await businesses.fill('x')
        await save.press('Enter')
        await dialog.getByRole('alert').waitFor()
        expect([await businesses.inputValue(), await dialog.getByRole('radio', { name: 'קופה' }).isChecked()]).toEqual(['x', true])
        expect(await page.getByRole('status').filter({ hasText: 'בוצע' }).count()).toBe(0)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        await more.press('Enter')
        await page.getByRole('link', { name: 'שינוי תפקיד: רות שגיא' }).press('Enter')
        await dialog.getByRole('radio', { name: 'קופה' }).check()
        await businesses.fill('')
        await save.press('Enter')
        await page.getByRole('status').filter({ hasText: 'בוצע' }).waitFor()
        await guest.reload()
        expect(await itemsOf(guest)).toEqual(['מכירת מושבים', 'הזמנות מפיק'])
        await page.locator('#log').getByLabel('מה', { exact: true }).selectOption('שינוי חשבון')
        await page.locator('#log').getByRole('button', { name: 'הצגה' }).press('Enter')
        await page.waitForURL(/action=change/)
        expect(await page.locator('#log tbody tr').count()).toBe(1)
        const file = page.waitForEvent('download')
        await page.getByRole('link', { name: 'CSV: יומן' }).click()
        expect((await file).suggestedFilename()).toBe('staff-log.csv')
        await expectAccessible(page, 'the people of the staff')
        await more.press('Enter')
        await page.getByRole('button', { name: 'ניתוק מכל המכשירים: רות שגיא' }).click()
        await page.getByRole('status').filter({ hasText: 'בוצע' }).waitFor()
        await guest.goto('/PRES-live')
        await guest.getByRole('heading', { name: 'כניסת צוות' }).waitFor()
      })
    })
  })

  it('an owner makes an API key without a script, which is shown once, and ends it with one', async () => {
    const owner = await aPerson('owner', null)
    const name = `אתר ${String(owner.staffId)}`
    await visit({ ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
      await signInByKeyboard(page, '/PRES-live/staff', owner)
      await page.getByRole('link', { name: 'מפתח חדש' }).press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('למי המפתח').fill(name)
      await dialog.getByRole('button', { name: 'יצירת המפתח' }).press('Enter')
      await dialog.getByRole('alert').waitFor()
      expect(await dialog.getByLabel('למי המפתח').inputValue()).toBe(name)
      await dialog.getByRole('checkbox', { name: 'קריאת תוכנייה' }).check()
      await dialog.getByRole('button', { name: 'יצירת המפתח' }).press('Enter')
      const secret = await dialog.locator('#secret').innerText()
      expect(secret).toMatch(/^shk_[\da-f]{8}_[\w-]{43}$/)
      expect(page.url()).not.toContain('shk_')
      await dialog.getByRole('link', { name: 'שמרתי אותו' }).press('Enter')
      await page.getByRole('heading', { name: 'מפתחות API' }).waitFor()
      expect(await page.content()).not.toContain(secret)
    })
    await visit(DESK, async ({ page }) => {
      await signInByKeyboard(page, '/PRES-live/staff', owner)
      await page.getByRole('link', { name: 'מפתח חדש' }).press('Enter')
      await page.getByLabel('למי המפתח').waitFor()
      await expectAccessible(page, 'the question for an API key')
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: `עוד: ${name}` }).press('Enter')
      await page.getByRole('button', { name: `החלפה: ${name}` }).press('Enter')
      await page.locator('#secret').waitFor()
      await expectAccessible(page, 'an API key that is shown')
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page
        .getByRole('button', { name: `עוד: ${name}` })
        .first()
        .press('Enter')
      await page.getByRole('button', { name: `סיום מיידי: ${name}` }).click()
      await page.getByRole('status').filter({ hasText: 'בוצע' }).waitFor()
      expect(await page.locator('#outside').innerText()).toContain('הסתיים')
      await page.getByRole('link', { name: 'כתובת חדשה' }).press('Enter')
      await page.getByRole('textbox', { name: 'כתובת' }).fill(`https://books.example/${String(owner.staffId)}`)
      await page.getByRole('checkbox', { name: 'order.paid' }).check()
      await expectAccessible(page, 'the question for a webhook')
      await page.getByRole('button', { name: 'הוספת הכתובת' }).press('Enter')
      expect(await page.locator('#secret').innerText()).toMatch(/^whsec_/)
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: `עוד: https://books.example/${String(owner.staffId)}` }).press('Enter')
      await page.getByRole('button', { name: 'השהיה' }).press('Enter')
      await page.locator('#webhooks').getByText('מושהה').waitFor()
      await expectAccessible(page, 'the people of the staff, keys and webhooks')
    })
  })

  it('a second factor is set up by the picture or the key, and is asked for at the next sign-in', async () => {
    const person = await aPerson('producer')
    await visit(PHONE, async ({ page }) => {
      await signInByKeyboard(page, '/PRES-live/account', person)
      await page.getByLabel('סיסמה').fill(PASSWORD)
      await page.getByRole('button', { name: 'הפעלת אימות נוסף' }).click()
      const secret = Secret.fromBase32((await page.locator('#totp-key').innerText()).trim())
      await expectAccessible(page, 'a second factor that is set up')
      const codeOf = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
      await page.getByLabel('קוד', { exact: true }).fill(codeOf(0))
      await follow(page, page.getByRole('button', { name: 'אישור הקוד' }))
      expect(await page.locator('.k-codes li').count()).toBe(10)
      await page.getByRole('button', { name: 'יציאה' }).click()
      await signInByKeyboard(page, '/PRES-live', person)
      await page.getByRole('heading', { name: 'אימות נוסף' }).waitFor()
      expect(await itemsOf(page)).toEqual([])
      await page.getByLabel('קוד', { exact: true }).fill(codeOf(1))
      await page.getByRole('button', { name: 'המשך' }).click()
      await page.getByRole('heading', { name: 'אזור הצוות' }).waitFor()
    })
  })

  it('a passkey is added, signs in alone by the keyboard, proves its owner and is removed; its script is on these two pages only', async () => {
    const port = await freePort()
    const origin = `http://localhost:${String(port)}`
    const shop = await startApp({ env: { PORT: String(port), PUBLIC_ORIGIN: origin, LOG_LEVEL: 'warn' } })
    onTestFinished(async () => void (await shop.stop()))
    const person = await aPerson('producer')
    await visit(PHONE, async ({ page }) => {
      const device = await page.context().newCDPSession(page)
      await device.send('WebAuthn.enable')
      const options = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      } as const
      await device.send('WebAuthn.addVirtualAuthenticator', { options })
      const press = (name: string) => page.getByRole('button', { name }).press('Enter')
      const list = page.locator('#passkeys')
      await signInByKeyboard(page, `${origin}/PRES-live/account`, person)
      await page.getByLabel('שם המפתח').fill('הטלפון שלי')
      await list.getByLabel('סיסמה').fill(PASSWORD)
      await press('הוספת מפתח גישה')
      await page.getByText('עכשיו המכשיר ייצור את המפתח: הטלפון שלי').waitFor()
      await expectAccessible(page, 'a passkey that is being made')
      await press('יצירת המפתח')
      await expect.poll(() => page.locator('.k-codes li').count()).toBe(10)
      expect(await list.getByRole('row').last().innerText()).toMatch(/הטלפון שלי[^]*עדיין לא[^]*לא ניתן להסיר/)
      await expectAccessible(page, 'the own account with a passkey')
      await press('יציאה')
      await page.getByRole('heading', { name: 'כניסת צוות' }).waitFor()
      await expectAccessible(page, 'the sign-in of staff with a passkey')
      expect(await page.locator('script').count()).toBeGreaterThan(0)
      await press('כניסה במפתח גישה')
      await page.getByRole('heading', { name: 'אזור הצוות' }).waitFor()
      expect(await page.locator('script, astro-island').count()).toBe(0)
      await addIdlePasskey(person)
      await page.goto(`${origin}/PRES-live/account`)
      expect(await page.locator('astro-island').count()).toBe(0)
      expect(await list.getByRole('row').nth(1).innerText()).not.toContain('עדיין לא')
      await list.locator('summary').last().press('Enter')
      await page.getByRole('button', { name: 'הסרת מפתח הגישה: ישן' }).press('Enter')
      await expect.poll(() => list.getByRole('row').count()).toBe(2)
      await page.getByLabel('שם המפתח').fill('שוב הטלפון')
      await press('הוספת מפתח גישה')
      await press('יצירת המפתח')
      await page.getByRole('alert').filter({ hasText: 'במכשיר הזה כבר יש מפתח גישה' }).waitFor()
      await press('בלי מפתח חדש')
      await page.getByLabel('שם המפתח').waitFor()
    })
  })

  it('a customer’s sign-in opens no page of staff, and a sign-in of staff no personal area', async () => {
    const producer = await aPerson('owner', null)
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      const context = page.context()
      await signInByCode(shopper, await newPerson())
      for (const path of ['/PRES-live', '/PRES-live/staff', '/PRES-live/account']) {
        await page.goto(path)
        await page.getByRole('heading', { name: 'כניסת צוות' }).waitFor()
      }
      const customers = await context.cookies()
      await signInByKeyboard(page, '/PRES-live', producer)
      const staff = (await context.cookies()).filter(({ name }) => !customers.some((one) => one.name === name))
      expect(staff.map(({ name, httpOnly, path }) => [name.replace('__Host-', ''), httpOnly, path])).toEqual([['staff', true, '/']])
      await context.clearCookies()
      await context.addCookies(staff)
      await page.goto('/PRES-live')
      await page.getByRole('heading', { name: 'אזור הצוות' }).waitFor()
      await page.goto('/customer')
      await page.getByLabel('מספר טלפון נייד').waitFor()
    })
  })
})
