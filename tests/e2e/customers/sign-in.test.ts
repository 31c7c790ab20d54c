import type { BrowserContextOptions, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { codeTo, letPauseEnd, messageTo, newCustomer, newMobileNumber, PASSWORD, wrong } from '#tests/support/browser/sign-in-page.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'

const THEATRE = 5

beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS // the shop's own: it reads the ID numbers that are written here
  await joinShopDatabase()
})
const visit = (options: BrowserContextOptions, work: (shopper: Shopper) => Promise<void>) => asShopper(browser, origin, options, work)

const mobileField = (page: Page) => page.getByLabel('מספר טלפון נייד')
const codeField = (page: Page) => page.getByLabel('קוד אימות')
const expectSignedIn = (page: Page) => page.getByRole('button', { name: 'יציאה' }).first().waitFor()

async function openLogin(page: Page): Promise<void> {
  await page.goto('/customer')
  await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
}

async function askForCode(page: Page, mobileNumber: string): Promise<void> {
  await openLogin(page)
  await mobileField(page).fill(mobileNumber)
  await page.getByRole('button', { name: 'שלחו לי קוד' }).click()
  await codeField(page).waitFor()
}

async function askForLink(page: Page, email: string): Promise<string> {
  await openLogin(page)
  await page.getByRole('button', { name: 'שלחו לי קישור בדוא״ל' }).click()
  await page.getByLabel('דואר אלקטרוני').fill(email)
  await page.getByRole('button', { name: 'שלחו לי קישור', exact: true }).click()
  await page.getByRole('heading', { name: 'בדקו את הדוא״ל' }).waitFor()
  expect(await page.title()).toMatch(/^בדקו את הדוא״ל · /)
  return /\/customer#jwtToken=\S+/.exec((await messageTo(email)).text)?.[0] ?? ''
}

/** Of who is signed in. */
async function addressOf(page: Page): Promise<string> {
  await page.goto('/customer/details')
  return page.getByLabel('דואר אלקטרוני').inputValue()
}

/** Presses a button twice by its key, the second time before its answer has come. @returns how often was asked, and whether the focus stayed on it */
async function focusAtWork(page: Page, button: Locator): Promise<{ readonly asked: number; readonly isKept: boolean }> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  const address = '**/customer-area/**'
  await page.route(address, async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  const its = await button.elementHandle()
  await button.press('Enter')
  await expect.poll(() => asked).toBe(1)
  await page.keyboard.press('Enter')
  const isKept = await its.evaluate((one) => one === document.activeElement && one.textContent === 'רגע…')
  const answered = page.waitForResponse(address)
  release()
  await answered
  await page.unroute(address)
  return { asked, isKept }
}

