import type { BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARDCOM, startCardcomStandIn } from '#tests/support/providers/cardcom-stand-in.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { startApp } from '#tests/support/processes/server.ts'
import { joinShopDatabase, ordersOf } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import type { StandIn } from '#tests/support/providers/stand-in.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, startStripeStandIn } from '#tests/support/providers/stripe-stand-in.ts'

/** Buyers who are led to a provider's own page, and come back from it. */

const THEATRE = 1
beforeAll(joinShopDatabase)
afterAll(checkInvariants)

interface Provider {
  readonly standIn: StandIn & { taken(): number }
  readonly env: Readonly<Record<string, string>>
}

async function stripe(): Promise<Provider> {
  const standIn = await startStripeStandIn()
  const env = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE: standIn.origin }
  return { standIn, env }
}

async function cardcom(): Promise<Provider> {
  const standIn = await startCardcomStandIn()
  const { terminal, apiName, apiPassword } = CARDCOM
  const keys = { CARDCOM_TERMINAL: String(terminal), CARDCOM_API_NAME: apiName, CARDCOM_API_PASSWORD: apiPassword }
  return { standIn, env: { PAYMENT_PROVIDER: 'cardcom', ...keys, CARDCOM_API_BASE: standIn.origin } }
}

/** From the chosen seats to the provider's page. */
async function walkToProvider(shopper: Shopper, { standIn }: Provider): Promise<void> {
  await shopper.toTickets()
  await shopper.toDetails()
  await shopper.fillDetails()
  await shopper.press(shopper.goOn)
  await shopper.page.waitForURL(/\/booking\/checkout\/payment$/)
  await leave(shopper, standIn)
}

async function leave({ page }: Shopper, standIn: StandIn): Promise<void> {
  await page.locator(`a[href^="${standIn.origin}"]`).click()
  await page.waitForURL((url) => url.origin === standIn.origin)
}

/** Back in the shop. What no browser keeps is typed again before the payment goes on. */
async function comeBack(shopper: Shopper): Promise<void> {
  const { page } = shopper
  await page.waitForURL(/\/(booking\/checkout|cart)\b/)
  const goesOn = page.locator('form#details, .conf, a[href^="http://127.0.0.1"]')
  await goesOn.first().waitFor()
  const number = page.getByLabel('תעודת זהות', { exact: true })
  if ((await number.count()) === 0) return
  await number.fill(TYPED['תעודת זהות'])
  await shopper.press(shopper.goOn)
}

async function atShop(provider: Provider, options: BrowserContextOptions, work: (shopper: Shopper) => Promise<void>): Promise<void> {
  const app = await startApp({ env: { ...provider.env, LOCALES: 'he,en', LOG_LEVEL: 'warn' } })
  try {
    await asShopper(browser, app.origin, options, work)
  } finally {
    await app.stop()
    await provider.standIn.stop()
  }
}

test.each([
  ['Stripe', stripe, 'pay', DESK, false],
  ['Cardcom', cardcom, 'bit', PHONE, true],
] as const)(
  'buys at %s’s own page, after a card that was declined and a way back',
  async (_name, start, button, options, leavesAfterDecline) => {
    const provider = await start()
    await atShop(provider, options, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(2)
      await walkToProvider(shopper, provider)
      await page.locator('button[value=cancel]').click()
      await comeBack(shopper)
      await leave(shopper, provider.standIn)
      await page.locator('button[value=decline]').click()
      if (leavesAfterDecline) {
        await comeBack(shopper)
        await leave(shopper, provider.standIn)
      }
      expect(provider.standIn.taken()).toBe(0)
      await page.locator(`button[value=${button}]`).click()
      await comeBack(shopper)
      await shopper.confirmed()
      expect(provider.standIn.taken()).toBeGreaterThan(0)
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  },
)
