import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { joinShopDatabase } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK } from '#tests/support/browser/shopper.ts'
import { freeRunsOf, type HallSeat } from '#tests/support/seats/showings.ts'

/** A theatre of the demo catalogue whose rules let one choose any seat that leaves none alone. */
const THEATRE = 2
let guarded: RunningApp
beforeAll(async () => {
  await joinShopDatabase()
  // A second process of the same shop, on the same database, which wants to know whether its visitors are human.
  guarded = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha', LOCALES: 'he,en', LOG_LEVEL: 'warn' } })
})
afterAll(async () => {
  await guarded.stop()
})

interface Calls {
  /** Calls that were refused, as "429 /api/seats/lock-seat". */
  readonly refused: string[]
  /** How often events were asked for, and how often all seats. */
  events: number
  statuses: number
}

function countCalls(page: Page): Calls {
  const calls: Calls = { refused: [], events: 0, statuses: 0 }
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname === '/api/seats/changes') calls.events += 1
    if (pathname === '/api/seats/seats-status') calls.statuses += 1
    if (pathname.startsWith('/api/') && answer.status() >= 400) calls.refused.push(`${String(answer.status())} ${pathname}`)
  })
  return calls
}

function buttonOf(page: Page, seat: HallSeat): Locator {
  return page
    .locator('.sbtn')
    .and(page.getByLabel(`שורה ${seat.row}, מושב ${seat.name},`))
    .first()
}

describe('where the human check is on', () => {
  it('seats are shown and locked, and events flow on, without anything refused', async () => {
    const [run = []] = await freeRunsOf(origin, THEATRE, 3)
    const others = (await freeRunsOf(origin, THEATRE, 3)).find(([seat]) => seat?.row !== run[0]?.row)?.[0]
    if (!others) throw new Error('The theatre is full.')
    await asShopper(browser, guarded.origin, DESK, async (shopper) => {
      const { page } = shopper
      const calls = countCalls(page)
      await shopper.openOrder(THEATRE)
      await page.locator('.seclist details').evaluateAll((all) => {
        for (const section of all) section.setAttribute('open', '')
      })
      for (const [at, seat] of run.slice(0, 2).entries()) {
        const locked = page.waitForResponse((answer) => answer.url().includes('/api/seats/lock-seat'))
        await buttonOf(page, seat).click()
        const request = (await locked).request()
        expect(request.postDataJSON()).toMatchObject({ recaptchaToken: expect.stringMatching(/.{16}/) })
        await shopper.expectChosen(at + 1)
      }
      const before = calls.statuses
      const somebody = new Buyer(origin)
      for (const state of ['detached', 'attached'] as const) {
        if (state === 'detached') await somebody.lock(others.address)
        else expect((await somebody.put('/api/seats/unlock-seat', { seat: others.address })).status).toBe(200)
        await buttonOf(page, others).waitFor({ state })
      }
      expect(calls).toEqual({ refused: [], events: 1, statuses: before })
      await shopper.expectChosen(2)
    })
  })
})
