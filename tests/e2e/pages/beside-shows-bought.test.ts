import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import type { OutboxMessage } from '#lib/server/messages/outbox-view.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { alive, FILM, holdFilm } from '#tests/support/browser/films.ts'
import { watchShifts } from '#tests/support/browser/layout-shifts.ts'
import { Looker } from '#tests/support/browser/looker.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { newPerson, signInByCode, type Person } from '#tests/support/browser/personal-area.ts'
import { CARD_REST, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { subscribed } from '#tests/support/sold/demo-series.ts'

openTheatre()

const goOn = (page: Page) => page.locator('.mem-form button.primary:visible').first()

/** A season, from its seat to the details. */
async function takeSeason(looker: Looker): Promise<void> {
  const { page } = looker
  await page.goto('/membership/season')
  await goOn(page).tap()
  await page.waitForURL('**/enroll/season/seats')
  await page.locator('#list details').first().waitFor()
  if ((await page.locator('#list .sbtn:visible').count()) === 0) await page.locator('#list summary').last().tap()
  await page.locator('#list .sbtn[aria-pressed=false]:visible').first().tap()
  await page.locator('#list .sbtn[aria-pressed=true]').waitFor()
  await page.locator('button[form=go-on]:visible:enabled').tap()
  await page.waitForURL('**/enroll/season/rates')
  await looker.look('the rates of a season')
  await page.getByRole('radio').nth(1).check({ force: true })
  await page.locator('.mem-form input:not([type=radio], [type=hidden]):visible').first().fill('רות ברקאי')
  await goOn(page).tap()
  await page.waitForURL('**/enroll/season/choice')
  for (const at of [1, 2, 3]) await page.locator('.choice-option input:enabled').nth(at).check()
  await looker.look('the choice events of a season')
  await goOn(page).tap()
  await page.waitForURL('**/enroll/season/choice-seats')
  await looker.look('the seats of choice events')
  const takes = page.locator('button[name=take]')
  while ((await takes.count()) > 0) {
    const left = await page.locator('.same.no').count()
    await takes.first().tap()
    await expect.poll(() => page.locator('.same.no').count()).toBeLessThan(left)
  }
  await page.reload()
  await looker.look('the seats of choice events, taken')
  await goOn(page).tap()
  await page.waitForURL('**/enroll/season/summary')
  await looker.look('the year of a season')
  await goOn(page).tap()
  await page.waitForURL(/\/booking\/checkout$/)
  await page.locator('astro-island:not([ssr]) form#details').waitFor()
  await looker.look('the details of a season')
}

/** A voucher as a gift, from its choice through payment and confirmation to the page of who owns it. */
async function giveVoucher(looker: Looker, shopper: Shopper, person: Person): Promise<void> {
  const { page } = looker
  await page.goto('/system-vouchers/1')
  await page.locator('input[name=price]').nth(1).check({ force: true })
  await page.locator('input[name=gift][value=yes]').check({ force: true })
  await page.locator('input[name=channel][value=mail]').check({ force: true })
  for (const [field, text] of [
    ['to', 'רות'],
    ['from', 'נועה ואורי'],
    ['greeting', 'מזל טוב, אמא.'],
    ['contact', `to-${person.email}`],
  ])
    await page.locator(`#gift-${field ?? ''}`).fill(text ?? '')
  await looker.look('a voucher as a gift')
  await goOn(page).tap()
  // The seats of the season leave the cart.
  await page.locator('[data-leaving] button[type=submit]').tap()
  await page.waitForURL('**/addons')
  await goOn(page).tap()
  await page.waitForURL(/\/booking\/checkout$/)
  await page.locator('astro-island:not([ssr]) form#details').waitFor()
  await page.locator('#field-verifyMobileNumber').fill(person.mobileNumber)
  await page.locator('#field-ssn').fill(TYPED['תעודת זהות'])
  await page.locator('input[name=termsAcceptance]').check({ force: true })
  await shopper.press(shopper.goOn)
  await page.waitForURL(/\/booking\/checkout\/payment$/)
  const fields = shopper.cardForm.locator('input:visible')
  for (const [at, text] of [CARDS.accepted, ...Object.values(CARD_REST)].entries()) await fields.nth(at).fill(text)
  await looker.look('the payment of a voucher')
  await shopper.cardForm.locator('button[type=submit]').first().tap()
  await page.waitForURL(/\/cart\/[\w-]+$/)
  await looker.look('the confirmation of a voucher')
  await page.goto('/customer')
  await page.locator('a[href^="/customer/vouchers/"]').first().tap()
  await page.waitForURL(/\/customer\/vouchers\/\d+$/)
  await looker.look('an own voucher')
}

/** The path that the message of the gift leads to. */
async function giftLinkTo(address: string): Promise<string> {
  let path = ''
  await database().query(`UPDATE voucher_gift SET due_at = now() WHERE state = 'waiting'`)
  await expect
    .poll(async () => {
      const { messages } = (await (await fetch(`${origin}/api/dev/outbox`)).json()) as { readonly messages: readonly OutboxMessage[] }
      path = /\/gift\/\w+/.exec(messages.find(({ to }) => to === address)?.text ?? '')?.[0] ?? ''
      return path
    })
    .not.toBe('')
  return path
}

it(
  'what is bought beside shows stands still, whole where letters are twice as big, and in the chosen language, from the season’s rates to the film: in Russian on a phone',
  { timeout: 180_000 },
  async () => {
    const person = await newPerson()
    await subscribed(person)
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      const looker = new Looker(page, 'ru')
      await watchShifts(page)
      await page.goto('/membership')
      await page.locator('[data-menu]').waitFor()
      await looker.chooseLanguage()
      for (const path of ['/membership', '/wait-list/3', '/privacy']) {
        await page.goto(path)
        await looker.look(path)
      }
      await takeSeason(looker)
      await signInByCode(shopper, person)
      await page.goto('/customer/evenings')
      await looker.look('my evenings')
      await page.locator('a[href$="/send"]').first().tap()
      await page.waitForURL('**/send')
      await page.locator('.change summary').first().press('Enter')
      await looker.look('sending an evening')
      await giveVoucher(looker, shopper, person)
      await page.goto(await giftLinkTo(`to-${person.email}`))
      await looker.look('a gift that is opened')
      await holdFilm(shopper, 9001, 39)
      await page.goto(FILM)
      await alive(page)
      await looker.look('a film that is watched')
      expect(looker.found).toEqual([])
    })
  },
)
