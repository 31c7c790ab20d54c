import type { BrowserContextOptions } from 'playwright'
import { expect, it } from 'vitest'
import { textOf } from '#lib/text/text.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { forgetShifts, watchShifts } from '#tests/support/browser/layout-shifts.ts'
import { Looker } from '#tests/support/browser/looker.ts'
import { CARD_REST, DESK, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

/** The fields of the details, in the order of what is typed into them. */
const FIELDS = ['firstName', 'lastName', 'mobileNumber', 'verifyMobileNumber', 'email', 'ssn']

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

/** From the ticket types to the open payment. */
async function toPayment(shopper: Shopper, looker: Looker): Promise<void> {
  const { page } = shopper
  await shopper.press(shopper.goOn)
  await page.waitForURL(/step=tickets/)
  await page.locator('.tk').first().waitFor()
  await looker.look('ticket types')
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
  for (const [at, text] of Object.values(TYPED).entries()) await page.locator(`#field-${FIELDS[at] ?? ''}`).fill(text)
  await page.locator('input[name=termsAcceptance]').check({ force: true })
  await shopper.press(shopper.goOn)
  await page.waitForURL(/\/booking\/checkout\/payment$/)
}

it.each<[string, Locale, BrowserContextOptions]>([
  ['in Arabic on a phone', 'ar', PHONE],
  ['in English on a desk', 'en', DESK],
])(
  'R1.18 a show is found, seats are chosen and paid, and tickets, receipt and sign-in read, %s: nothing is in Hebrew that does not say so, moves or is cut',
  { timeout: 180_000 },
  async (_name, locale, device) => {
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
      await shopper.openOrder(THEATRE)
      await looker.look('seats')
      await takeTwo(shopper)
      await looker.look('two seats')
      await toPayment(shopper, looker)
      await payBy(shopper, CARDS.declined)
      await page.getByText(t('errors.CARD_DECLINED')).first().waitFor()
      // The answer to a press in the frame, which the page around it does not see.
      await forgetShifts(page)
      await looker.look('a card that is declined')
      await payBy(shopper, CARDS.accepted)
      await page.waitForURL(/\/cart\/[\w-]+$/)
      await shopper.openMore()
      await looker.look('the confirmation')
      await page.locator('a[href^="/edocument/"]').first().click()
      await page.waitForURL(/\/edocument\//)
      await looker.look('the tickets')
      await page.goto(`${new URL(page.url()).pathname}/receipt`)
      await looker.look('the receipt')
      await page.goto('/customer')
      await looker.look('signing in')
      expect(await page.locator('html').getAttribute('dir')).toBe(directionOf(locale))
      expect(looker.found).toEqual([])
    })
  },
)