describe('a customer signs in', () => {
  it('R1.12 R4.41 by mobile number and code, which is sent by itself at the sixth digit', async () => {
    const { mobileNumber } = await newCustomer()
    await visit(DESK, async ({ page }) => {
      await askForCode(page, mobileNumber)
      await page.keyboard.type(await codeTo(mobileNumber))
      await expectSignedIn(page)
    })
  })

  it('R1.14 R2.51 by ID number and code', async () => {
    const { mobileNumber, ssn } = await newCustomer()
    await visit(PHONE, async ({ page }) => {
      await openLogin(page)
      await page.getByRole('button', { name: 'כניסה עם תעודת זהות' }).click()
      await page.getByLabel('מספר תעודת זהות').fill(ssn)
      await page.getByRole('button', { name: 'שלחו לי קוד' }).click()
      await codeField(page).fill(await codeTo(mobileNumber))
      await expectSignedIn(page)
    })
  })

  it('R1.15 by e-mail and password; a wrong one leaves what was typed', async () => {
    const { email } = await newCustomer()
    await visit(DESK, async ({ page }) => {
      await openLogin(page)
      await page.getByRole('button', { name: 'כניסה עם דוא״ל וסיסמה' }).click()
      await page.getByLabel('דואר אלקטרוני').fill(email)
      const password = page.getByRole('textbox', { name: 'סיסמה', exact: true })
      await password.fill('not this one')
      await page.getByRole('button', { name: 'כניסה', exact: true }).click()
      await page.getByRole('alert').waitFor()
      expect(await page.getByLabel('דואר אלקטרוני').inputValue()).toBe(email)
      await page.getByRole('button', { name: 'הצגת הסיסמה' }).click()
      expect(await password.getAttribute('type')).toBe('text')
      await password.fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expectSignedIn(page)
    })
  })

  it('R1.13 R2.63 R8.36 by a link, once: a second time the login form opens, with the field for a new link', async () => {
    const { email } = await newCustomer()
    let link = ''
    await visit(DESK, async ({ page }) => {
      link = await askForLink(page, email)
      await page.goto(link)
      await expectSignedIn(page)
      expect(page.url()).toBe(`${origin}/customer`)
      await page.goto('/')
      await page.goto(link)
      await page.waitForURL(`${origin}/customer`)
      await expectSignedIn(page)
    })
    await visit(PHONE, async ({ page }) => {
      await page.goto(link)
      await page.getByRole('alert').getByText('הקישור הזה כבר נוצל').waitFor()
      expect(page.url()).toBe(`${origin}/customer`)
      await page.getByLabel('דואר אלקטרוני').waitFor()
      await expectAccessible(page, 'a link used before')
    })
  })

  it('R1.13 by a link in another browser: only after the question whose account it is, which can be answered by the keyboard', async () => {
    const { email } = await newCustomer()
    let link = ''
    await visit(DESK, async ({ page }) => {
      link = await askForLink(page, email)
    })
    const question = /^להיכנס בתור מ••• \(.*g•••@shura\.example.*\)\?$/
    await visit(PHONE, async ({ page }) => {
      await page.goto(link)
      await page.getByRole('heading', { name: question }).waitFor()
      expect(page.url()).toBe(`${origin}/customer`)
      await expect.poll(() => page.title()).toMatch(/^כניסה עם קישור · /)
      await expectAccessible(page, 'whose link it is')
      await page.getByRole('button', { name: 'לא אני' }).press('Enter')
      await page.getByRole('heading', { name: 'כניסה עם הנייד' }).waitFor()
      await expect.poll(() => page.title()).toMatch(/^כניסה עם הנייד · /)
      await expect.poll(() => mobileField(page).evaluate((field) => field === document.activeElement)).toBe(true)
      await page.goto('/')
      await page.goto(link)
      await page.getByRole('heading', { name: question }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expectSignedIn(page)
    })
  })

  it('R1.13 a link to another account asks a customer who is signed in, and a no leaves them signed in', async () => {
    const [own, other] = [await newCustomer(), await newCustomer()]
    let link = ''
    await visit(DESK, async ({ page }) => {
      link = await askForLink(page, other.email)
    })
    await visit(DESK, async ({ page }) => {
      await askForCode(page, own.mobileNumber)
      await page.keyboard.type(await codeTo(own.mobileNumber))
      await expectSignedIn(page)
      await page.goto(link)
      const refuse = page.getByRole('button', { name: 'לא אני' })
      await refuse.waitFor()
      await page.locator('a.skip').press('Enter')
      await page.waitForURL((url) => url.hash === '#main')
      await refuse.click()
      await expectSignedIn(page)
      expect(page.url()).toBe(`${origin}/customer`)
      expect(await addressOf(page)).toBe(own.email)
    })
  })

  it('R6.13 by an account that they have elsewhere', async () => {
    await visit(DESK, async ({ page }) => {
      await openLogin(page)
      await page.locator('a[href^="/sign-in/"]').click()
      await page.getByRole('button', { name: 'דנה פרידמן' }).click()
      await expectSignedIn(page)
      expect(new URL(page.url()).pathname).toBe('/customer')
    })
  })
})

describe('what came of it is told by the page that follows', () => {
  it('of a sign-out: once, on the home page, where it is read out', async () => {
    const { mobileNumber } = await newCustomer()
    await visit(DESK, async ({ page }) => {
      await askForCode(page, mobileNumber)
      await page.keyboard.type(await codeTo(mobileNumber))
      await expectSignedIn(page)
      const served = await (await page.request.get('/customer')).text()
      expect(served, 'a press before the script would be lost').toMatch(/<button[^>]* disabled[^>]*data-sign-out/)
      await page.getByRole('button', { name: 'יציאה' }).first().click()
      await page.getByRole('status').getByText('יצאתם מהאזור האישי.').waitFor()
      expect(page.url()).toBe(`${origin}/`)
      await expectAccessible(page, 'signed out')
      await page.reload()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await page.getByText('יצאתם מהאזור האישי.').count()).toBe(0)
    })
  })

  it('of a sign-in elsewhere that was given up: calmly, at the form', async () => {
    await visit(DESK, async ({ page }) => {
      await openLogin(page)
      await page.locator('a[href^="/sign-in/"]').click()
      await page.getByRole('button', { name: 'ביטול וחזרה לחנות' }).click()
      await page.getByRole('status').getByText('לא נכנסתם.').waitFor()
      await mobileField(page).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  })
})

describe('the verify form', () => {
  it('R8.24 says that a code is wrong, keeps the focus and takes a pasted one', async () => {
    const { mobileNumber } = await newCustomer()
    await visit(PHONE, async ({ page }) => {
      await askForCode(page, mobileNumber)
      const code = await codeTo(mobileNumber)
      await page.keyboard.type(wrong(code))
      await page.getByRole('alert').getByText('הקוד לא נכון').waitFor()
      expect(await codeField(page).getAttribute('aria-invalid')).toBe('true')
      expect(await codeField(page).evaluate((field) => field === document.activeElement)).toBe(true)
      await expectAccessible(page, 'a wrong code')
      await codeField(page).evaluate(
        (field, text) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/plain', text)
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        },
        `${code.slice(0, 3)} ${code.slice(3)}`,
      )
      await expectSignedIn(page)
    })
  })

  it('leads back to the number by its link and by the browser’s button, and outlives a reload', async () => {
    const { mobileNumber } = await newCustomer()
    await visit(PHONE, async ({ page }) => {
      await askForCode(page, mobileNumber)
      await page.getByRole('button', { name: 'שינוי מספר' }).click()
      expect(await mobileField(page).inputValue()).toBe(mobileNumber)
      await page.goForward()
      await codeField(page).waitFor()
      await page.goBack()
      expect(await mobileField(page).inputValue()).toBe(mobileNumber)
      await page.goForward()
      await page.reload()
      await codeField(page).fill(await codeTo(mobileNumber))
      await expectSignedIn(page)
    })
  })

  it('tells how long to wait where too many codes were asked for', async () => {
    const { mobileNumber } = await newCustomer()
    await visit(PHONE, async ({ page }) => {
      await askForCode(page, mobileNumber)
      await page.getByRole('button', { name: 'שינוי מספר' }).click()
      await page.getByRole('button', { name: 'שלחו לי קוד' }).click()
      await page
        .getByRole('alert')
        .getByText(/אפשר לנסות שוב בעוד \d+ שניות/)
        .waitFor()
      expect(await mobileField(page).inputValue()).toBe(mobileNumber)
    })
  })
})

it('a phone-sized screen is enough, with the keyboard only', async () => {
  const { mobileNumber } = await newCustomer()
  await visit({ viewport: { width: 390, height: 844 } }, async ({ page }) => {
    await openLogin(page)
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      if (await mobileField(page).evaluate((field) => field === document.activeElement)) break
    }
    await page.keyboard.type(mobileNumber)
    await page.keyboard.press('Enter')
    await codeField(page).waitFor()
    expect(await codeField(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type(await codeTo(mobileNumber))
    await expectSignedIn(page)
  })
})

describe('at the checkout', () => {
  it('R7.26 signing in fills what is blank in the details, keeps what was typed, and leaves the personal area closed', async () => {
    const { mobileNumber, email } = await newCustomer()
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await shopper.toTickets()
      await shopper.toDetails()
      await page.getByLabel('שם פרטי').fill('מיכלי')
      await page.getByRole('button', { name: /כבר קניתם אצלנו/ }).click()
      await mobileField(page).fill(mobileNumber)
      await expectAccessible(page, 'signing in at the checkout')
      await page.keyboard.press('Enter')
      await codeField(page).fill(await codeTo(mobileNumber))
      await page.getByText('נכנסתם. מילאנו את מה שהיה חסר בפרטים.').waitFor()
      const filled = await Promise.all(
        ['שם פרטי', 'שם משפחה', 'טלפון נייד', 'אימות טלפון נייד', 'דואר אלקטרוני'].map((label) =>
          page.getByLabel(label, { exact: true }).inputValue(),
        ),
      )
      expect(filled).toEqual(['מיכלי', 'אורן', mobileNumber, mobileNumber, email])
      expect(new URL(page.url()).pathname).toBe('/booking/checkout')
      await page.goto('/customer')
      await page.getByRole('heading', { name: 'כניסה עם הנייד' }).waitFor()
    })
  })
})

