import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/browser/launch-chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { asShopper, DESK, type Shopper } from '#tests/support/browser/shopper.ts'
import { freeRunsOf, type HallSeat } from '#tests/support/seats/showings.ts'

/** A theatre of the demo catalogue whose rules let one choose any seat. */
const THEATRE = 2
let browsers: readonly [Browser, Browser]
beforeAll(async () => {
  browsers = [await launchChromium(), await launchChromium()]
})
afterAll(async () => {
  for (const browser of browsers) await browser.close()
})

/** Two visitors, each in a browser of its own, look at the same hall. */
function sideBySide(work: (one: Shopper, other: Shopper) => Promise<void>): Promise<void> {
  return asShopper(browsers[0], origin, DESK, (one) =>
    asShopper(browsers[1], origin, DESK, async (other) => {
      await openWholeList(one)
      await openWholeList(other)
      await work(one, other)
    }),
  )
}

async function openWholeList(shopper: Shopper): Promise<void> {
  await shopper.openOrder(THEATRE)
  await shopper.page.locator('.seclist details').evaluateAll((all) => {
    for (const section of all) section.setAttribute('open', '')
  })
}

/** The seat's button in the list, which has those that one may take and one's own. */
function buttonOf(page: Page, seat: HallSeat): Locator {
  return page
    .locator('.sbtn')
    .and(page.getByLabel(`שורה ${seat.row}, מושב ${seat.name},`))
    .first()
}

/** Two seats of different rows, so that no rule about neighbours has a say. */
async function twoSeats(): Promise<readonly [HallSeat, HallSeat]> {
  const runs = await freeRunsOf(origin, THEATRE, 3)
  const first = runs[0]?.[1]
  const second = runs.find((run) => run[1]?.row !== first?.row)?.[1]
  if (!first || !second) throw new Error('The theatre is full.')
  return [first, second]
}

/** Presses a seat's button and waits for the server's answer. */
async function press(page: Page, seat: HallSeat, call: 'lock-seat' | 'unlock-seat'): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().includes(`/api/seats/${call}`))
  await buttonOf(page, seat).click()
  expect((await answered).status()).toBe(200)
}

describe('two browsers side by side', () => {
  it('see each other take seats and give them back by events, without asking', async () => {
    const [first, second] = await twoSeats()
    await sideBySide(async (one, other) => {
      for (const { page } of [one, other]) await page.route('**/api/seats/seats-status*', (route) => route.abort())
      for (const [actor, watcher, seat] of [
        [one, other, first],
        [other, one, second],
      ] as const) {
        await buttonOf(watcher.page, seat).waitFor()
        await press(actor.page, seat, 'lock-seat')
        await buttonOf(watcher.page, seat).waitFor({ state: 'detached' })
        await press(actor.page, seat, 'unlock-seat')
        await buttonOf(watcher.page, seat).waitFor({ state: 'attached' })
      }
    })
  })

  it('do so without events as well, by asking every few seconds; one that may not ask either sees nothing', async () => {
    const [seat] = await twoSeats()
    await sideBySide(async (one, polling) => {
      const deaf = await polling.secondTab()
      for (const page of [polling.page, deaf.page]) await page.route('**/api/seats/changes*', (route) => route.abort())
      let asked = 0
      polling.page.on('request', (request) => {
        if (request.url().includes('/api/seats/seats-status')) asked += 1
      })
      await openWholeList(polling)
      await openWholeList(deaf)
      await deaf.page.route('**/api/seats/seats-status*', (route) => route.abort())
      await buttonOf(polling.page, seat).waitFor()
      asked = 0
      await press(one.page, seat, 'lock-seat')
      await buttonOf(polling.page, seat).waitFor({ state: 'detached' })
      expect(asked).toBeGreaterThan(0)
      expect(await buttonOf(deaf.page, seat).count()).toBe(1)
      await press(one.page, seat, 'unlock-seat')
      await buttonOf(polling.page, seat).waitFor({ state: 'attached' })
    })
  })
})
