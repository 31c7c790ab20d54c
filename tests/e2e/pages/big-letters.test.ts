import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { clippedTexts, inTwiceTheSize } from '#tests/support/browser/clipped-text.ts'
import { mixedUpTexts } from '#tests/support/browser/mixed-up-texts.ts'
import { boughtBefore, codeTo, newPerson } from '#tests/support/browser/personal-area.ts'
import { SECRET_OF_TESTS } from '#tests/support/processes/server.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

process.env.SECRET = SECRET_OF_TESTS
openTheatre()

/** As narrow as 1,280 px are at 400 %. */
const NARROW = { ...PHONE, viewport: { width: 320, height: 844 } }

/** A desk's window is also made as narrow as a tablet. */
async function expectReadable(page: Page, where: string): Promise<void> {
  expect.soft([...(await clippedTexts(page)), ...(await mixedUpTexts(page))], where).toEqual([])
  const size = page.viewportSize()
  if (!size || size.width < 900) return
  await page.setViewportSize({ ...size, width: 768 })
  expect.soft(await clippedTexts(page), `${where}, 768 px`).toEqual([])
  await page.setViewportSize(size)
}

/** Tickets without numbers. */
const PLACES = '/order/11'
const isAwake = () => document.querySelector('astro-island[ssr]') === null

async function throughTheOrder(shopper: Shopper): Promise<void> {
  const { page } = shopper
  await shopper.openOrder(THEATRE)
  await shopper.takeFromList(2)
  await expectReadable(page, 'seats')
  await page.goto(`/order/${String(THEATRE)}/other-dates`)
  await expectReadable(page, 'the same seats on other dates')
  await shopper.openOrder(THEATRE)
  await shopper.expectChosen(2)
  await shopper.toTickets()
  await expectReadable(page, 'tickets')
  await shopper.toProducts()
  await expectReadable(page, 'products')
  await shopper.toDetails()
  await expectReadable(page, 'details')
  await shopper.fillDetails()
  await shopper.toPayment()
  await expectReadable(page, 'payment')
  await shopper.payBy()
  await shopper.confirmed()
  await shopper.openMore()
  await expectReadable(page, 'confirmation')
}

describe.each([
  ['320 px', NARROW],
  ['390 px', PHONE],
  ['1440 px', DESK],
])('where letters are twice as big, at %s', (_where, options) => {
  const inBig = (work: (shopper: Shopper) => Promise<void>) =>
    visit(options, async (shopper) => {
      await inTwiceTheSize(shopper.page)
      await work(shopper)
    })

  it(
    'no text is cut off or mixed up and nothing scrolls sideways in an order, to the ticket and the receipt',
    { timeout: 120_000 },
    async () => {
      await inBig(async (shopper) => {
        const { page } = shopper
        await throughTheOrder(shopper)
        await page.getByRole('link', { name: 'הכרטיסים המלאים' }).click()
        await page.waitForURL(/\/edocument\//)
        await expectReadable(page, 'tickets with codes')
        await page.goto(`${page.url().replace(/\/$/, '')}/receipt`)
        await expectReadable(page, 'receipt')
      })
    },
  )

  it('nor on the pages around it', { timeout: 90_000 }, async () => {
    await inBig(async ({ page }) => {
      for (const path of [
        '/',
        `/?q=${encodeURIComponent('קקקקקק')}`,
        '/booking',
        '/booking/features/1',
        '/order',
        '/order/3',
        PLACES,
        '/cart',
        '/wait-list/3',
        '/terms',
      ]) {
        await page.goto(path)
        await page.waitForFunction(isAwake)
        if (path === PLACES) await page.locator('.ga-place').first().waitFor()
        await expectReadable(page, path)
      }
    })
  })

  it('nor where one signs in, and in the personal area', { timeout: 90_000 }, async () => {
    const person = await newPerson()
    await boughtBefore(person, THEATRE, 2)
    await inBig(async (shopper) => {
      const { page } = shopper
      await page.goto('/customer')
      await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
      await expectReadable(page, 'sign-in')
      await page.getByLabel('מספר טלפון נייד').fill(person.mobileNumber)
      await shopper.press(page.getByRole('button', { name: 'שלחו לי קוד' }))
      const field = page.locator('input[autocomplete=one-time-code]')
      await field.waitFor()
      await expectReadable(page, 'the code')
      await field.fill(await codeTo(person.mobileNumber))
      await page.locator('#area-nav').waitFor()
      await expectReadable(page, 'reservations')
      await page.goto('/customer/details')
      await expectReadable(page, 'own details')
    })
  })
})