describe('with the human check, the usual limits, and a number that may be given after signing in', () => {
  let guarded: RunningApp
  beforeAll(async () => {
    guarded = await startApp({
      env: { CAPTCHA_PROVIDER: 'altcha', MOBILE_UPDATE_ON_LOGIN: 'on', CODE_LIMIT_FACTOR: '1', LOCALES: 'he,en', LOG_LEVEL: 'warn' },
    })
  })
  afterAll(async () => {
    await guarded.stop()
  })

  it('R2.62 R9.12 counts 20 seconds down to another message, tells how many are left, and once offers the code by e-mail', async () => {
    const { mobileNumber, email } = await newCustomer()
    await asShopper(browser, guarded.origin, PHONE, async (shopper) => {
      const { page } = shopper
      await page.clock.install()
      await askForCode(page, mobileNumber)
      const again = page.getByRole('button', { name: 'שליחה חוזרת' })
      const byMail = page.getByRole('button', { name: 'קבלת הקוד בדוא״ל' })
      expect([await again.isDisabled(), await byMail.isDisabled()]).toEqual([true, true])
      await page.getByText('נותרו שתי שליחות.').waitFor()
      await page.clock.runFor(18_000)
      expect([await again.isDisabled(), await byMail.isDisabled()]).toEqual([true, true])
      await letPauseEnd(shopper)
      await page.getByRole('status').getByText('אפשר עכשיו לבקש קוד נוסף.').waitFor()
      await again.click()
      await page.getByText('נותרה שליחה אחת.').waitFor()
      expect(await again.isDisabled()).toBe(true)
      await codeTo(mobileNumber, 2)
      await letPauseEnd(shopper)
      await byMail.click()
      await byMail.waitFor({ state: 'detached' })
      await codeField(page).fill(await codeTo(email))
      await expectSignedIn(page)
    })
  })

  it('R5.48 R6.14 each message has a pass of its own, and whoever has no number is asked for it once signed in', async () => {
    const { email, ssn } = await newCustomer({ hasMobile: false })
    const mobileNumber = newMobileNumber()
    await asShopper(browser, guarded.origin, PHONE, async (shopper) => {
      const { page } = shopper
      await page.clock.install()
      await openLogin(page)
      await page.getByRole('button', { name: 'כניסה עם תעודת זהות' }).click()
      await page.getByLabel('מספר תעודת זהות').fill(ssn)
      await page.getByRole('button', { name: 'שלחו לי קוד' }).click()
      await codeField(page).waitFor()
      await letPauseEnd(shopper)
      await page.getByRole('button', { name: 'קבלת הקוד בדוא״ל' }).click()
      await codeField(page).fill(await codeTo(email))
      await page.getByRole('heading', { name: 'מה מספר הנייד שלכם?' }).waitFor()
      await expectAccessible(page, 'the number is asked for')
      await mobileField(page).fill(mobileNumber)
      expect(await focusAtWork(page, page.getByRole('button', { name: 'שלחו לי קוד' }))).toEqual({ asked: 1, isKept: true })
      await codeField(page).fill(await codeTo(mobileNumber))
      await expectSignedIn(page)
      const { rows } = await database().query('SELECT mobile_number FROM customer WHERE lower(email) = lower($1)', [email])
      expect(rows).toEqual([{ mobile_number: mobileNumber }])
    })
  })
})

it('the login form is accessible in each of its ways, and the header leads to it from every page', { timeout: 120_000 }, async () => {
  await visit(DESK, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'האזור שלי' }).click()
    await page.getByRole('heading', { name: 'כניסה עם הנייד' }).waitFor()
    await expectAccessible(page, 'by mobile number')
    for (const name of ['כניסה עם תעודת זהות', 'כניסה עם דוא״ל וסיסמה', 'כניסה עם הנייד', 'שלחו לי קישור בדוא״ל']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expectAccessible(page, name)
    }
    await page.goto('/customer?signIn=SOCIAL_FAILED')
    await page.getByRole('alert').getByText('הכניסה דרך השירות החיצוני לא הצליחה').waitFor()
  })
})
