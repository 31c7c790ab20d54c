import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { POLL_MS } from '#lib/client/seats-poll.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { asShopper, DESK, type Shopper } from '#tests/support/shopper.ts'
import { freeRunsOf, type HallSeat } from '#tests/support/showings.ts'

/** A theatre of the demo catalogue whose rules let one choose any seat. */
const THEATRE = 2
/** How soon one visitor's choice is to be seen by another, in milliseconds after the server has answered the one. */
const SOON = 1_000
const origin = inject('shopOrigin')

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

/** Presses a seat's button and waits for the server's answer. @returns when it came */
async function press(page: Page, seat: HallSeat, call: 'lock-seat' | 'unlock-seat'): Promise<number> {
  const answered = page.waitForResponse((answer) => answer.url().includes(`/api/seats/${call}`))
  await buttonOf(page, seat).click()
  expect((await answered).status()).toBe(200)
  return Date.now()
}

/** How long after `since` the page shows the seat as gone, or as there. */
async function delayOf(page: Page, seat: HallSeat, state: 'attached' | 'detached', since: number): Promise<number> {
  await buttonOf(page, seat).waitFor({ state })
  return Date.now() - since
}

describe('two browsers side by side', () => {
  it('see each other take seats and give them back within a second', async () => {
    const [first, second] = await twoSeats()
    await sideBySide(async (one, other) => {
      for (const [actor, watcher, seat] of [
        [one, other, first],
        [other, one, second],
      ] as const) {
        await buttonOf(watcher.page, seat).waitFor()
        const taken = await press(actor.page, seat, 'lock-seat')
        expect(await delayOf(watcher.page, seat, 'detached', taken), 'taken').toBeLessThan(SOON)
        const freed = await press(actor.page, seat, 'unlock-seat')
        expect(await delayOf(watcher.page, seat, 'attached', freed), 'given back').toBeLessThan(SOON)
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
      const taken = await press(one.page, seat, 'lock-seat')
      expect(await delayOf(polling.page, seat, 'detached', taken), 'taken').toBeLessThan(POLL_MS + 2 * SOON)
      expect(asked).toBeGreaterThan(0)
      expect(await buttonOf(deaf.page, seat).count()).toBe(1)
      const freed = await press(one.page, seat, 'unlock-seat')
      expect(await delayOf(polling.page, seat, 'attached', freed), 'given back').toBeLessThan(POLL_MS + 2 * SOON)
    })
  })
})
