import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { watchShifts } from '#tests/support/browser/layout-shifts.ts'
import { Looker } from '#tests/support/browser/looker.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

const PAGES = [
  '/membership',
  '/membership/eight',
  '/membership/premieres/renew',
  '/membership/season',
  '/membership/premieres-first',
  '/system-vouchers',
  '/system-vouchers/1',
  '/donations',
  '/vod',
  '/vod/9001',
  '/customer/evenings',
]

const goOn = (page: Page) => page.locator('.mem-form button.primary:visible').first()

/** Two presses on what the server drew of the map's page, before anything of it hears them. */
async function pressEarly({ page }: Shopper): Promise<void> {
  let wake = (): void => undefined
  const asleep = new Promise<void>((resolve) => (wake = resolve))
  // All but the few lines that write such presses down.
  const sleepers = /\/_astro\/(?!.*astro_type_script).*\.js/
  await page.route(sleepers, async (route) => asleep.then(() => route.continue()))
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => window.earlyTaps !== undefined)
  const price = page.locator('.frow button').nth(1)
  await price.tap()
  wake()
  await expect.poll(() => price.getAttribute('aria-pressed'), { timeout: 15_000 }).toBe('true')
  await page.unroute(sleepers)
}

/** One series with a seat on all its evenings, up to the details. */
async function takeSeries(looker: Looker): Promise<void> {
  const { page } = looker
  await page.goto('/membership/premieres')
  await page.locator('.tile input').first().check({ force: true })
  await looker.look('a series')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await page.locator('.tile .tk svg').filter({ visible: true }).count()).toBe(1)
  await page.emulateMedia({ forcedColors: 'none' })
  await goOn(page).click()
  await page.waitForURL('**/enroll/premieres/seats')
  await page.locator('#list details').first().waitFor()
  await looker.look('the seats of a series')
  if ((await page.locator('#list .sbtn:visible').count()) === 0) await page.locator('#list summary').last().click()
  await page.locator('#list .sbtn[aria-pressed=false]:visible').first().click()
  await page.locator('button[form=go-on]:visible:enabled').waitFor()
  await page.reload()
  await page.locator('button[form=go-on]:visible:enabled').waitFor()
  await looker.look('the seats of a series, one chosen')
}

/** A voucher, up to the details. */
async function takeVoucher(looker: Looker): Promise<void> {
  const { page } = looker
  await page.goto('/system-vouchers/1')
  await page.locator('input[name=price]').first().check({ force: true })
  await goOn(page).click()
  await page.locator('[data-leaving] button[type=submit]').click()
  await page.waitForURL('**/system-vouchers/1/identify')
  await looker.look('who buys a voucher')
  await page.locator('.mem-form input[type=tel]').fill('054-731-4821')
  await goOn(page).click()
  await page.waitForURL('**/system-vouchers/1/addons')
  await looker.look('products beside a voucher')
  await goOn(page).click()
  await toDetails(looker, 'the details of a voucher')
}

async function toDetails(looker: Looker, where: string): Promise<void> {
  await looker.page.waitForURL(/\/booking\/checkout$/)
  await looker.page.locator('astro-island:not([ssr]) form#details').waitFor()
  await looker.look(where)
}

it.each([
  ['in Hebrew on a phone', 'he', PHONE],
  ['in English on a desk', 'en', DESK],
])(
  'nothing that is sold beside shows moves under the eye, cuts letters of twice the size or forgets the language, %s',
  { timeout: 120_000 },
  async (_name, language, device) => {
    await visit(device, async (shopper) => {
      const { page } = shopper
      await watchShifts(page)
      await page.goto('/membership')
      const looker = new Looker(page, language)
      await looker.chooseLanguage()
      for (const path of PAGES) {
        await page.goto(path)
        await looker.look(path)
      }
      await takeSeries(looker)
      if (device === PHONE) await pressEarly(shopper)
      await page.locator('button[form=go-on]:visible:enabled').click()
      await toDetails(looker, 'the details of a series')
      await takeVoucher(looker)
      expect(looker.found).toEqual([])
    })
  },
)
