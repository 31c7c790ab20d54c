import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright'
import { describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { boughtBefore, codeTo, newMobileNumber, newPerson, signInByCode, type Person } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

async function onDetails(work: (shopper: Shopper, person: Person) => Promise<void>, options = DESK): Promise<void> {
  const person = await newPerson()
  await visit(options, async (shopper) => {
    await signInByCode(shopper, person, '/customer/details')
    await shopper.page.locator('#details astro-island:not([ssr])').waitFor({ state: 'attached' })
    await work(shopper, person)
  })
}

const save = ({ page }: Shopper) => page.getByRole('button', { name: 'שמירת הפרטים' })

/** An island below is alive once it was in sight. */
async function comeTo({ page }: Shopper, part: string): Promise<void> {
  await page.locator(`#${part}`).scrollIntoViewIfNeeded()
  await page.locator(`#${part} astro-island:not([ssr])`).waitFor({ state: 'attached' })
}

/** What becomes of a press is said in a region that was there before it: a reader hears it. */
async function expectTold({ page }: Shopper, part: string, press: () => Promise<void>, words: string): Promise<void> {
  await page
    .locator(`#${part} [role=status]`)
    .first()
    .evaluate((region) => region.setAttribute('data-before', ''), null, { timeout: 5_000 })
  await press()
  await page.locator(`#${part} [data-before]`).getByText(words).waitFor()
}

/** Signed in too long ago for what could lock somebody out. */
const age = ({ customerId }: Person) =>
  database().query(`UPDATE session SET signed_in_at = now() - interval '1 hour' WHERE area_customer_id = $1`, [customerId])

const focusedText = ({ page }: Shopper) => page.evaluate(() => document.activeElement?.textContent)

async function rowOf({ customerId }: Person): Promise<Record<string, unknown>> {
  const { rows } = await database().query<Record<string, unknown>>('SELECT * FROM customer WHERE customer_id = $1', [customerId])
  return rows[0] ?? {}
}

describe('personal details', () => {
  it('R2.57 R6.7 R7.32 of seven fields are changed and kept', async () => {
    await onDetails(async (shopper, person) => {
      const { page } = shopper
      const labels = await page.locator('#details form label').allInnerTexts()
      expect(labels.map((label) => label.replace('(לא חובה)', '').trim())).toEqual([
        ...['שם פרטי', 'שם משפחה', 'טלפון נייד', 'דואר אלקטרוני', 'רחוב ומספר בית', 'יישוב', 'תאריך לידה'],
      ])
      await page.getByLabel('שם פרטי').fill('מיכל־אור')
      await page.getByLabel('יישוב').fill('עכו')
      await expectTold(shopper, 'details', () => save(shopper).click(), 'הפרטים שלך נשמרו בהצלחה.')
      expect(await rowOf(person)).toMatchObject({ first_name: 'מיכל־אור', city: 'עכו' })
      await page.reload()
      expect(await page.getByLabel('יישוב').inputValue()).toBe('עכו')
      await expectAccessible(page, 'personal details')
    })
  })

  it('R7.33 that are wrong, or that do not arrive, are told where they stand and stay typed', async () => {
    await onDetails(async (shopper) => {
      const { page } = shopper
      await page.getByLabel('שם משפחה').fill('')
      await page.getByLabel('דואר אלקטרוני').fill('no address')
      await save(shopper).click()
      await page.getByText('שגיאה בשמירת הפרטים.', { exact: true }).waitFor()
      expect(await page.getByLabel('שם משפחה').evaluate((field) => field === document.activeElement)).toBe(true)
      expect(await page.locator('#details [aria-invalid]').count()).toBe(2)
      await expectAccessible(page, 'personal details with mistakes')
      await page.getByLabel('שם משפחה').fill('כהן')
      await page.getByLabel('דואר אלקטרוני').fill('')
      await page.route('**/customer-area/customers/**', (route) => route.abort())
      await save(shopper).click()
      await page.getByText('החיבור לרשת נקטע').waitFor()
      expect(await page.getByText('שגיאה בשמירת הפרטים.', { exact: true }).count()).toBe(1)
      expect(await page.getByLabel('שם משפחה').inputValue()).toBe('כהן')
    })
  })

  it('a new mobile number counts once its code is entered, on the page; the old one is told', async () => {
    await onDetails(async (shopper, person) => {
      const { page } = shopper
      const mobileNumber = newMobileNumber()
      await page.getByLabel('טלפון נייד').fill(mobileNumber)
      await save(shopper).click()
      await page.getByRole('heading', { name: 'אימות הנייד החדש' }).waitFor()
      expect(await rowOf(person)).toMatchObject({ mobile_number: person.mobileNumber })
      await expectAccessible(page, 'the code of a new number')
      await page.locator('input[autocomplete=one-time-code]').fill('000000')
      await page.getByText('הקוד שהוזן שגוי').waitFor()
      await page.locator('input[autocomplete=one-time-code]').fill(await codeTo(mobileNumber))
      await page.getByText('הפרט החדש אומת ונשמר').waitFor()
      expect(await rowOf(person)).toMatchObject({ mobile_number: mobileNumber })
    }, PHONE)
  })

  it('a number and an address in one go are proved one after the other, and what is proved is not sent again', async () => {
    await onDetails(async (shopper) => {
      const { page } = shopper
      const sent: { readonly path: string; readonly body: Record<string, unknown> }[] = []
      page.on('request', (request) => {
        const path = new URL(request.url()).pathname
        if (request.method() !== 'GET' && path.includes('/customer-area/'))
          sent.push({ path, body: (request.postDataJSON() ?? {}) as Record<string, unknown> })
      })
      const [mobileNumber, email] = [newMobileNumber(), `new${newMobileNumber()}@shura.example`]
      await page.getByLabel('טלפון נייד').fill(mobileNumber)
      await page.getByLabel('דואר אלקטרוני').fill(email)
      await save(shopper).click()
      await page.getByRole('heading', { name: 'אימות הנייד החדש' }).waitFor()
      const code = page.locator('input[autocomplete=one-time-code]')
      await code.fill(await codeTo(mobileNumber))
      await page.getByRole('heading', { name: 'אימות הדוא״ל החדש' }).waitFor()
      const [first, proved, second, ...more] = sent
      expect(more).toEqual([])
      expect(Object.keys(first?.body ?? {}).sort()).toEqual(['EmailAddress1', 'MobileNumber1'])
      expect(proved?.path).not.toBe(first?.path)
      expect(second).toEqual({ path: first?.path, body: { EmailAddress1: email } })
      await code.fill(await codeTo(email))
      await page.getByText('הפרט החדש אומת ונשמר').waitFor()
      expect(await page.getByLabel('טלפון נייד').inputValue()).toBe(mobileNumber)
    })
  })

  it('an address is proved and a code is sent by one request, however often the button is pressed', async () => {
    await onDetails(async (shopper, person) => {
      const { page } = shopper
      await database().query('UPDATE customer SET is_email_proved = false WHERE customer_id = $1', [person.customerId])
      await page.reload()
      await comeTo(shopper, 'details')
      /** Presses thrice before the answer has come. @returns how often was asked */
      const pressThrice = async (button: Locator): Promise<number> => {
        let asked = 0
        let release = (): void => undefined
        const held = new Promise<void>((resolve) => (release = resolve))
        await page.route('**/customer-area/customers/**', async (route) => {
          asked += 1
          await held
          await route.continue()
        })
        await button.evaluate((one: HTMLElement) => {
          one.click()
          one.click()
        })
        await expect.poll(() => asked).toBeGreaterThan(0)
        await button.evaluate((one: HTMLElement) => one.click())
        const answered = page.waitForResponse('**/customer-area/customers/**')
        release()
        await answered
        await page.unrouteAll({ behavior: 'wait' })
        return asked
      }
      expect(await pressThrice(page.getByRole('button', { name: 'אימות הכתובת' }))).toBe(1)
      const code = page.locator('input[autocomplete=one-time-code]')
      // The sixth digit sends it by itself, and is told that it is wrong.
      await code.fill('000000')
      await page.getByText('הקוד שהוזן שגוי').waitFor()
      expect(await pressThrice(page.locator('.code-box button[type=submit]'))).toBe(1)
      await code.fill(await codeTo(person.email))
      await page.getByText('הפרט החדש אומת ונשמר').waitFor()
    })
  })

  it('a code that was asked for before a reload is entered after it, and the field shows the new number then', async () => {
    await onDetails(async (shopper, person) => {
      const { page } = shopper
      const mobileNumber = newMobileNumber()
      await page.getByLabel('טלפון נייד').fill(mobileNumber)
      await save(shopper).click()
      await page.getByRole('heading', { name: 'אימות הנייד החדש' }).waitFor()
      await page.reload()
      await comeTo(shopper, 'details')
      expect(await page.locator('input[autocomplete=one-time-code]:focus').count()).toBe(0)
      expect(await page.getByLabel('טלפון נייד').inputValue()).toBe(person.mobileNumber)
      await page.locator('input[autocomplete=one-time-code]').fill(await codeTo(mobileNumber))
      await page.getByText('הפרט החדש אומת ונשמר').waitFor()
      expect(await page.getByLabel('טלפון נייד').inputValue()).toBe(mobileNumber)
    })
  })

  it('consents are saved at each press', async () => {
    await onDetails(async (shopper, person) => {
      await comeTo(shopper, 'consents')
      const box = shopper.page.getByLabel('הודעות SMS על מופעים והטבות')
      await box.setChecked(!(await box.isChecked()))
      await shopper.page.getByText('הבחירה נשמרה.').waitFor()
      expect((await rowOf(person)).allows_sms).toBe(await box.isChecked())
    })
  })
})

describe('the account', () => {
  it('lists where one is signed in, and signs another device out', async () => {
    await onDetails(async (shopper, person) => {
      await visit(PHONE, async (other) => {
        await database().query(`UPDATE sign_in_code SET created_at = created_at - interval '21 seconds'`)
        await signInByCode(other, person, '/customer', 2)
        await shopper.page.reload()
        await comeTo(shopper, 'devices')
        expect(await shopper.page.locator('.device').count()).toBe(2)
        await shopper.page.getByRole('button', { name: /^ניתוק/ }).click()
        await shopper.page.getByText('המכשיר נותק.').waitFor()
        expect(await shopper.page.locator('.device').count()).toBe(1)
        await other.page.reload()
        await other.page.getByLabel('מספר טלפון נייד').waitFor()
      })
    })
  })

  it('a password is set shortly after signing in; later one signs in again and comes back to the same part', async () => {
    await onDetails(async (shopper, person) => {
      const { page } = shopper
      await comeTo(shopper, 'password')
      await page.getByLabel('סיסמה חדשה').fill('short')
      await page.getByRole('button', { name: 'שמירת הסיסמה' }).click()
      await page.getByRole('alert').filter({ hasText: 'הסיסמה צריכה להכיל לפחות 10 תווים' }).waitFor()
      await page.getByLabel('סיסמה חדשה').fill('row seven, seat fourteen')
      await expectTold(shopper, 'password', () => page.getByRole('button', { name: 'שמירת הסיסמה' }).click(), 'הסיסמה נשמרה')
      await age(person)
      await page.reload()
      await comeTo(shopper, 'password')
      await page.locator('#password').getByRole('link', { name: 'כניסה מחדש' }).click()
      await page.getByLabel('מספר טלפון נייד').waitFor()
      await database().query(`UPDATE sign_in_code SET created_at = created_at - interval '21 seconds'`)
      await signInByCode(shopper, person, page.url(), 2)
      await page.waitForURL(/\/customer\/details#password$/)
    })
  })

  it('asks for a new sign-in, with the focus on the question, where the last one is too long ago as a password or a deletion is sent', async () => {
    await onDetails(async (shopper, person) => {
      const { page } = shopper
      for (const part of ['password', 'deletion']) await comeTo(shopper, part)
      await age(person)
      await page.getByLabel('סיסמה חדשה').fill('row seven, seat fourteen')
      await page.getByRole('button', { name: 'שמירת הסיסמה' }).press('Enter')
      await page.locator('#password').getByRole('link', { name: 'כניסה מחדש' }).waitFor()
      await expect.poll(() => focusedText(shopper)).toBe(await page.locator('#password p.sub').last().innerText())
      await page.getByRole('button', { name: 'מחיקת החשבון' }).press('Enter')
      await page.getByRole('button', { name: 'מחיקה לצמיתות' }).press('Enter')
      await page.locator('#deletion').getByRole('link', { name: 'כניסה מחדש' }).waitFor()
      await expect.poll(() => focusedText(shopper)).toBe(await page.locator('#deletion p.sub').last().innerText())
      await page.keyboard.press('Tab')
      expect(await focusedText(shopper)).toBe('כניסה מחדש')
    })
  })

  it('gives what is kept as a file', async () => {
    await onDetails(async ({ page }, person) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'הורדת הקובץ' }).click()
      const text = await readFile(await (await download).path(), 'utf8')
      expect(text).toContain(person.email)
    })
  })

  it('is deleted when nothing is open, and kept while tickets are', async () => {
    await onDetails(async (shopper, person) => {
      const { page } = shopper
      await comeTo(shopper, 'deletion')
      const ask = async () => {
        await page.getByRole('button', { name: 'מחיקת החשבון' }).click()
        await page.getByRole('button', { name: 'מחיקה לצמיתות' }).click()
      }
      const resId = await boughtBefore(person, 5, 1)
      await database().query('UPDATE orders SET customer_id = $1 WHERE reservation_identifier = $2', [person.customerId, resId])
      await ask()
      await page.locator('#deletion').getByRole('alert').getByText('יש לכם כרטיסים').waitFor()
      await expectAccessible(page, 'a deletion that is refused')
      await database().query(
        'UPDATE order_seat s SET used_at = now() FROM orders o WHERE o.order_id = s.order_id AND reservation_identifier = $1',
        [resId],
      )
      await ask()
      await page.waitForURL((url) => url.pathname === '/')
      expect((await rowOf(person)).first_name).not.toBe('מיכל')
    })
  })

  it('signing out ends it, and a lost connection leaves one signed in', async () => {
    await onDetails(async ({ page }) => {
      await page.route('**/customer/logout*', (route) => route.abort())
      await page.getByRole('button', { name: 'יציאה' }).click()
      await page.getByRole('alert').getByText('היציאה לא הצליחה').waitFor()
      await page.unroute('**/customer/logout*')
      await page.getByRole('button', { name: 'יציאה' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await page.goto('/customer')
      await page.getByLabel('מספר טלפון נייד').waitFor()
    })
  })
})
