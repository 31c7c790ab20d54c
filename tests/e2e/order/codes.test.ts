import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible, expectAccessibleOnDevice } from '#tests/support/browser/page-checks.ts'
import { asShopper, DESK, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'

const SSN = '123456782'
/** Demo people (docs/demo.md). */
const MEMBER = '000000018'
const SENIOR = '000000067'

let theatre: PresentationAnswer
let asking: PresentationAnswer
let film: PresentationAnswer
beforeAll(async () => {
  const showings = await openShowings(origin)
  theatre = findShowing(
    showings,
    (one) =>
      one.seatingMode === 'reserved' &&
      one.ticketGroups.length > 1 &&
      one.ticketGroups.every((group) => group.id <= 5 && group.isByCodeEnabled),
  )
  film = findShowing(showings, (one) => one.seatingMode === 'reserved' && one.businessId !== theatre.businessId)
  asking = findShowing(showings, (one) =>
    one.ticketGroups.some(({ tickets }) => tickets.some(({ ref1prompt, walkin }) => ref1prompt !== null || walkin)),
  )
})
const codeField = (page: Page): Locator => page.getByLabel('קוד קופון או שובר')
const ssnField = (page: Page): Locator => page.getByLabel(/^מספר תעודת זהות/)
const chip = (page: Page): Locator => page.locator('.vchip')
const total = (page: Page): Locator => page.locator('.sum .tot dd')
/** What a wrong field says, where it says it to everybody. */
const problemOf = async (field: Locator): Promise<string> => {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  return field
    .page()
    .locator(`[id="${String(await field.getAttribute('aria-describedby'))}"]`)
    .innerText()
}

async function apply(shopper: Shopper, code: string, ssn = ''): Promise<void> {
  const { page } = shopper
  await codeField(page).fill(code)
  if (ssn !== '') await ssnField(page).fill(ssn)
  await shopper.press(page.getByRole('button', { name: 'הפעלה' }))
  await page.locator('form[aria-busy=false] #code').waitFor()
}

async function toTickets(shopper: Shopper, count: number, showing = theatre): Promise<void> {
  await shopper.openOrder(showing.id)
  if (showing.seatingMode === 'reserved') await shopper.takeFromList(count)
  else await shopper.addPlaces(count)
  await shopper.toTickets()
}

/** The rows of the summary must add up to what is due. */
async function expectSum(page: Page): Promise<void> {
  const amounts = await page.locator('.sum dl > div:not(.tot) dd').allInnerTexts()
  const agorot = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100) * (text.includes('−') ? -1 : 1)
  const sum = amounts.filter((text) => text.includes('₪')).reduce((all, text) => all + agorot(text), 0)
  expect(sum).toBe(agorot(await total(page).innerText()))
}

describe.each([
  ['a phone', PHONE],
  ['a desk', DESK],
])('codes on %s', (_name, device) => {
  it('R5.25 a coupon for two asks for one seat more, then covers both, and gives them back', async () => {
    await asShopper(browser, origin, device, async (shopper) => {
      const { page } = shopper
      await toTickets(shopper, 1)
      const before = await total(page).innerText()
      await apply(shopper, 'PAIR')
      expect(await problemOf(ssnField(page))).toBe('כדי לממש את הקוד צריך גם מספר תעודת זהות.')
      expect(await codeField(page).inputValue()).toBe('PAIR')
      await apply(shopper, 'PAIR', SSN)
      expect(await problemOf(codeField(page))).toBe('למימוש הקופון יש להוסיף כרטיס נוסף.')
      await expectAccessibleOnDevice(page, 'a refused code')
      await page.goBack()
      await shopper.takeFromList(1).catch(() => undefined)
      await shopper.expectChosen(2)
      await shopper.toTickets()
      const two = await total(page).innerText()
      await apply(shopper, 'PAIR')
      await expect.poll(() => chip(page).innerText()).toContain('PAIR')
      expect(await chip(page).innerText()).toContain('2 מושבים')
      expect(await page.locator('.tk').innerText()).toContain('כלול ב־')
      await expect.poll(() => total(page).innerText()).toBe(before)
      await expectSum(page)
      await expectAccessibleOnDevice(page, 'an applied code')
      await page.reload()
      await expect.poll(() => chip(page).innerText()).toContain('2 מושבים')
      expect(await total(page).innerText()).toBe(before)
      await shopper.press(chip(page).getByRole('button', { name: /^הסרת/ }))
      await expect.poll(() => chip(page).count()).toBe(0)
      expect(await page.locator('.tk .stepper select').first().inputValue()).toBe('2')
      expect(await total(page).innerText()).toBe(two)
    })
  })
})

describe('each refusal stands with its field', () => {
  it('R5.26 R5.27 R8.59 and nothing that was typed is lost', async () => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await toTickets(shopper, 1)
      for (const [code, words] of [
        ['NOSUCHCODE', 'לא מצאנו את הקוד הזה.'],
        ['USEDUP', 'קוד קופון כבר שומש, אנא נסו קופון אחר.'],
        ['TRIO', 'למימוש הקופון יש להוסיף 2 כרטיסים נוספים.'],
      ] as const) {
        await apply(shopper, code, SSN)
        expect(await problemOf(codeField(page))).toBe(words)
        expect(await codeField(page).inputValue()).toBe(code)
      }
      await apply(shopper, '', '12')
      expect(await problemOf(ssnField(page))).toBe('מספר תעודת הזהות אינו תקין.')
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(SSN)
    })
  })
})

