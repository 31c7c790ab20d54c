import type { BrowserContextOptions, Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { textOf } from '#lib/text/text.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { CUSTOMER } from '#tests/support/buyers/house.ts'
import { forgetShifts, watchShifts } from '#tests/support/browser/layout-shifts.ts'
import { Looker } from '#tests/support/browser/looker.ts'
import { expectAccessible, expectPrintable } from '#tests/support/browser/page-checks.ts'
import { newPerson, openDesk, signInByCode, type Person } from '#tests/support/browser/personal-area.ts'
import { CARD_REST, DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

const expectVisible = (part: Locator): Promise<void> => part.waitFor({ state: 'visible' })

/** The fields of the details and what is typed into them. */
const detailsOf = ({ mobileNumber, email }: Person) => ({
  firstName: CUSTOMER.firstName,
  lastName: CUSTOMER.lastName,
  mobileNumber,
  verifyMobileNumber: mobileNumber,
  email,
  ssn: CUSTOMER.ssn,
})

/** Two seats of the list, whatever the language. */
async function takeTwo(shopper: Shopper): Promise<void> {
  const { page } = shopper
  const section = page.locator('.seclist details').last()
  await section.locator('summary').click()
  const seats = (await shopper.roomyRow(section, 2)).locator('.sbtn')
  for (let taken = 1; taken <= 2; taken += 1) {
    await seats.and(page.locator('[aria-pressed=false]')).first().click()
    await expect.poll(() => seats.and(page.locator('[aria-pressed=true]')).count()).toBe(taken)
  }
  await page.locator('.timer[role=timer]').waitFor()
}

async function payBy({ page, cardForm }: Shopper, number: string): Promise<void> {
  await page.locator('iframe.ready').waitFor()
  const fields = cardForm.locator('input:visible')
  for (const [at, text] of [number, ...Object.values(CARD_REST)].entries()) await fields.nth(at).fill(text)
  await cardForm.locator('button[type=submit]').first().click()
}

/** A mini-site for who has references, which sells the theatre. */
const CLOSED = '/mini-site/vaad-2026'

/** Who comes to it: the references, and the name of its tickets. */
interface Guest {
  readonly references: readonly [string, string]
  readonly ticket: string
  readonly person: Person
}

/** What is left of the tickets of a mini-site, all of them. */
async function leftInSite(page: Page): Promise<number> {
  const lines = await page.locator('.ms-offers li').allInnerTexts()
  return lines.reduce((sum, line) => sum + Number(/\d+$/.exec(line.trim())?.[0] ?? 0), 0)
}

/** Shows the references at the door of the closed mini-site, after others that are refused. @returns what is left of its tickets */
async function enterClosed(shopper: Shopper, looker: Looker, t: Translate, { references }: Guest): Promise<number> {
  const { page } = shopper
  const [first, second] = [page.locator('#reference1'), page.locator('#reference2')]
  const enter = page.locator('.ms-form button[type=submit]')
  await page.goto(CLOSED)
  await expectAccessible(page, 'the door of a closed mini-site')
  await first.fill(references[0])
  await second.fill('0000')
  await shopper.press(enter)
  await page.getByText(t('miniSite.wrong')).waitFor()
  expect([await first.inputValue(), await second.inputValue()]).toEqual([references[0], '0000'])
  await looker.look('references that are refused')
  await second.fill(references[1])
  await shopper.press(enter)
  await page.locator('.ms-list').waitFor()
  await looker.look('a closed mini-site')
  await expectAccessible(page, 'a closed mini-site')
  return leftInSite(page)
}

/** Both seats by the tickets of the mini-site. */
async function takeOfClosed({ page }: Shopper, { ticket }: Guest): Promise<void> {
  const more = page.locator('.tk.counts > li', { hasText: ticket }).locator('.stepper button').last()
  for (let taken = 1; taken <= 2; taken += 1) await more.click()
}

/** From the ticket types to the open payment. */
async function toPayment(shopper: Shopper, looker: Looker, guest: Guest): Promise<void> {
  const { page } = shopper
  await shopper.press(shopper.goOn)
  await page.waitForURL(/step=tickets/)
  await page.locator('.tk').first().waitFor()
  await looker.look('ticket types')
  await takeOfClosed(shopper, guest)
  while (!page.url().endsWith('/booking/checkout')) {
    const before = page.url()
    await shopper.press(shopper.goOn)
    await page.waitForURL((url) => url.href !== before)
    if (page.url().includes('step=products')) {
      await page.locator('.stepper').first().waitFor()
      await looker.look('products')
    }
  }
  await page.locator('astro-island:not([ssr]) form#details').waitFor()
  await shopper.press(shopper.goOn)
  await page.locator('[aria-invalid=true]').first().waitFor()
  await looker.look('details that are missing')
  for (const [field, text] of Object.entries(detailsOf(guest.person))) await page.locator(`#field-${field}`).fill(text)
  await page.locator('input[name=termsAcceptance]').check({ force: true })
  await shopper.press(shopper.goOn)
  await page.waitForURL(/\/booking\/checkout\/payment$/)
}

it.each<[string, Locale, BrowserContextOptions, Omit<Guest, 'person'>]>([
  ['in Arabic on a phone', 'ar', PHONE, { references: ['10235', '7713'], ticket: 'لجنة العمال' }],
  ['in English on a desk', 'en', DESK, { references: ['10234', '4821'], ticket: 'Works committee' }],
])(
  'R1.18 a show is found, seats are chosen and paid in a closed mini-site, to which the order leads back, and tickets, receipt and the personal area read, %s: nothing is in Hebrew that does not say so, moves or is cut',
  { timeout: 240_000 },
  async (_name, locale, device, references) => {
    const guest = { ...references, person: await newPerson() }
    const t = textOf(locale)
    await visit(device, async (shopper) => {
      const { page } = shopper
      const looker = new Looker(page, locale)
      await watchShifts(page)
      await page.goto('/membership')
      await looker.chooseLanguage()
      await page.goto('/')
      await looker.look('home')
      await page.goto('/booking/features/1')
      await looker.look('a show')
      await page.goto('/mini-site/desert-voices')
      await looker.look('an open mini-site')
      // The name and the buttons are a row.
      expect((await page.locator('.site-head').boundingBox())?.height).toBeLessThanOrEqual(76)
      const offers = (await page.locator('.ms-offers li').allInnerTexts()).map((offer) => offer.replace(/[\s\u2066]*₪.*$/s, ''))
      expect(new Set(offers).size).toBe(5)
      const left = await enterClosed(shopper, looker, t, guest)
      await expectVisible(page.locator(`.ms-list a[href="/order/${String(THEATRE)}"]`))
      await shopper.openOrder(THEATRE)
      await looker.look('seats')
      await expectVisible(page.locator(`.order-head a[href="${CLOSED}"]`))
      await takeTwo(shopper)
      await looker.look('two seats')
      await page.goto(`/order/${String(THEATRE)}/other-dates`)
      await looker.look('the same seats on other dates')
      await shopper.openOrder(THEATRE)
      await page.locator('.timer[role=timer]').waitFor()
      await toPayment(shopper, looker, guest)
      await expectVisible(page.locator(`.order-head a[href="${CLOSED}"]`))
      await payBy(shopper, CARDS.declined)
      await page.getByText(t('errors.CARD_DECLINED')).first().waitFor()
      // The answer to a press in the frame, which the page around it does not see.
      await forgetShifts(page)
      await looker.look('a card that is declined')
      await payBy(shopper, CARDS.accepted)
      await page.waitForURL(/\/cart\/[\w-]+$/)
      await shopper.openMore()
      await looker.look('the confirmation')
      const confirmation = page.url()
      await page.locator(`main a[href="${CLOSED}"]`).click()
      await page.locator('.ms-list').waitFor()
      expect(await leftInSite(page)).toBe(left - 2)
      await page.goto(confirmation)
      await page.locator('a[href^="/edocument/"]').first().click()
      await page.waitForURL(/\/edocument\//)
      await looker.look('the tickets')
      await expectVisible(page.locator(`main a[href="${CLOSED}"]`))
      await page.goto(`${new URL(page.url()).pathname}/receipt`)
      await looker.look('the receipt')
      await expectPrintable(page)
      await page.goto('/customer')
      await looker.look('signing in')
      await signInByCode(shopper, guest.person)
      await looker.look('own reservations')
      await openDesk(page)
      await shopper.press(page.locator('article.res [data-cancel]').first())
      await page.getByRole('dialog').locator('input[type=checkbox]').first().waitFor()
      await looker.look('the dialog of a cancellation')
      await page.goto('/customer/details')
      await looker.look('own details')
      expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(locale))
      expect(looker.found).toEqual([])
    })
  },
)
