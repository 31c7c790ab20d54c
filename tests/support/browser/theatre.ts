import type { BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { browser } from './chromium.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { shopOrigin as origin } from './own-shop.ts'
import { joinShopDatabase } from './shop-database.ts'
import { asShopper, DESK, type Shopper } from './shopper.ts'
import { freeSeatsOf, type HallSeat } from '#tests/support/seats/showings.ts'

/** A theatre of the demo catalogue whose rules let one choose any seat, for browser tests of what goes wrong on the way to a ticket. */
export const THEATRE = 2

/** To be called once in a test file: opens the shop's database and asks at the end whether the database is in order. */
export function openTheatre(): void {
  beforeAll(joinShopDatabase)
  afterAll(checkInvariants)
}

/** A visitor with a browser of its own. */
export function visit(options: BrowserContextOptions, work: (shopper: Shopper) => Promise<void>): Promise<void> {
  return asShopper(browser, origin, options, work)
}

/** A visitor who has taken seats of the theatre from its list. */
export async function withSeats(count: number, work: (shopper: Shopper) => Promise<void>): Promise<void> {
  await visit(DESK, async (shopper) => {
    await shopper.openOrder(THEATRE)
    await shopper.takeFromList(count)
    await work(shopper)
  })
}

export async function seatOfTheatre(): Promise<HallSeat> {
  const [seat] = await freeSeatsOf(origin, THEATRE, 1)
  if (!seat) throw new Error('The theatre is full.')
  return seat
}

/** What the summary says is to be paid. */
export function total({ page }: Shopper): Promise<string> {
  return page.locator('.sum .tot dd').innerText()
}

export function openForm({ page }: Shopper): Promise<void> {
  return page.locator('astro-island:not([ssr]) form#details').waitFor()
}

export function heading({ page }: Shopper, name: string): Promise<void> {
  return page.getByRole('heading', { name }).waitFor()
}