describe('an ID number', () => {
  it('R6.15 R5.17 gives a member the tickets of the membership, once', async () => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await toTickets(shopper, 2)
      await apply(shopper, '', MEMBER)
      await expect.poll(() => chip(page).innerText()).toContain('נותרו 2 כניסות במנוי')
      expect(await chip(page).innerText()).toContain('מועדון תיאטרון החוף')
      await expectSum(page)
      await apply(shopper, '', MEMBER)
      expect(await problemOf(ssnField(page))).toBe('מספר המנוי הזה כבר הוזן בהזמנה.')
      const tab = await shopper.secondTab()
      await tab.page.goto(`/order/${String(theatre.id)}?step=tickets`)
      await expect.poll(() => chip(tab.page).innerText()).toContain('נותרו 2 כניסות במנוי')
      await tab.page.close()
    })
  })

  it('R5.16 gives a senior the benefit, by the keyboard alone', async () => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await toTickets(shopper, 1)
      await ssnField(page).focus()
      await page.keyboard.type(SENIOR)
      await page.keyboard.press('Enter')
      await expect.poll(() => chip(page).innerText()).toContain('הטבת אזרח ותיק')
      await expect
        .poll(() =>
          page
            .locator('[role=status].vh')
            .allInnerTexts()
            .then((all) => all.join()),
        )
        .toContain('לתשלום')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => chip(page).count()).toBe(0)
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('code')
    })
  })
})

describe('a ticket that asks, and one of the box office', () => {
  it('R8.71 is checked when the field is left, and nobody goes on before it entitles', async () => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await toTickets(shopper, 1, asking)
      const type = page.getByRole('combobox', { name: /^סוג כרטיס/ }).first()
      expect(await type.locator('option:disabled').allInnerTexts()).toContainEqual(expect.stringContaining('בקופה בלבד'))
      await type.selectOption({ label: 'סטודנט, לפי מספר סטודנט' })
      const field = page.getByLabel(/^מספר סטודנט/)
      await shopper.press(shopper.goOn)
      expect(await problemOf(field)).toBe('צריך למלא את הפרט הזה כדי להמשיך.')
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
      await field.fill('999')
      await field.blur()
      expect(await problemOf(field)).toBe('הפרט שהוזן אינו מזכה בכרטיס הזה.')
      await expectAccessible(page, 'a reference that does not entitle')
      await field.fill('20260001')
      await field.blur()
      await expect.poll(() => page.locator('.refs').innerText()).toContain('הפרט מתאים לכרטיס.')
      await shopper.storedCarts.haveReference('20260001')
      await page.reload()
      await expect.poll(() => field.inputValue()).toBe('20260001')
      await shopper.press(shopper.goOn)
      await page.waitForURL(/step=products|booking\/checkout/)
    })
  })
})

describe('two presentations in one order', () => {
  it('R5.21 R4.26 that do not go together: it is said why, and one of them can be taken out', async () => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await toTickets(shopper, 1)
      await shopper.openOrder(film.id)
      await shopper.takeFromList(1)
      await shopper.press(shopper.goOn)
      const note = page.locator('#cart-note')
      await expect.poll(() => note.innerText()).toContain('אי אפשר לשלם על המופעים האלה יחד.')
      await expect.poll(() => note.evaluate((one) => one === document.activeElement)).toBe(true)
      await expectAccessible(page, 'a mixed cart')
      await shopper.press(note.getByRole('button', { name: `הסרת ${theatre.featureName} מההזמנה` }))
      await expect.poll(() => note.count()).toBe(0)
      expect(await page.locator(':focus').innerText()).toBe(await page.locator('main h1').innerText())
      await shopper.toTickets()
      await page.goto(`/order/${String(theatre.id)}`)
      await shopper.expectChosen(0)
    })
  })
})

describe('a coupon', () => {
  it('R1.6 R4.24 is bought with', async () => {
    await asShopper(browser, origin, DESK, async (shopper) => {
      const { page } = shopper
      await toTickets(shopper, 2)
      await apply(shopper, 'PAIR', SSN)
      await expect.poll(() => chip(page).count()).toBe(1)
      const due = await total(page).innerText()
      await shopper.toDetails()
      expect(await total(page).innerText()).toBe(due)
      await expectSum(page)
      // The number given for the code is not asked for again.
      expect(await page.getByText('שמורה אצלנו').innerText()).toContain(SSN.slice(-3))
      const { 'תעודת זהות': ssn, ...others } = TYPED
      await shopper.fillDetails(others)
      expect(await page.getByLabel('תעודת זהות').inputValue()).not.toBe(ssn)
      await shopper.toPayment()
      await shopper.payBy()
      await shopper.confirmed()
    })
  })
})
